// Prediction columns: the numbers that predict can write beside the label.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "options/option_table.hpp"
#include "suffice/model.hpp"
#include "suffice/store.hpp"
#include "suffice/table.hpp"

namespace suffice::cli {

/// Some columns of numbers that are computed together.
struct PredictionColumns {
  std::vector<std::string> names;
  /// rows × names, row-major; NaN for an empty cell.
  std::function<void(const Table& rows, std::span<double> out)> compute;
};

/// What --proba, --evidence, --distances and --transform ask for, in this order. `opened` must outlive the result.
/// Error (usage) when the model has no such numbers.
std::vector<PredictionColumns> chosen_columns(const OpenedModel& opened, const Arguments& arguments);

}  // namespace suffice::cli
