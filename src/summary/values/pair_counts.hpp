// Pair counts: merging and removing counts of pairs of values.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "summary/block_sums.hpp"
#include "summary/count_removal.hpp"

namespace suffice {

/// The pairs of both, for the values and classes of the merged counts; none where one side does not have them.
/// `columns[j]` is where b keeps feature j of a. Error (bad_data) for more than there may be.
std::vector<double> merge_pairs(const ValueBlock& a, const ValueBlock& b, const ValueCounts& merged,
                                const ClassCounts& sum, std::span<const std::size_t> columns);

/// The pairs of `all`, if it has them, without those of `part`, for the values and classes that are left. Error (usage)
/// where `part` has none, (bad_data) naming both values and the class where there is less than is removed.
std::vector<double> remove_pairs(const ValueBlock& all, const ValueBlock& part, const ValueCounts& left,
                                 const ClassCounts& rest, std::span<const std::size_t> columns, CountRemoval& removal);

}  // namespace suffice
