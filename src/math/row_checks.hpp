// Row checks: whether the numbers of a sparse row, and their places, are what most are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace suffice {

/// Whether all numbers are whole, positive and at most `most`.
bool all_counts(std::span<const double> numbers, std::uint32_t most);
bool all_counts(std::span<const float> numbers, std::uint32_t most);

/// Whether each number is above the one before, and all are below `bound`.
bool ascend_below(std::span<const std::uint32_t> numbers, std::size_t bound);

}  // namespace suffice
