// Plane: two directions in the space of the numbers that show how classes differ.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/picture/probes.hpp"
#include "report/picture/shown_rows.hpp"
#include "suffice/picture.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// The numbers that a column holds: amounts are at least 0, and of some families whole.
enum class Support : std::uint8_t { any, at_least_0, whole };

/// A row x has the coordinates wₖᵀ(x − centre), and the point (s, t) of the plane is the row centre + s v₁ + t v₂, with
/// wₖᵀ vₗ = 1[k = l].
struct Plane {
  std::vector<std::size_t> places;              ///< of d columns
  std::vector<double> centre;                   ///< d
  std::array<std::vector<double>, 2> axes;      ///< w₁ and w₂; the second may be empty
  std::array<std::vector<double>, 2> embedded;  ///< v₁ and v₂
  std::array<std::string, 2> names;             ///< of the axes
  bool columns = false;                         ///< the axes are columns as they are
  std::vector<Support> supports;                ///< d

  [[nodiscard]] std::size_t dimensions() const { return axes[1].empty() ? 1 : 2; }
  /// The coordinates of row i of rows that have the same columns; a missing number is the centre's.
  [[nodiscard]] draw::Point project(const ShownRows& rows, std::size_t i) const;
  /// Rows of the plane at these points, to be scored: the nearest that the columns can hold.
  [[nodiscard]] NumberProbes probes(const std::vector<draw::Point>& points) const;
};

/// One or two columns as they are, if `own_columns` says so for two; of more, Fisher's first two discriminant axes of
/// the rows, scaled so that the covariance within classes is the identity. Two classes have one such axis: the second
/// is then the direction, apart from the first, in which their spread differs most. Where the covariance is singular,
/// columns are taken to be independent.
Plane plane_of(const ShownRows& rows, const Schema& schema, std::size_t classes, bool own_columns = true);

/// μ₁ − μ₀ of two classes, as an axis of unit length.
Plane mean_difference(const ShownRows& rows, const Schema& schema);

}  // namespace suffice
