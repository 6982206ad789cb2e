// The hot loop of scoring: an affine map of centred rows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "suffice/batch.hpp"

namespace suffice {

/// The kernel takes this many rows at a time.
inline constexpr std::size_t affine_rows_at_once = 4;

/// x ↦ offset + (x − centre) B, from `inputs` to `outputs` numbers.
class AffineMap {
 public:
  /// `matrix` is inputs × outputs, row-major.
  AffineMap(std::span<const double> centre, std::span<const double> matrix, std::span<const double> offset);

  [[nodiscard]] std::size_t inputs() const { return centre_.size(); }
  [[nodiscard]] std::size_t outputs() const { return outputs_; }
  [[nodiscard]] std::span<const double> offset() const { return std::span(offset_).first(outputs_); }

  /// out: rows × outputs, row-major. Each number is one chain of fused multiply-adds over the inputs in order, so that
  /// it depends on its row alone, not on the batch, the instruction set or the thread.
  void apply(const Batch& rows, double* out) const;

  /// out: x B for one row x, without centre and offset.
  void apply_linear(std::span<const double> x, double* out) const;

  /// apply(), plainly: what the kernel must agree with to the last bit.
  void apply_reference(const Batch& rows, double* out) const;

 private:
  std::size_t outputs_;
  std::size_t stride_;
  std::vector<double> centre_;
  std::vector<double> matrix_;  // inputs × stride_, zero-padded
  std::vector<double> offset_;  // stride_, zero-padded
};

}  // namespace suffice
