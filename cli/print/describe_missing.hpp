// Describe missing: how many values are missing, and what becomes of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "suffice/roles.hpp"
#include "suffice/store.hpp"

namespace suffice::cli {

/// "missing   2 % of the values, in 7 rows of 5 patterns: completed by expectation-maximisation", of the columns that
/// are read; nothing where none is missing. Patterns are named where a whole block of numbers is all that is read.
/// Where sums do not tell how many are missing, `columns` do, of a fit, which also counts the rows that are incomplete.
std::string describe_missing(const Stored& stored, std::span<const ColumnGuess> columns = {},
                             std::uint64_t incomplete_rows = 0);

}  // namespace suffice::cli
