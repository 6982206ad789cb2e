// Term counts: merging and removing them.
#pragma once

#include <cstddef>
#include <span>

#include "summary/block_sums.hpp"
#include "summary/count_removal.hpp"

namespace suffice {

/// Error (bad_data) for more sums of missing values than there may be.
void check_missing_limit(std::size_t terms, std::size_t classes);

/// The counts of both, over the merged classes `sum`; words are united. `columns[j]` is where b keeps feature j of a.
/// O(bytes of words + entries).
TermCounts merge_terms(const TermBlock& a, const TermBlock& b, const ClassCounts& sum,
                       std::span<const std::size_t> columns);

/// The counts of `all` without `part`, over the labels that are left. What reaches zero is gone, to rounding where
/// weights are not whole numbers (summary/whole.hpp). Error (bad_data) naming the term and the class where there is
/// less than is removed.
TermCounts remove_terms(const TermBlock& all, const TermBlock& part, const ClassCounts& rest,
                        std::span<const std::size_t> columns, CountRemoval& removal);

}  // namespace suffice
