// Third and fourth moments: adding rows to them, and moving them from one centre to another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "encode/block_rows.hpp"

namespace suffice {

/// With u = x − shift: third += w |u|² u, fourth += w |u|⁴. One row.
void add_fourth(const Batch& batch, std::size_t row, const double* shift, double* third, double& fourth);

/// What moving third and fourth moments takes: rows u about their mean, Σ w u = 0, and a step δ.
struct MeanStep {
  double weight;                          ///< n = Σ w
  double trace;                           ///< tr S, S = Σ w u uᵀ
  std::span<const double> delta;          ///< δ
  std::span<const double> scatter_delta;  ///< S δ
};

/// From moments about the mean to those about mean − δ, u → u + δ:
///   third  += 2 S δ + tr(S) δ + n |δ|² δ,
///   fourth += 4 δᵀ S δ + 4 δᵀ third + 2 tr(S) |δ|² + n |δ|⁴   (third as it was).
void move_from_mean(const MeanStep& step, double* third, double& fourth);
/// Back.
void move_to_mean(const MeanStep& step, double* third, double& fourth);

}  // namespace suffice
