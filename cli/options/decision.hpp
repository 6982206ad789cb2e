// Decisions: what --cost, --reject and --outlier say about turning a posterior into a label.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "options/option_table.hpp"
#include "suffice/model.hpp"

namespace suffice::cli {

/// The costs of a CSV file, C × C as in Decision: the header has a corner cell and then the true labels, each further
/// row a decided label and its costs; every label exactly once, in any order.
/// Error (bad_data) naming file and line.
std::vector<double> read_costs(const std::string& path, const std::vector<std::string>& labels);

/// Nothing when none of the options was given: the label of the largest posterior.
/// Error (usage) for a number out of its range.
std::optional<Decision> chosen_decision(const Model& model, const Arguments& arguments);

}  // namespace suffice::cli
