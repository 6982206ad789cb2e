// suffice merge: the sums of several models as one model.
#include <fmt/format.h>

#include "commands.hpp"
#include "describe.hpp"
#include "model_file.hpp"
#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

// merge() knows columns, but not which file brought them.
Summary merge_file(const Summary& sums, const Stored& shard, const std::string& path) {
  try {
    return merge(sums, shard.summary);
  } catch (const Error& error) {
    throw Error(error.code(), error.what(), path);
  }
}

}  // namespace

void merge_command(const Arguments& arguments, Console& console) {
  const std::vector<std::string>& paths = arguments.models;
  if (paths.size() < 2) {
    throw Error(ErrorCode::usage, "merge needs two models or more; see suffice help merge");
  }
  check_output(arguments.output);
  ChangedFile file(arguments.output, paths);
  Stored stored = file.read(paths.front());
  const TermCounts* terms = stored.summary.find_terms();
  if (terms != nullptr && terms->compacted) {
    merge_file(stored.summary, stored, paths.front());  // an Error that names the file
  }
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const Stored shard = file.read(paths[i]);
    stored.summary = merge_file(stored.summary, shard, paths[i]);
    if (shard.options != stored.options) {
      console.note(fmt::format("{} was fitted with other options; those of {} are kept", paths[i], paths.front()));
    }
  }
  if (file.in_place()) {
    console.note(fmt::format("{} was there before and its rows are part of the result", arguments.output));
  }

  const Model model =
      estimate_changed(stored, "after merging these models", "; suffice estimate gives a model other options");
  present(stored, model, std::nullopt, describe_all(stored, model), arguments, console);
  file.write(stored, console);
}

}  // namespace suffice::cli
