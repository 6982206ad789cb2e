// The columns that have a say in an estimate.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Where variances are estimated column by column, one that is constant over all rows has no say, unless ridge,
/// shrinkage or prior give it a variance: then it counts like any other. One that is constant within each class but not
/// overall would have an infinite say: Error (bad_data), with the same exception. Spherical and identity covariances
/// take every column. Error (bad_data) too for a column whose sums overflowed.
std::vector<std::size_t> columns_with_a_say(const Summary& summary, const EstimateOptions& options);

/// The names of features, quoted, for a message.
std::string list_features(const Schema& schema, std::span<const std::size_t> columns);

/// Error (bad_data): this column's values are too large to square.
[[noreturn]] void throw_too_large(const Schema& schema, std::size_t column);

}  // namespace suffice
