// Class counts: rows and summed weights of each label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suffice/summary.hpp"

namespace suffice {

/// For labels in any order, their positions in the order models use: numeric if all are finite numbers, else bytewise.
std::vector<std::size_t> label_order(std::span<const std::string> labels);

/// Counts over the labels of both.
ClassCounts merge_counts(const ClassCounts& a, const ClassCounts& b);

/// `all` less `part`; a label of no rows is gone, unless it was declared (in byte order). Error (bad_data) when a label
/// is unknown, has too few rows or weight, or would be left with weight and no rows.
ClassCounts remove_counts(const ClassCounts& all, const ClassCounts& part, std::span<const std::string> declared = {});

/// Index of an unknown name.
inline constexpr std::size_t no_place = SIZE_MAX;
/// For each name its place among others, or no_place.
std::vector<std::size_t> places_in(std::span<const std::string> names, std::span<const std::string> others);

}  // namespace suffice
