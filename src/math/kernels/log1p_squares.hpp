// Sums of log (1 + z²), what a product of univariate t densities is made of.
#pragma once

#include <span>

#include "math/kernels/panel.hpp"

namespace suffice {

/// out = Σ_k log (1 + z_k²), z_k = (x_k − shift[k]) · scale[k], for each row x of the panel; finite for every finite
/// row and scale.
void log1p_squares(std::span<const double> shift, std::span<const double> scale, std::span<const PanelColumn> x,
                   PanelColumn& out);

}  // namespace suffice
