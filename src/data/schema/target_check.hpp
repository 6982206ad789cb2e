// What can be wrong with labels before anything is learned or scored.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "suffice/dialect.hpp"
#include "suffice/error.hpp"
#include "suffice/roles.hpp"

namespace suffice {

/// Error (bad_data) asking whether the target is a number to be predicted, by its first cells: all are numbers and
/// either some have a fraction and more than 20, or more than half of at least 5 rows, differ; or more than 20, and
/// more than a third of the rows, differ. None where it can be a label, or the sample does not have the column.
std::optional<Error> target_problem(const CellSample& sample, const Dialect& dialect, const std::string& target);

}  // namespace suffice
