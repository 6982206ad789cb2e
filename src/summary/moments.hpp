// Moments: merging and removing them (Chan, Golub and LeVeque's update, both ways), and reading one kind as another.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "suffice/summary.hpp"

namespace suffice {

/// Sets of second moments: one for all classes, or one for each.
constexpr bool is_pooled(MomentKind kind) { return kind == MomentKind::pooled || kind == MomentKind::pooled_diagonal; }
/// A set is a matrix, or its diagonal.
constexpr bool has_matrices(MomentKind kind) { return kind == MomentKind::pooled || kind == MomentKind::full; }
constexpr std::size_t set_size(MomentKind kind, std::size_t d) { return has_matrices(kind) ? d * d : d; }
constexpr std::size_t set_count(MomentKind kind, std::size_t classes) { return is_pooled(kind) ? 1 : classes; }

/// S_W, d × d. The kind is pooled or full.
std::vector<double> pooled_scatter(const Summary& summary);
/// The diagonal of S_W, d numbers, from any kind.
std::vector<double> pooled_variation(const Summary& summary);
/// S_c, d × d. The kind is full.
std::span<const double> class_scatter(const Summary& summary, std::size_t c);
/// The diagonal of S_c, d numbers. The kind is full or diagonal.
std::vector<double> class_variation(const Summary& summary, std::size_t c);
/// The mean of all rows, d numbers: of those that have a value in the column, and 0 where none has.
std::vector<double> grand_mean(const Summary& summary);

/// scatter += factor · v vᵀ, both triangles; scatter is d × d for d = v.size().
void add_outer_product(std::span<double> scatter, std::span<const double> v, double factor);

/// The moments of both sets of rows, over the merged classes `sum`. With δ = μ_b − μ_a, class by class:
///   μ = μ_a + (n_b / n) δ,   S_c = S_a + S_b + (n_a n_b / n) δ δᵀ.
/// `columns[j]` is where b keeps feature j of a. Both have the same kind.
Moments merge_moments(const Summary& a, const Summary& b, const ClassCounts& sum, std::span<const std::size_t> columns);

/// The moments of `all` without `part`, over the labels that are left. With δ = μ − μ_part and m rows removed of n:
///   μ' = μ + (m / (n−m)) δ,   S_c' = S_c − S_part − (n m / (n−m)) δ δᵀ.
Moments remove_moments(const Summary& all, const Summary& part, const ClassCounts& rest,
                       std::span<const std::size_t> columns);

}  // namespace suffice
