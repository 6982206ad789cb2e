// Model options: from what a command line says to EstimateOptions and the sums to keep.
#pragma once

#include "column_options.hpp"
#include "option_table.hpp"
#include "suffice/options.hpp"
#include "suffice/store.hpp"

namespace suffice::cli {

/// Replaces what --model, --estimate, --class-prior and the options of Gaussians, counts and terms name.
/// Error (usage) when they make no sense, alone, together, or for such rows.
void apply_model_options(const Arguments& arguments, const RowKind& rows, EstimateOptions& options);

/// The options of a fit: the model that such rows have by default, or --model. Gaussians have shrinkage auto, but
/// whoever asks for another estimator, rda or a ridge gets just that (MODELS §12).
EstimateOptions fit_options(const Arguments& arguments, const RowKind& rows);

/// --keep, or the smallest sums that the options need.
Keep kept_sums(const Arguments& arguments, const EstimateOptions& options);

/// With --compact, the sums and the vocabulary without the terms that the options leave out. Error (usage) when the
/// options name other terms that these sums do not have.
void apply_compact(const Arguments& arguments, Stored& stored);

}  // namespace suffice::cli
