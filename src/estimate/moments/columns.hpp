// The columns that are informative for an estimate, and how messages name columns.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "suffice/error.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// A column that is constant over all rows is ignored, unless ridge or prior give it a variance: then it counts like
/// any other. Where variances are estimated column by column, one that is constant within each class but not overall
/// would decide every row alone: Error (bad_data), unless shrinkage gives it a variance too. Identity covariances take
/// every column. Error (bad_data) too for a column whose sums overflowed.
std::vector<std::size_t> informative_columns(const MomentBlock& moments, const GaussianOptions& options);

/// The names of features, quoted, for a message.
std::string list_features(const Block& block, std::span<const std::size_t> columns);

/// To fit without these columns; of more than ten none is named.
Remedy dropping(const Block& block, std::span<const std::size_t> columns);

/// Error (bad_data): this column's values are too large to square.
[[noreturn]] void throw_too_large(const Block& block, std::size_t column);

}  // namespace suffice
