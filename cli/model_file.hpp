// Model files as commands meet them: checked before long work, saved and announced after it.
#pragma once

#include <string>

#include "console.hpp"
#include "option_table.hpp"
#include "suffice/model.hpp"
#include "suffice/store.hpp"

namespace suffice::cli {

/// Finds out before the work whether `output` could be written: Error (file_system) when its folder is missing, and
/// Error (usage) when it is the file that rows are read from.
void check_output(const std::string& output, const std::string& input = {});

/// Saves and says so.
void save_model(const Stored& stored, const std::string& path, const Console& console);

/// Whether both name the same existing file.
bool same_file(const std::string& a, const std::string& b);

/// Replaces what --estimate, --shrinkage and --class-prior name. Error (usage) when they make no sense.
void apply_estimate_options(const Arguments& arguments, EstimateOptions& options);

/// The model of a file, read with --class-prior if that was given.
Model load_model(const Arguments& arguments);

}  // namespace suffice::cli
