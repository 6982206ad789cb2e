// What can be wrong with labels before anything is learned or scored.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/schema/cell_sample.hpp"
#include "suffice/dialect.hpp"
#include "suffice/error.hpp"

namespace suffice {

/// Error (bad_data) asking whether the target is a number to be predicted, by its first cells: all are numbers and
/// either some have a fraction and more than 20, or more than half of at least 5 rows, differ; or more than 20, and
/// more than a third of the rows, differ. None where it can be a label, or the sample does not have the column.
std::optional<Error> target_problem(const CellSample& sample, const Dialect& dialect, const std::string& target);

struct LabelTwin {
  std::string found;  ///< a new label
  std::string known;  ///< the known one that it seems to mean

  bool operator==(const LabelTwin&) const = default;
};

/// The new labels that are not known but differ from a known one only by blanks, case (of ASCII letters) or a final
/// dot, or are the same number (1 and 1.0), in their order; of several known ones the first.
std::vector<LabelTwin> label_twins(std::span<const std::string> known, std::span<const std::string> found);

}  // namespace suffice
