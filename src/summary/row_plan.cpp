#include "summary/row_plan.hpp"

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
  for (std::uint32_t i = 0; i < groups.size(); ++i) {
    members[counts_[groups[i]]++] = i;
  }
  for (const RowRun& run : runs) {
    counts_[run.group] = 0;
  }
}

}  // namespace suffice
