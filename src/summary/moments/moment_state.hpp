// Moment state: the moments of all rows so far, while more may come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "math/system/aligned.hpp"
#include "suffice/summary.hpp"
#include "summary/moments/moment_shape.hpp"

namespace suffice {

/// The rows come in *waves*. All rows of a wave are taken about the class means that stood when it began (or the first
/// row of a new class), u = x − shift, so that nothing cancels. A mean is a rounded shift and a remainder e,
/// μ = shift + e: at an offset of 2³⁰ the rounding would cost S eight digits. Closing a wave of weight m = Σ w turns
/// weight n, mean and scatter into n' = n + m and, with f = (n e + Σ w u) / n',
///   μ' = shift + f,   S' = S + Σ w u uᵀ + (n e eᵀ − n' f fᵀ).
/// Rows of C × d arrays have shape.width() numbers.
struct MomentState {
  MomentShape shape;
  std::vector<std::uint64_t> rows;         ///< C
  std::vector<double> weight;              ///< C: n, of closed waves
  AlignedVector mean;                      ///< C × d: of closed waves, rounded, and the shift of the open one
  AlignedVector remainder;                 ///< C × d: e, what rounding took off the mean
  std::vector<double> wave_weight;         ///< C: Σ w of the open wave
  AlignedVector wave_first;                ///< C × d: Σ w u of the open wave
  std::vector<AlignedVector> second = {};  ///< sets: S of closed waves + Σ w u uᵀ of the open one
  AlignedVector third = {};                ///< C × d: of all rows, about the shift
  std::vector<double> fourth = {};         ///< C: likewise

  explicit MomentState(const MomentShape& moment_shape);

  [[nodiscard]] std::size_t classes() const { return weight.size(); }
  /// One more class, whose shift is the mean that stands there afterwards.
  void add_class();
  [[nodiscard]] std::size_t bytes() const;

  /// What closing a set needs memory for.
  struct Closing {
    explicit Closing(const MomentShape& shape);
    AlignedVector left, right;    // panels of n e and −n' f, and of e and f
    AlignedVector step, product;  // f, S f
  };
  /// Closes the wave for the classes of one set of second moments.
  void close_wave(std::size_t set, Closing& closing);

  /// The moments when no wave is open, class k being order[k]. The state is used up.
  Moments take(std::span<const std::size_t> order) &&;
};

}  // namespace suffice
