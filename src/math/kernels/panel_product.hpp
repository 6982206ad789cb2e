// The hot loops of scoring: a matrix times each row of a panel.
#pragma once

#include <cstddef>
#include <span>

#include "math/kernels/panel.hpp"

namespace suffice {

/// Each number that these functions write is one chain of fused multiply-adds in the order of the formula, so that it
/// depends on its row alone: not on the other rows, the instruction set or the thread. With x a row of the panel:

/// out[i] = offset[i] + Σ_k matrix(i, k) x_k, with the matrix row-major, offset.size() × x.size(). Meanwhile `ahead` is
/// fetched into the cache.
void multiply(std::span<const double> matrix, std::span<const double> offset, std::span<const PanelColumn> x,
              std::span<PanelColumn> out, std::span<const std::byte> ahead = {});

/// out[i] = Σ_{k ≤ i} lower(i, k) x_k, with the matrix row-major, x.size() × x.size(); what is above the diagonal is
/// not read.
void multiply_lower(std::span<const double> lower, std::span<const PanelColumn> x, std::span<PanelColumn> out);

/// out = Σ_i z_i², z_i = Σ_{k ≤ i} lower(i, k) (x_k − shift[k]). `spare` has room for x.size() columns.
void lower_squares(std::span<const double> lower, std::span<const double> shift, std::span<const PanelColumn> x,
                   std::span<PanelColumn> spare, PanelColumn& out);

/// The same, plainly: what every kernel must agree with to the last bit.
void multiply_reference(std::span<const double> matrix, std::span<const double> offset, std::span<const PanelColumn> x,
                        std::span<PanelColumn> out);
void multiply_lower_reference(std::span<const double> lower, std::span<const PanelColumn> x,
                              std::span<PanelColumn> out);
void lower_squares_reference(std::span<const double> lower, std::span<const double> shift,
                             std::span<const PanelColumn> x, std::span<PanelColumn> spare, PanelColumn& out);

}  // namespace suffice
