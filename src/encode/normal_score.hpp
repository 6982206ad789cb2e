// Normal score: a column's numbers become scores by knots, and scores numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "math/kernels/sorted_lookup.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// The knots of one feature, made ready for many numbers; without knots the number as it is.
class ScoreTable {
 public:
  /// Knots as check_schema() wants them.
  explicit ScoreTable(const NormalScore& score);

  [[nodiscard]] bool empty() const { return x_.empty(); }

  /// x becomes z(x) in place. NaN stays; ±∞ stays, so that it is seen to be no number.
  void apply(double* x, std::size_t count) const;

  /// to[i] += log |dz/dx| at x[i]: of the segment that x lies in, the one above it at a knot; beyond the ends log s −
  /// s |x − x_end|, s being the end segment's slope. Nothing where x is NaN.
  void add_log_slopes(const double* x, std::size_t count, double* to) const;

  /// The x of a score within the knots; beyond them the end.
  [[nodiscard]] double inverse(double z) const;

 private:
  SortedLookup lookup_;
  std::vector<double> x_;
  std::vector<double> z_;
  std::vector<double> slope_;      // of the segment after each knot; 0 after the last
  std::vector<double> log_slope_;  // of the segments
  /// What a score is computed from, together in memory: that of k knots at most x is segment k.
  struct Segment {
    double x;
    double z;
    double slope;
  };
  std::vector<Segment> segments_;
};

}  // namespace suffice
