// Moments: merging and removing them (Chan, Golub and LeVeque's update, both ways), how well what is left is known, and
// reading one kind as another.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "summary/block_sums.hpp"

namespace suffice {

/// Sets of second moments: one for all classes, or one for each.
constexpr bool is_pooled(MomentKind kind) { return kind == MomentKind::pooled || kind == MomentKind::pooled_diagonal; }
/// A set is a matrix, or its diagonal.
constexpr bool has_matrices(MomentKind kind) { return kind == MomentKind::pooled || kind == MomentKind::full; }
constexpr std::size_t set_size(MomentKind kind, std::size_t d) { return has_matrices(kind) ? d * d : d; }
constexpr std::size_t set_count(MomentKind kind, std::size_t classes) { return is_pooled(kind) ? 1 : classes; }

/// Σ w over the rows of class c that have a value in column j: the weight of the class where nothing is missing. The
/// moments are without patterns, here and in what follows.
double column_weight(const MomentBlock& moments, std::size_t c, std::size_t j);

/// S_W, d × d. The kind is pooled or full.
std::vector<double> pooled_scatter(const MomentBlock& moments);
/// The diagonal of S_W, d numbers, from any kind.
std::vector<double> pooled_variation(const MomentBlock& moments);
/// S_c, d × d. The kind is full.
std::span<const double> class_scatter(const MomentBlock& moments, std::size_t c);
/// The diagonal of S_c, d numbers. The kind is full or diagonal.
std::vector<double> class_variation(const MomentBlock& moments, std::size_t c);
/// The mean of all rows, d numbers: of those that have a value in the column, and 0 where none has.
std::vector<double> grand_mean(const MomentBlock& moments);
/// The same less an origin, to the digits that remainders have.
std::vector<double> grand_mean_from(const MomentBlock& moments, std::span<const double> origin);

/// Moments, with patterns or without, read as a kind they contain, without third and fourth moments. Error (usage) when
/// they do not contain it.
Moments read_as(const MomentBlock& moments, MomentKind kind);

/// Moments of no rows.
Moments empty_moments(MomentKind kind, bool fourth, std::size_t classes, std::size_t d);

/// Empties a remainder of C × d numbers unless some number of it exceeds 2⁻⁴³ standard deviations; `weights` are those
/// of the classes.
void drop_slight_remainder(Moments& moments, std::span<const double> weights, std::size_t d);

/// Whether a scatter, d variances or d × d, can be one of rows, but for rounding: s_ii ≥ 0 and |s_ij| ≤ √(s_ii s_jj).
bool is_scatter(std::span<const double> set, std::size_t d);
/// Puts such numbers in the place of those that rounding left outside these bounds.
void bound_scatter(Moments& moments, std::size_t d);

/// scatter += factor · v vᵀ, both triangles; scatter is d × d for d = v.size().
void add_outer_product(std::span<double> scatter, std::span<const double> v, double factor);

/// The moments of both sets of rows, over the merged classes `sum`. With δ = μ_b − μ_a, class by class:
///   μ = μ_a + (n_b / n) δ,   S_c = S_a + S_b + (n_a n_b / n) δ δᵀ.
/// `columns[j]` is where b keeps feature j of a. Both have the same kind, and neither patterns nor weights of columns.
Moments merge_moments(const MomentBlock& a, const MomentBlock& b, const ClassCounts& sum,
                      std::span<const std::size_t> columns);

/// The moments of `all` without `part`, over the labels that are left. With δ = μ − μ_part and m rows removed of n:
///   μ' = μ + (m / (n−m)) δ,   S_c' = S_c − S_part − (n m / (n−m)) δ δᵀ.
Moments remove_moments(const MomentBlock& all, const MomentBlock& part, const ClassCounts& rest,
                       std::span<const std::size_t> columns);

/// Bounds on what rounding did to the diagonal of the scatter of `rest`, which is `all` without `part`, set by set; 0
/// where no row is left. `columns[j]` is where the part keeps feature j. Error (bad_data) when a variance would be
/// negative by more than rounding explains.
std::vector<double> removal_rounding(const MomentBlock& all, const MomentBlock& part, const MomentBlock& rest,
                                     std::span<const std::size_t> columns);

/// The largest of these bounds, sets × d, relative to the scatter that is left, which has no patterns.
double relative_rounding(std::span<const double> rounding, const Moments& rest, std::size_t d);

}  // namespace suffice
