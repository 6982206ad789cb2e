// Wider sums: those of rows that hold 0 in more columns.
#pragma once

#include <cstddef>

#include "suffice/summary.hpp"

namespace suffice {

/// The sums of the same rows with zeros up to the column `columns`, for a schema whose columns are open. Error
/// (bad_data) for more columns than sums of that kind can hold.
Summary widen(const Summary& summary, std::size_t columns);

}  // namespace suffice
