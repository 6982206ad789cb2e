// Wider sums: those of rows that hold 0 in more columns, and the way back.
#pragma once

#include <cstddef>

#include "suffice/summary.hpp"

namespace suffice {

/// The sums of the same rows with zeros up to the column `columns`, for a schema whose columns are open. Error
/// (bad_data) for more columns than sums of that kind can hold.
Summary widen(const Summary& summary, std::size_t columns);

/// The same sums without the columns at the end that hold nothing but 0, where the schema's columns are open; the first
/// stays.
Summary narrow(Summary summary);

}  // namespace suffice
