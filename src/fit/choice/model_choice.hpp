// Model choice: from what a user says about a model to the options of each block.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suffice/fit.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// The name that leaves the choice of a model to the rows.
inline constexpr const char* automatic_model = "auto";

/// Whether nothing is said that decides how sums are read, but for the class prior.
bool is_automatic(const ModelChoice& choice);

/// The model that is named, nothing for auto; rda where its numbers are given. Error (usage) where both are said and
/// differ.
std::optional<std::string> chosen_model(const ModelChoice& choice);

/// The options of a fit, features empty where a reading takes all of its block. Errors as plan_fit().
Options chosen_options(const Schema& schema, const ModelChoice& choice, std::span<const ColumnRole> roles);

/// Options with a reading for each block at least, changed by what is said. Errors as reestimate().
Options changed_options(Options options, const Schema& schema, const ModelChoice& choice);

/// Options whose readings have no feature of `drop`, readings without features gone. `options` are checked(): features
/// are spelt out. Errors as reestimate().
Options dropped_columns(Options options, const Schema& schema, std::span<const std::string> drop);

/// Checked options, and features empty where a reading takes all of its block.
Options settled(const Options& options, const Schema& schema);

}  // namespace suffice
