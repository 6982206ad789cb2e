// The hot loop of fitting linear models on rows: inner products of the columns of panels.
#pragma once

#include <cstddef>
#include <span>

#include "math/kernels/panel.hpp"

namespace suffice {

/// Panels of `columns` columns each.
struct PanelStack {
  std::span<const PanelColumn* const> panels;  ///< the first column of each
  std::size_t columns = 0;
};

/// sums[i · right.columns + j] += Σ_r left(r, i) · right(r, j), over the rows of all panels, for every i and j, or for
/// j ≤ i alone where `lower` is set. Both stacks have as many panels. Rows r, r + 8, r + 16, … are one chain of fused
/// multiply-adds, and the eight chains are summed in a fixed order: neither the instruction set nor the thread changes
/// a bit.
void add_inner_products(const PanelStack& left, const PanelStack& right, bool lower, double* sums);

/// The same, plainly: what every kernel must agree with to the last bit.
void add_inner_products_reference(const PanelStack& left, const PanelStack& right, bool lower, double* sums);

}  // namespace suffice
