// Where missing values are not meant: rows are held to finite numbers.
#pragma once

#include <cstddef>

#include "suffice/table.hpp"

namespace suffice::python {

/// Whether there are numbers of a type that has NaN.
bool may_lack_values(const Table& rows);

/// Error (bad_data) naming the first row and column, in order, whose number is missing or infinite. `before` rows came
/// before these.
void require_finite(const Table& rows, std::size_t before, unsigned threads = 1);

}  // namespace suffice::python
