// Moment state: the moments of all rows so far, while more may come; third and fourth ones among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "math/system/aligned.hpp"
#include "suffice/summary.hpp"
#include "summary/moments/moment_shape.hpp"

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
/// From moments about mean − δ back to those about the mean.
void move_to_mean(const MeanStep& step, double* third, double& fourth);

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
