#include "summary/column_sums.hpp"

#include <algorithm>
#include <numeric>

#include "summary/column_moments.hpp"
#include "summary/column_parts.hpp"

namespace suffice {

void ColumnSums::add(const LabelledRows& rows, unsigned threads) {
  for (std::size_t i = 0; i < rows.batch.rows; ++i) {
    const std::size_t c = rows.class_of_code[rows.codes[i]];
    if (c >= class_rows_.size()) {
      class_rows_.resize(c + 1);
      class_weight_.resize(c + 1);
    }
    ++class_rows_[c];
    class_weight_[c] += rows.batch.weight(i);
  }
  for (std::vector<double>* numbers : {&weight_, &shift_, &mean_, &scatter_}) {
    numbers->resize(class_rows_.size() * columns_);
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

std::uint64_t ColumnSums::rows() const {
  return std::accumulate(class_rows_.begin(), class_rows_.end(), std::uint64_t{0});
}

void ColumnSums::join(ClassChain::Closed& complete, std::span<const std::size_t> order) const {
  Moments& moments = complete.moments;
  moments.column_weight.resize(order.size() * columns_);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t c = order[k];
    const bool has_rows = c < class_rows_.size();
    for (std::size_t j = 0; j < columns_; ++j) {
      const std::size_t at = k * columns_ + j;
      const ColumnCell here{complete.weight[k], moments.mean[at], moments.scatter[at]};
      const std::size_t from = c * columns_ + j;
      const ColumnCell sum =
          has_rows ? merge_cells(here, {weight_[from], shift_[from] + mean_[from], scatter_[from]}) : here;
      moments.column_weight[at] = sum.weight;
      moments.mean[at] = sum.mean;
      moments.scatter[at] = sum.scatter;
    }
    complete.rows[k] += has_rows ? class_rows_[c] : 0;
    complete.weight[k] += has_rows ? class_weight_[c] : 0;
  }
}

}  // namespace suffice
