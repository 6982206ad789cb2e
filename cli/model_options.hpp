// Model options: from what a command line says to EstimateOptions and the sums to keep.
#pragma once

#include "option_table.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice::cli {

/// Replaces what --model, --estimate, --shrinkage, --rda, --ridge, --axes and --class-prior name.
/// Error (usage) when they make no sense, alone or together.
void apply_model_options(const Arguments& arguments, EstimateOptions& options);

/// The options of a fit: shrinkage auto, but whoever asks for another estimator, rda or a ridge gets just that
/// (MODELS §12).
EstimateOptions fit_options(const Arguments& arguments);

/// --keep, or the smallest sums that the options need.
Keep kept_sums(const Arguments& arguments, const EstimateOptions& options);

}  // namespace suffice::cli
