// The moments of a block as named tensors, and back; patterns of missing values one after the other.
#pragma once

#include <cstdint>
#include <string>

#include "store/container/tensors.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// Of the second moments of a kind.
TensorShape scatter_shape(MomentKind kind, std::uint64_t classes, std::uint64_t features);

/// Adds tensors whose names begin with `prefix`, as views into the sums where these have no patterns.
void add_moments(const MomentBlock& block, const std::string& prefix, TensorList& list);

/// Error (bad_model) unless tensors, types and shapes are as the kind, the classes and the features ask for. What the
/// numbers mean is for check_summary() to say.
Moments read_moments(const TensorMap& tensors, const std::string& prefix, MomentKind kind, std::uint64_t classes,
                     std::uint64_t features);

}  // namespace suffice
