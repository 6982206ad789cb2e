// Scatters: the second moments of one structure, read from sums over the informative columns.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// What is kept of a scatter S: all of it, its diagonal, or its trace.
enum class Shape { matrix, diagonal, trace };

Shape shape_of(Structure structure);
/// Whether the classes have one covariance together.
bool is_shared(Structure structure);

/// One scatter, or one for each class.
struct Scatters {
  Shape shape = Shape::matrix;
  std::size_t d = 0;           ///< columns
  std::vector<double> values;  ///< one after the other: d × d, d or 1 numbers each
  std::vector<double> weight;  ///< n_c of each, or n
  /// m_kj, d numbers for each scatter: the weight of the rows that have no value in column j; empty where none is
  /// missing.
  std::vector<double> missing = {};

  [[nodiscard]] std::size_t count() const { return weight.size(); }
  [[nodiscard]] std::size_t size_of_one() const {
    return shape == Shape::matrix ? d * d : shape == Shape::diagonal ? d : 1;
  }
  [[nodiscard]] std::span<double> one(std::size_t k) {
    return std::span(values).subspan(k * size_of_one(), size_of_one());
  }
  /// By how much less a scatter's weight counts where values are missing: of a diagonal in the column j, of a trace in
  /// the mean of all.
  [[nodiscard]] double lacking(std::size_t k, std::size_t j) const;
};

/// S_c for each class, or S_W, as the structure says. The sums hold what it needs.
Scatters scatters(const MomentBlock& moments, Structure structure, std::span<const std::size_t> columns);
/// S_W in the given shape.
Scatters pooled_scatters(const MomentBlock& moments, Shape shape, std::span<const std::size_t> columns);

/// Where values are missing, the divisor of column j of a diagonal is D_k − m_kj: the scatter becomes D_k / (D_k −
/// m_kj) times what it is, so that D_k divides it. Of a trace the divisor itself changes.
void adjust_for_missing(Scatters& scatters, std::span<double> divisor);

/// As numerators of covariances: a trace becomes the diagonal of d entries tr S / d.
std::vector<double> as_numerators(Scatters scatters);

/// scatter += factor · v vᵀ, its diagonal, or its trace; v has d numbers.
void add_deviation(Shape shape, std::span<double> scatter, std::span<const double> v, double factor);

/// The chosen entries of each of the rows of a table `width` wide.
std::vector<double> select(std::span<const double> table, std::size_t width, std::span<const std::size_t> columns);

}  // namespace suffice
