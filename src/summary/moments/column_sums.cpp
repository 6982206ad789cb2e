#include "summary/moments/column_sums.hpp"

#include <algorithm>

#include "summary/moments/column_moments.hpp"
#include "summary/moments/column_parts.hpp"

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
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t c = order[k];
    const bool has_rows = c < weight_.size() / columns_;
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
  }
}

}  // namespace suffice
