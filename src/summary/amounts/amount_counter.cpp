#include "summary/amounts/amount_counter.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "summary/row_parts.hpp"
#include "summary/whole.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_amounts = std::size_t{1} << 25U;

}  // namespace

void check_amount_limit(std::size_t columns, std::size_t classes) {
  if (classes > most_amounts / columns) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} classes of {} features are too many: {} sums are the most. Join classes, or use fewer "
                            "columns",
                            classes, columns, most_amounts),
                {}, {Remedy{"drop", {"COL"}}});
  }
}

void AmountCounter::add_number(Cell& cell, double x, double w) {
  if (x > 0) {
    cell.positive += w;
    cell.fractional += x == std::floor(x) ? 0 : w;
    cell.sum.add(w * x);
    cell.log_sum.add(w * std::log(x));
  } else if (std::isnan(x)) {
    cell.missing += w;
  }
}

template <typename View>
void AmountCounter::add_view(const View& rows, const RowClasses& classes) {
  for_column_parts(threads_, columns_, number_count(rows), [&](std::size_t first, std::size_t last) {
    visit_numbers(rows, first, last, [&](std::size_t i, std::size_t j, double x) {
      if (const double w = rows.weight(i); w > 0) {
        add_number(cells_[classes[i] * columns_ + j], x, w);
      }
    });
  });
}

void AmountCounter::add(const BlockRows& rows, const RowClasses& classes) {
  cells_.resize(classes.classes * columns_);
  if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    add_view(*sparse, classes);
  } else {
    add_view(std::get<Batch>(rows), classes);
  }
}

AmountSums AmountCounter::sums(std::span<const std::size_t> order, const ClassTally& tally) const {
  const std::size_t size = order.size() * columns_;
  AmountSums result;
  for (std::vector<double>* sums : {&result.weight, &result.sum, &result.log_sum, &result.zeros, &result.fractional}) {
    sums->resize(size);
  }
  for (std::size_t k = 0; k < size; ++k) {
    const std::size_t c = order[k / columns_];
    if (c < tally.weight.size()) {
      const Cell& cell = cells_[c * columns_ + k % columns_];
      result.weight[k] = std::max(count_left(tally.weight[c], cell.missing).value_or(0), cell.positive);
      result.zeros[k] = count_left(result.weight[k], cell.positive).value_or(0);
      result.sum[k] = cell.sum.value();
      result.log_sum[k] = cell.log_sum.value();
      result.fractional[k] = cell.fractional;
    }
  }
  return result;
}

}  // namespace suffice
