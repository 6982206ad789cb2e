// Fine bins: how many edges the columns of the role mdl get, of which the labels choose later.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "fit/choice/column_sample.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// `total` shared out so that nobody has more than it wants, and who has less has as much as anybody.
std::vector<std::size_t> shared_out(std::size_t total, std::span<const std::size_t> wanted);

/// How many edges each of `fine`, features of a block whose other bins are decided, may have where counts of pairs of
/// values are kept of it, at least 1: as many as they have use for, as far as all values of the block, and a tenth more
/// of categories and labels for those that the sample lacks, are within the limits of the pairs.
std::vector<std::size_t> fine_edges_among_pairs(const Block& block, std::span<const std::string> fine,
                                                const ColumnSample& sample, std::size_t labels);

}  // namespace suffice
