#include "summary/moments/open_moments.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "math/special/two_sum.hpp"
#include "summary/moments/column_moments.hpp"
#include "summary/moments/moments.hpp"
#include "summary/moments/pattern_moments.hpp"
#include "summary/row_parts.hpp"

namespace suffice {

void ColumnSums::add(const LabelledRows& rows, unsigned threads) {
  std::size_t size = weight_.size();
  for (const std::uint32_t code : rows.codes) {
    size = std::max(size, (rows.class_of_code[code] + std::size_t{1}) * columns_);
  }
  rows_ += rows.batch.rows;
  for (std::vector<double>* numbers : {&weight_, &shift_, &mean_, &scatter_}) {
    numbers->resize(size);
  }
  for_column_parts(threads, columns_, number_count(rows.batch), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = 0; i < rows.batch.rows; ++i) {
      const std::size_t start = rows.class_of_code[rows.codes[i]] * columns_;
      const double w = rows.batch.weight(i);
      double* weight = &weight_[start];
      double* shift = &shift_[start];
      double* mean = &mean_[start];
      double* scatter = &scatter_[start];
      rows.batch.visit_row(i, [&](const auto* row) {
        for (std::size_t j = first; j < last; ++j) {  // without branches: a missing value weighs 0 and is the mean
          const auto x = static_cast<double>(row[static_cast<std::ptrdiff_t>(j) * rows.batch.column_stride]);
          const bool is_there = x == x;
          const double before = weight[j];
          const double after = before + (is_there ? w : 0);
          shift[j] = is_there && !(before > 0) ? x : shift[j];
          const double delta = (is_there ? x - shift[j] : mean[j]) - mean[j];
          const double step = delta * (w / (after > 0 ? after : 1));
          weight[j] = after;
          mean[j] += step;
          scatter[j] += delta * step * before;
        }
      });
    }
  });
}

void ColumnSums::join(ClassChain::Closed& complete, std::span<const std::size_t> order) const {
  Moments& moments = complete.moments;
  moments.column_weight.resize(order.size() * columns_);
  moments.remainder.resize(order.size() * columns_);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t c = order[k];
    const bool has_rows = c < weight_.size() / columns_;
    for (std::size_t j = 0; j < columns_; ++j) {
      const std::size_t at = k * columns_ + j;
      const ColumnCell here{complete.weight[k], {moments.mean[at], moments.remainder[at]}, moments.scatter[at]};
      const std::size_t from = c * columns_ + j;
      const ColumnCell sum =
          has_rows ? merge_cells(here, {weight_[from], TwoSum{shift_[from]}.plus(mean_[from]), scatter_[from]}) : here;
      moments.column_weight[at] = sum.weight;
      moments.mean[at] = sum.mean.rounded;
      moments.remainder[at] = sum.mean.remainder;
      moments.scatter[at] = sum.scatter;
    }
  }
  drop_slight_remainder(moments, complete.weight, columns_);
}

void PatternSums::open(std::span<const Presence> fresh) {
  for (const Presence& present : fresh) {
    if (table_.add(present) == chains_.size()) {
      chains_.emplace_back(shape_);
    }
  }
}

void PatternSums::add(std::size_t pattern, const LabelledRows& rows, unsigned threads,
                      MomentChain::Workspace& workspace) {
  if (rows.batch.rows > 0) {
    chains_[pattern].add(rows, threads, workspace);
  }
}

std::uint64_t PatternSums::rows() const {
  std::uint64_t sum = 0;
  for (const ClassChain& chain : chains_) {
    sum += chain.rows();
  }
  return sum;
}

std::vector<Pattern> PatternSums::close(std::span<const std::size_t> order) && {
  std::vector<Pattern> patterns;
  for (std::size_t k = 0; k < chains_.size(); ++k) {
    ClassChain::Closed closed = std::move(chains_[k]).close(order);
    patterns.push_back(
        pattern_of(table_[k], {{}, std::move(closed.rows), std::move(closed.weight)}, std::move(closed.moments)));
  }
  return patterns;
}

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
        cell.shift = before > 0 ? cell.shift : x;
        cell.weight += w;
        const double delta = (x - cell.shift) - cell.mean;
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
  result.remainder.resize(result.mean.size());
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
      const double mean = cell.shift + cell.mean;
      result.mean[c * columns_ + j] = mean * share;
      result.scatter[c * columns_ + j] = cell.scatter + mean * mean * (share * zeros);
      if (share == 1) {
        result.remainder[c * columns_ + j] = rounding_of_sum(cell.shift, cell.mean, mean);
      }
    }
  }
  std::vector<double> weights(order.size());
  std::ranges::transform(order, weights.begin(),
                         [&](std::size_t c) { return c < tally.weight.size() ? tally.weight[c] : 0; });
  drop_slight_remainder(result, weights, columns_);
  return result;
}

Moments OpenMoments::close(std::span<const std::size_t> order) && {
  const MomentShape shape = complete.shape();
  const bool has_complete = complete.rows() > 0;
  ClassChain::Closed closed = std::move(complete).close(order);
  if (patterns.size() == 0) {
    if (columns.rows() > 0) {
      columns.join(closed, order);
    }
    return std::move(closed.moments);
  }
  Moments moments{shape.keep.moments, {}, {}, {}, {}};
  moments.patterns = std::move(patterns).close(order);
  if (has_complete) {
    moments.patterns.push_back(pattern_of(
        Presence(shape.columns, 1), {{}, std::move(closed.rows), std::move(closed.weight)}, std::move(closed.moments)));
  }
  std::ranges::sort(moments.patterns, PatternOrder(), &Pattern::present);
  return moments;
}

}  // namespace suffice
