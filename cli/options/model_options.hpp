// Model options: what a command line says about a model, as the library takes it.
#pragma once

#include "options/option_table.hpp"
#include "suffice/fit.hpp"

namespace suffice::cli {

/// What --model, --estimate, --class-prior and the options of Gaussians, counts and terms say. Error (usage) for a word
/// that is none of theirs, (file_system) for a file that cannot be read.
ModelChoice model_choice(const Arguments& arguments);

/// Everything that a command line says about a fit.
FitOptions fit_options(const Arguments& arguments);

/// A model of α and γ that are to be searched starts somewhere.
void begin_rda(ModelChoice& choice);

/// --criterion and --select, with the options that were given for good; nothing where options are not to be searched.
std::optional<TuneOptions> tune_options(const Arguments& arguments);

}  // namespace suffice::cli
