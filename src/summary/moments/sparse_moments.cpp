#include "summary/moments/sparse_moments.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "summary/moments/column_parts.hpp"

namespace suffice {

void SparseMoments::add(const SparseBatch& rows, const RowClasses& classes) {
  cells_.resize(classes.classes * columns_);
  std::atomic<bool> some_missing = false;
  for_column_parts(threads_, columns_, number_count(rows), [&](std::size_t first, std::size_t last) {
    bool some = false;
    visit_numbers(rows, first, last, [&](std::size_t i, std::size_t j, double x) {
      const double w = rows.weight(i);
      if (std::isnan(x)) {
        some = some || w > 0;
      } else if (w > 0) {
        Cell& cell = cells_[classes[i] * columns_ + j];
        const double before = cell.weight;
        cell.weight += w;
        const double delta = x - cell.mean;
        const double step = delta * (w / cell.weight);
        cell.mean += step;
        cell.scatter += delta * step * before;
      }
    });
    if (some) {
      some_missing = true;
    }
  });
  if (some_missing || !missing_.empty()) {
    missing_.resize(cells_.size());
  }
  if (some_missing) {
    visit_numbers(rows, 0, columns_, [&](std::size_t i, std::size_t j, double x) {
      if (std::isnan(x) && rows.weight(i) > 0) {
        missing_[classes[i] * columns_ + j] += rows.weight(i);
      }
    });
  }
}

Moments SparseMoments::moments(std::span<const std::size_t> order, const ClassTally& tally) const {
  Moments result{MomentKind::diagonal, std::vector<double>(order.size() * columns_), {}, {}, {}};
  result.scatter.resize(result.mean.size());
  result.column_weight.resize(missing_.empty() ? 0 : result.mean.size());
  for (std::size_t c = 0; c < order.size(); ++c) {
    if (order[c] >= tally.weight.size()) {
      continue;
    }
    for (std::size_t j = 0; j < columns_; ++j) {
      const std::size_t at = order[c] * columns_ + j;
      const Cell& cell = cells_[at];
      const double n = tally.weight[order[c]] - (missing_.empty() ? 0 : missing_[at]);
      if (!missing_.empty()) {
        result.column_weight[c * columns_ + j] = std::max(n, cell.weight);
      }
      if (!(n > 0)) {
        continue;
      }
      const double zeros = std::max(n - cell.weight, 0.0);
      const double share = std::min(cell.weight / n, 1.0);
      result.mean[c * columns_ + j] = cell.mean * share;
      result.scatter[c * columns_ + j] = cell.scatter + cell.mean * cell.mean * (share * zeros);
    }
  }
  return result;
}

}  // namespace suffice
