// An affine map of centred rows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/kernels/batch.hpp"
#include "math/kernels/panel.hpp"

namespace suffice {

/// x ↦ offset + (x − centre) B, from `inputs` to `outputs` numbers.
class AffineMap {
 public:
  /// `matrix` is inputs × outputs, row-major.
  AffineMap(std::span<const double> centre, std::span<const double> matrix, std::span<const double> offset);

  [[nodiscard]] std::size_t inputs() const { return layout_.columns; }
  [[nodiscard]] std::size_t outputs() const { return offset_.size(); }
  [[nodiscard]] std::span<const double> offset() const { return offset_; }

  /// out: rows × outputs, row-major. Each number is one chain of fused multiply-adds over the inputs in order, so that
  /// it depends on its row alone, not on the batch, the instruction set or the thread.
  void apply(const Batch& rows, double* out) const;

 private:
  PanelLayout layout_;
  std::vector<double> transposed_;  // outputs × inputs
  std::vector<double> offset_;
};

}  // namespace suffice
