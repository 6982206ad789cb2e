// Sorted lookup: how many of some ascending numbers are at most x, for many x, without a branch.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace suffice {

/// Cells of a grid say where the search begins; the numbers of the fullest cell decide how often what is left is
/// halved, so that evenly spread numbers need one or two steps and any others at most log₂ of their count. The grid is
/// uniform, or uniform in the bits of the numbers, which is about their logarithm, whichever spreads the numbers
/// better.
class SortedLookup {
 public:
  SortedLookup() = default;
  /// At least one number, at most 1,024, finite, ascending.
  explicit SortedLookup(std::span<const double> numbers);

  /// From 0 to the count of the numbers. NaN: any of these.
  [[nodiscard]] std::uint32_t count_at_most(double x) const {
    std::uint32_t count = 0;
    count_at_most(&x, 1, &count);
    return count;
  }
  /// The same of many.
  void count_at_most(const double* x, std::size_t size, std::uint32_t* counts) const;

 private:
  static constexpr std::size_t most_cells = 2048;

  /// Ascends as the numbers do.
  static std::int64_t bits_of(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return bits ^ ((bits >> 63U) & INT64_MAX);
  }
  /// Neither ever decreases with x; they are 0, …, the last cell.
  [[nodiscard]] std::uint32_t uniform_cell(double x) const {
    const double place = (x - origin_) * scale_;
    const double from_0 = place > 0 ? place : 0;  // of NaN 0
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(from_0 < last_cell_ ? from_0 : last_cell_));
  }
  [[nodiscard]] std::uint32_t bit_cell(double x) const {
    const std::int64_t held = std::clamp(bits_of(x), first_bits_, last_bits_);
    const std::uint64_t from_first = static_cast<std::uint64_t>(held) - static_cast<std::uint64_t>(first_bits_);
    return static_cast<std::uint32_t>(from_first >> shift_);
  }
  [[nodiscard]] std::vector<std::uint16_t> inside_cells(std::span<const double> numbers) const;
  template <int steps>
  void search(const double* x, std::size_t size, std::uint32_t* counts) const;

  bool by_bits_ = false;
  double origin_ = 0;
  double scale_ = 0;
  double last_cell_ = 0;
  std::int64_t first_bits_ = 0;
  std::int64_t last_bits_ = 0;
  unsigned shift_ = 0;
  std::uint32_t half_ = 0;
  std::vector<std::uint16_t> starts_;  // for each cell, how many numbers lie in those before it
  std::vector<double>
      numbers_;  // number k at place k + 1; then NaN, which is at most nothing, as often as a search looks beyond
};

}  // namespace suffice
