// Model files as commands meet them: checked before long work, saved and announced after it.
#include "model_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "last_words.hpp"
#include "reading.hpp"
#include "remedies.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "text_file.hpp"

namespace suffice::cli {

namespace fs = std::filesystem;

namespace {

// Whether both name the same existing file. Names tell first: one file may be replaced between two looks at it.
bool same_file(const std::string& a, const std::string& b) {
  std::error_code missing;
  const fs::path place = fs::canonical(a, missing);
  return !place.empty() && (place == fs::canonical(b, missing) || fs::equivalent(a, b, missing));
}

}  // namespace

namespace {

// 8 bytes of a length and the brace of a header, as a model file has them.
bool begins_like_model(const std::string& path) {
  std::array<char, 9> start = {};
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), start.size());
  return file.gcount() == static_cast<std::streamsize>(start.size()) && start[8] == '{' && start[7] == 0;
}

}  // namespace

void check_output(const std::string& output, const std::string& input) {
  if (output.empty()) {
    return;
  }
  if (output == "-") {
    throw Error(ErrorCode::usage, "a model cannot go to stdout: name a file (./- for one called -)");
  }
  if (same_file(output, input)) {
    throw Error(ErrorCode::usage, "-o names the file the rows come from; choose another name", output);
  }
  check_folder(output);
  std::error_code ignored;
  if (fs::is_directory(output, ignored)) {
    throw Error(ErrorCode::file_system, "is a folder; name a file in it", output);
  }
  if (fs::is_regular_file(output, ignored) && fs::file_size(output, ignored) > 0 && !begins_like_model(output)) {
    throw Error(ErrorCode::usage, "exists and is no model, so it is not overwritten; remove it or choose another name",
                output);
  }
}

namespace {

// A script that took this for a failure would count the rows twice.
SavedModel announced(const std::string& message, const Saved& saved, std::shared_ptr<const LastWords> last_words) {
  return {.message = message + power_cut_doubt(saved),
          .is_doubtful = !saved.doubt.empty(),
          .last_words = std::move(last_words)};
}

std::shared_ptr<LastWords> last_words(std::string_view change, const std::string& path) {
  return std::make_shared<LastWords>(fmt::format("{} {} before a signal ended the command\n", change, path));
}

}  // namespace

SavedModel save_model(const Stored& stored, const std::string& path) {
  const auto words = last_words("saved", path);
  const Saved saved = save(stored, path, [&] { words->say_so(); });
  std::error_code ignored;
  return announced(fmt::format("saved {} ({} bytes)", path, fs::file_size(path, ignored)), saved, words);
}

ChangedFile::ChangedFile(std::string output, const std::vector<std::string>& models, const Arguments& arguments,
                         const Console& console)
    : output_(std::move(output)) {
  if (arguments.wait && !(*arguments.wait >= 0)) {
    throw Error(ErrorCode::usage, "--wait takes a number of seconds, 0 or more");
  }
  if (std::ranges::any_of(models, [&](const std::string& model) { return same_file(model, output_); })) {
    held_.emplace(output_,
                  LockWait{.seconds = arguments.wait.value_or(std::numeric_limits<double>::infinity()), .waiting = [&] {
                             console.note(fmt::format(
                                 "{} is being changed by another process; waiting until it is done", output_));
                           }});
  }
}

Stored ChangedFile::read(const std::string& model) const {
  return held_ && same_file(model, output_) ? held_->stored() : load(model);
}

SavedModel ChangedFile::write(const Stored& stored) {
  if (!held_) {
    return save_model(stored, output_);
  }
  const auto words = last_words("changed", output_);
  const Saved saved = held_->replace(stored, [&] { words->say_so(); });
  return announced(fmt::format("changed {}", output_), saved, words);
}

Model finish_changed(Stored& stored, unsigned threads, const std::string& circumstance, const std::string& hint) {
  try {
    return finish(stored, threads);
  } catch (const Error& error) {
    const bool by_model = error.code() == ErrorCode::bad_data || error.code() == ErrorCode::usage;
    throw Error(error.code(),
                fmt::format("{} the model could not be estimated: {}. Nothing was changed{}", circumstance,
                            message_text(error, "estimate"), by_model ? hint : ""),
                error.where());
  }
}

std::optional<ClassPrior> chosen_class_prior(const Arguments& arguments) {
  return arguments.class_prior.empty() ? std::nullopt : std::optional(parse_class_prior(arguments.class_prior));
}

LoadedModel load_model(const Arguments& arguments) {
  Stored stored = load(arguments.model);
  if (std::optional<ClassPrior> prior = chosen_class_prior(arguments)) {
    stored.options.class_prior = std::move(*prior);
  }
  Model model = model_of(stored, thread_count(arguments));
  return {std::move(stored), std::move(model)};
}

}  // namespace suffice::cli
