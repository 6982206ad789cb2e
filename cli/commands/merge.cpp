// suffice merge: the sums of several models as one model.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "model_file.hpp"
#include "print/describe.hpp"
#include "print/describe_calibration.hpp"
#include "reading.hpp"
#include "remedies.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"

namespace suffice::cli {

namespace {

// merge() knows columns, but not which file brought them, nor that each fit may have chosen a model of its own.
Stored merge_file(const Stored& merged, const std::string& first, const Stored& shard, const std::string& path) {
  try {
    return merge(merged, shard);
  } catch (const Error& error) {
    const std::vector<std::string> columns = columns_of(merged.summary.schema);
    const std::vector<std::string> others = columns_of(shard.summary.schema);
    if (std::ranges::find_first_of(columns, others) == columns.end()) {
      throw Error(error.code(),
                  fmt::format("models of different tables cannot be merged: {} reads {}, and {} reads {}", first,
                              listed(columns), path, listed(others)),
                  path);
    }
    if (merged.ranking.models.empty() || shard.ranking.models.empty()) {
      throw Error(error.code(), error.what(), path, error.remedies());
    }
    throw Error(
        error.code(),
        fmt::format("{}: {} was fitted as {} and {} as {}, each chosen from its own rows. Fit the rows of one by "
                    "the columns and the model of the other, then merge: suffice fit INPUT --schema {} -o NEW; "
                    "suffice merge {} NEW -o MODEL",
                    error.what(), first, merged.ranking.models.front().name, path, shard.ranking.models.front().name,
                    shell_word(first), shell_word(first)),
        path);
  }
}

bool is_compacted(const Summary& summary) {
  return std::ranges::any_of(summary.sums, [](const Sums& sums) {
    const auto* const terms = std::get_if<Shared<TermCounts>>(&sums);
    return terms != nullptr && (*terms)->compacted;
  });
}

}  // namespace

void merge_command(const Arguments& arguments, Console& console) {
  const std::vector<std::string>& paths = arguments.models;
  if (paths.size() < 2) {
    throw Error(ErrorCode::usage, "merge needs two models or more; see suffice help merge");
  }
  check_output(arguments.output);
  ChangedFile file(arguments.output, paths, arguments, console);
  Stored stored = file.read(paths.front());
  if (is_compacted(stored.summary) || stored.options.rival) {
    merge_file(stored, paths.front(), stored, paths.front());  // an Error that names the file
  }
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const Stored shard = file.read(paths[i]);
    Stored merged = merge_file(stored, paths.front(), shard, paths[i]);
    note_lost_calibration(stored, merged, console);
    stored = std::move(merged);
    if (shard.options != stored.options) {
      console.note(fmt::format("{} was fitted with other options; those of {} are kept", paths[i], paths.front()));
    }
  }
  if (file.in_place()) {
    console.note(fmt::format("{} was there before and its rows are part of the result", arguments.output));
  }

  const Model model = finish_changed(stored, thread_count(arguments), "after merging these models", estimate_hint);
  present(stored, model, std::nullopt, describe_all(stored, model), arguments, console,
          [&] { return file.write(stored); });
}

}  // namespace suffice::cli
