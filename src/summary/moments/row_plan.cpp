#include "summary/moments/row_plan.hpp"

#include <numeric>

namespace suffice {

void RowPlan::reserve(std::size_t rows, std::size_t group_count) {
  groups.reserve(rows);
  members.resize(rows);
  order.resize(rows);
  std::iota(order.begin(), order.end(), 0U);
  runs.reserve(rows);
  counts_.resize(group_count);
}

void RowPlan::sort_rows() {
  std::size_t first = 0;
  for (RowRun& run : runs) {
    run.first = first;
    run.rows = counts_[run.group];
    counts_[run.group] = static_cast<std::uint32_t>(first);  // from here on: the next free place
    first += run.rows;
  }
  const std::uint32_t* group_of_row = groups.data();
  std::uint32_t* next = counts_.data();
  std::uint32_t* sorted = members.data();
  const auto rows = static_cast<std::uint32_t>(groups.size());
  for (std::uint32_t i = 0; i < rows; ++i) {
    sorted[next[group_of_row[i]]++] = i;
  }
  for (const RowRun& run : runs) {
    counts_[run.group] = 0;
  }
}

}  // namespace suffice
