// Repeated rows: copies among the rows of a sample, which tell each other's labels when one of them is left out.
#pragma once

#include <cstddef>

#include "suffice/table.hpp"

namespace suffice {

/// How many rows are equal to another one in all columns, label and weight; 0 where they are fewer than one in twenty,
/// or where different cases can easily be alike: as many would be if the columns of numbers were independent of each
/// other, and there is no column of text.
std::size_t repeated_rows(const Table& rows, const Labels& labels);

}  // namespace suffice
