// Moment chain: the order in which rows enter pooled moments, so that threads and batches never change a bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "suffice/batch.hpp"

namespace suffice {

/// A row of this class has weight 0 and a label without rows: it is passed over.
inline constexpr std::uint32_t no_class = UINT32_MAX;

/// Sums about a fixed shift per class, u = x − shift_c: Σ w, Σ w u for each class and Σ w u uᵀ for all.
struct ShiftedSums {
  std::vector<double> weight;   ///< C
  std::vector<double> first;    ///< C × d
  std::vector<double> product;  ///< d rows of padded_columns(d); on and below the diagonal

  void resize(std::size_t classes, std::size_t columns);
  void clear();
  void add(const ShiftedSums& other);
};

/// Pooled moments of a growing sequence of rows.
///
/// The sequence is cut into *chunks* of 1024 rows and these into *waves* of 1, 1, 2, 4, …, 64, 64, … chunks, by row
/// number alone. Within a chunk every sum takes its rows in order. Chunks are added to their wave in order. All rows of
/// a wave are taken about the class means that stood when the wave began (or the first row of a new class), so that
/// nothing cancels. A mean is a rounded shift and a remainder e, μ = shift + e: at an offset of 2³⁰ the rounding would
/// cost S eight digits. Closing a wave with m = Σ w turns weight n, mean and scatter into n' = n + m and, with
/// f = (n e + Σ w u) / n',
///   μ' = shift + f,   S' = S + Σ w u uᵀ + Σ_c (n e eᵀ − n' f fᵀ).
/// Threads take whole chunks of one wave. No row is kept.
class MomentChain {
 public:
  explicit MomentChain(std::size_t columns);

  /// classes[i] < C, or no_class, is the class of row i; `count` is C, never less than before.
  /// Values are finite and weights finite and not negative.
  void add(const Batch& batch, std::span<const std::uint32_t> classes, std::size_t count, unsigned threads);

  struct Moments {
    std::vector<double> weight;   ///< C
    std::vector<double> mean;     ///< C × d
    std::vector<double> scatter;  ///< d × d, symmetric
  };
  /// The moments of all rows so far, the open wave included.
  [[nodiscard]] Moments moments() const;

 private:
  void start_classes(const Batch& batch, std::span<const std::uint32_t> classes);
  void add_within_wave(const Batch& batch, std::span<const std::uint32_t> classes, unsigned threads);
  void close_wave();

  std::size_t columns_;
  std::uint64_t rows_ = 0;         // rows so far; rows_ % chunk_rows of them are in the open chunk
  std::uint64_t wave_end_ = 0;     // the row number at which the open wave closes
  std::vector<bool> started_;      // C: whether the class has a shift
  std::vector<double> weight_;     // C: closed waves
  std::vector<double> mean_;       // C × d: closed waves, rounded, and the shift of the open one
  std::vector<double> remainder_;  // C × d: what rounding took off mean_
  std::vector<double> scatter_;    // d rows of padded_columns(d), below the diagonal: closed waves
  ShiftedSums wave_;               // closed chunks of the open wave
  ShiftedSums open_;               // the open chunk
};

}  // namespace suffice
