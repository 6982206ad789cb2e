// Held rows: whether sums can hold rows, as far as sums show it.
#pragma once

#include "suffice/summary.hpp"

namespace suffice {

/// Error (bad_data) unless the sums of the rows can be taken off: labels, rows of a class, values and counts that the
/// summary has less of, variances that would be negative, and means of a class that has all of its rows among them. Of
/// sums that have lost terms for good, labels and rows of a class alone.
void check_holds(const Summary& summary, const Summary& rows);

}  // namespace suffice
