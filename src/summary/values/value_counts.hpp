// Value counts: merging and removing them.
#pragma once

#include <cstddef>
#include <span>

#include "summary/block_sums.hpp"
#include "summary/count_removal.hpp"

namespace suffice {

/// The counts of both, over the merged classes `sum`; values are united. `columns[j]` is where b keeps feature j of a.
ValueCounts merge_values(const ValueBlock& a, const ValueBlock& b, const ClassCounts& sum,
                         std::span<const std::size_t> columns);

/// The counts of `all` without `part`, over the labels that are left. A value that reaches zero, to rounding where
/// weights are not whole numbers (summary/whole.hpp), is gone unless it was declared. Error (bad_data) naming the value
/// and the class where there is less than is removed.
ValueCounts remove_values(const ValueBlock& all, const ValueBlock& part, const ClassCounts& rest,
                          std::span<const std::size_t> columns, CountRemoval& removal);

}  // namespace suffice
