// Where missing values are not meant: rows are held to finite numbers and categories that are there.
#pragma once

#include <cstddef>

#include "suffice/table.hpp"

namespace suffice::python {

/// Whether there are numbers of a type that has NaN, or categories.
bool may_lack_values(const Table& rows);

/// Error (bad_data) naming a row and column whose number is missing or infinite, or whose category is missing: of a
/// matrix the first one in order. `before` rows came before these.
void require_finite(const Table& rows, std::size_t before, unsigned threads = 1);

}  // namespace suffice::python
