// Squared distances in a panel whose columns are apart, their logarithms, and what falls off with a distance.
#pragma once

#include <span>

#include "math/kernels/panel.hpp"

namespace suffice {

/// out = Σ_k z_k², z_k = (x_k − shift[k]) · scale[k], for each row x of the panel: one chain of fused multiply-adds in
/// the order of the columns, so that it depends on its row alone, not on the instruction set or the thread.
void scaled_squares(std::span<const double> shift, std::span<const double> scale, std::span<const PanelColumn> x,
                    PanelColumn& out);

/// out = Σ_k log (1 + z_k²), of which a product of univariate t densities is made; finite for every finite row and
/// scale.
void log1p_squares(std::span<const double> shift, std::span<const double> scale, std::span<const PanelColumn> x,
                   PanelColumn& out);

/// column = offset + slope · column, fused, and −∞ where that is not a number; slope < 0.
void fall_off(double offset, double slope, PanelColumn& column);

/// Squares and fall, plainly: what every kernel must agree with to the last bit.
void scaled_squares_reference(std::span<const double> shift, std::span<const double> scale,
                              std::span<const PanelColumn> x, PanelColumn& out);
void fall_off_reference(double offset, double slope, PanelColumn& column);

}  // namespace suffice
