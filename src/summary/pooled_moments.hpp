// Pooled moments: a mean for each class, one scatter for all. Chan, Golub and LeVeque's update, both ways.
#pragma once

#include <cstddef>
#include <span>

#include "suffice/summary.hpp"

namespace suffice {

/// scatter += factor · v vᵀ, both triangles; scatter is d × d for d = v.size().
void add_outer_product(std::span<double> scatter, std::span<const double> v, double factor);

/// The moments of both sets of rows, over the merged classes `sum`. With δ = μ_b − μ_a, class by class:
///   μ = μ_a + (n_b / n) δ,   S_W = S_a + S_b + Σ_c (n_a n_b / n) δ δᵀ.
/// `columns[j]` is where b keeps feature j of a.
PooledMoments merge_moments(const Summary& a, const Summary& b, const ClassCounts& sum,
                            std::span<const std::size_t> columns);

/// The moments of `all` without `part`, over the labels that are left. With δ = μ − μ_part and m rows removed of n:
///   μ' = μ + (m / (n−m)) δ,   S' = S − S_part − Σ_c (n m / (n−m)) δ δᵀ.
PooledMoments remove_moments(const Summary& all, const Summary& part, const ClassCounts& rest,
                             std::span<const std::size_t> columns);

}  // namespace suffice
