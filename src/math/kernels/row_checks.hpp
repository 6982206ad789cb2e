// Row checks: whether the numbers of a sparse row, and their places, are what most are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace suffice {

/// The largest of numbers that are all whole, positive and at most `most`, 0 where there is none; nothing where some
/// are not.
std::optional<std::uint32_t> largest_count(std::span<const double> numbers, std::uint32_t most);
std::optional<std::uint32_t> largest_count(std::span<const float> numbers, std::uint32_t most);

/// Whether each number is above the one before, and all are below `bound`.
bool ascend_below(std::span<const std::uint32_t> numbers, std::size_t bound);

}  // namespace suffice
