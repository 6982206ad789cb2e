// Model files as commands meet them: checked before long work, saved and announced after it.
#include "model_file.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice::cli {

namespace fs = std::filesystem;

void check_output(const std::string& output, const std::string& input) {
  if (output.empty()) {
    return;
  }
  if (same_file(output, input)) {
    throw Error(ErrorCode::usage, "-o names the file the rows come from; choose another name", output);
  }
  std::error_code ignored;
  const fs::path folder = fs::path(output).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    throw Error(ErrorCode::file_system, fmt::format("there is no folder {}; create it first", folder.string()), output);
  }
  if (fs::is_directory(output, ignored)) {
    throw Error(ErrorCode::file_system, "is a folder; name a file in it", output);
  }
}

void save_model(const Stored& stored, const std::string& path, const Console& console) {
  save(stored, path);
  std::error_code ignored;
  console.say(fmt::format("saved {} ({} bytes)", path, fs::file_size(path, ignored)));
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code missing;
  return fs::equivalent(a, b, missing);
}

void apply_estimate_options(const Arguments& arguments, EstimateOptions& options) {
  if (!arguments.estimator.empty()) {
    options.estimator = parse_estimator(arguments.estimator);
  }
  if (!arguments.shrinkage.empty()) {
    options.shrinkage = parse_shrinkage(arguments.shrinkage);
  }
  if (!arguments.class_prior.empty()) {
    options.class_prior = parse_class_prior(arguments.class_prior);
  }
}

Model load_model(const Arguments& arguments) {
  Stored stored = load(arguments.model);
  apply_estimate_options(arguments, stored.options);
  return estimate(stored.summary, stored.options);
}

}  // namespace suffice::cli
