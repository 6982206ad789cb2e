#include "math/kernels/sorted_lookup.hpp"

#include <cmath>
#include <limits>

namespace suffice {

std::vector<std::uint16_t> SortedLookup::inside_cells(std::span<const double> numbers) const {
  std::vector<std::uint16_t> inside(static_cast<std::size_t>(last_cell_) + 1, 0);
  for (const double number : numbers) ++inside[by_bits_ ? bit_cell(number) : uniform_cell(number)];
  return inside;
}

SortedLookup::SortedLookup(std::span<const double> numbers) {
  // The outermost numbers, which may lie far off, share the outermost cells.
  const std::size_t outside = numbers.size() > 4 ? 1 + numbers.size() / 64 : 0;
  const double low = numbers[outside];
  const double high = numbers[numbers.size() - 1 - outside];
  const std::size_t cells = std::min(most_cells, std::bit_ceil(4 * numbers.size()));
  last_cell_ = static_cast<double>(cells - 1);
  origin_ = low;
  const double scale = static_cast<double>(cells) / (high - low);
  scale_ = std::isfinite(scale) ? scale : 0;
  first_bits_ = bits_of(low);
  last_bits_ = bits_of(high);
  const std::uint64_t range = static_cast<std::uint64_t>(last_bits_) - static_cast<std::uint64_t>(first_bits_);
  while ((range >> shift_) >= cells) ++shift_;

  std::vector<std::uint16_t> inside = inside_cells(numbers);
  by_bits_ = true;
  std::vector<std::uint16_t> inside_bits = inside_cells(numbers);
  by_bits_ = std::ranges::max(inside_bits) < std::ranges::max(inside);
  if (by_bits_) inside.swap(inside_bits);
  starts_.resize(cells);
  for (std::size_t k = 1; k < cells; ++k) {
    starts_[k] = static_cast<std::uint16_t>(starts_[k - 1] + inside[k - 1]);
  }
  // Halves of 2^(s−1), …, 1 reach 2^s − 1 numbers.
  half_ = std::bit_floor(std::uint32_t{std::ranges::max(inside)});
  numbers_.assign(1, -std::numeric_limits<double>::infinity());
  numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
  numbers_.resize(numbers_.size() + 2 * std::size_t{half_}, std::numeric_limits<double>::quiet_NaN());
}

// The number of steps is a constant, so that there is no loop over them and searches for several numbers overlap.
template <int steps>
void SortedLookup::search(const double* x, std::size_t size, std::uint32_t* counts) const {
  const double* const numbers = numbers_.data();
  for (std::size_t i = 0; i < size; ++i) {
    std::uint32_t count = counts[i];
    for (std::uint32_t half = std::uint32_t{1} << (steps - 1); half > 0; half /= 2) {
      count += static_cast<std::uint32_t>(numbers[count + half] <= x[i]) * half;
    }
    counts[i] = count;
  }
}

void SortedLookup::count_at_most(const double* x, std::size_t size, std::uint32_t* counts) const {
  if (by_bits_) {
    for (std::size_t i = 0; i < size; ++i) counts[i] = bit_cell(x[i]);
  } else {
    for (std::size_t i = 0; i < size; ++i) counts[i] = uniform_cell(x[i]);
  }
  for (std::size_t i = 0; i < size; ++i) counts[i] = starts_[counts[i]];
  switch (half_) {
    case 1:
      return search<1>(x, size, counts);
    case 2:
      return search<2>(x, size, counts);
    case 4:
      return search<3>(x, size, counts);
    case 8:
      return search<4>(x, size, counts);
    case 16:
      return search<5>(x, size, counts);
    case 32:
      return search<6>(x, size, counts);
    case 64:
      return search<7>(x, size, counts);
    case 128:
      return search<8>(x, size, counts);
    case 256:
      return search<9>(x, size, counts);
    case 512:
      return search<10>(x, size, counts);
    default:
      return search<11>(x, size, counts);
  }
}

}  // namespace suffice
