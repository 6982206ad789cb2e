// Column sums: means and variances of each class and column, from incomplete rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "summary/moments/class_chain.hpp"
#include "summary/moments/row_plan.hpp"

namespace suffice {

/// Open moments of the kind diagonal. Values enter weight n, mean and scatter of their class and column in row order
/// (West's update); with δ = x − μ:
///   n' = n + w,   μ' = μ + δ w / n',   S' = S + δ² n w / n'.
/// μ is kept as its distance from the first value, so that a large offset costs it no digits.
class ColumnSums {
 public:
  explicit ColumnSums(std::size_t columns) : columns_(columns) {}

  /// Rows of positive weight, NaN where a value is missing.
  void add(const LabelledRows& rows, unsigned threads);

  [[nodiscard]] std::uint64_t rows() const { return rows_; }

  /// Adds these sums to those of complete rows, class k being order[k]; a class may be without rows.
  void join(ClassChain::Closed& complete, std::span<const std::size_t> order) const;

 private:
  std::size_t columns_;
  std::uint64_t rows_ = 0;
  std::vector<double> weight_, shift_, mean_, scatter_;  // C × d; the shift is the first value
};

}  // namespace suffice
