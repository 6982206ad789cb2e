// Plug-in estimates: covariances by maximum likelihood or unbiased, with their shrinkage (MODELS §3).
#pragma once

#include <cstddef>
#include <vector>

#include "estimate/moments/gaussians.hpp"

namespace suffice {

/// Everything of the Gaussians but Σ_k itself, for the estimators mle and unbiased over the given columns.
Gaussians plug_in(const MomentBlock& moments, const GaussianOptions& options, std::vector<std::size_t> columns);

}  // namespace suffice
