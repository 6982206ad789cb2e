// What can be wrong with labels before anything is learned or scored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "suffice/dialect.hpp"
#include "suffice/error.hpp"
#include "suffice/roles.hpp"

namespace suffice {

/// Labels that are numbers are asked about where there are more of them, whatever the number of rows.
inline constexpr std::size_t most_number_labels = 20;

/// Error (bad_data) asking whether the target is a number to be predicted, by its first cells: all are numbers, and
/// more than 20 differ, or more than half of at least 10 rows (of 5 where some have a fraction), unless they are at
/// most 10 whole numbers one after the other. None where it can be a label, or the sample does not have the column.
std::optional<Error> target_problem(const CellSample& sample, const Dialect& dialect, const std::string& target);
/// The same by the labels of all rows, of which the first may not tell: more than 20, all of them numbers.
std::optional<Error> number_label_problem(std::span<const std::string> labels, std::uint64_t rows,
                                          const std::string& target);

}  // namespace suffice
