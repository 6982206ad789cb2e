// suffice update and suffice forget: the sums of a file's rows added to a model, or taken away.
#include <algorithm>
#include <optional>
#include <span>
#include <unordered_set>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "model_file.hpp"
#include "options/known_labels.hpp"
#include "print/describe.hpp"
#include "print/describe_calibration.hpp"
#include "reading.hpp"
#include "remedies.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"

namespace suffice::cli {

namespace {

// Above this the sums that remain have lost half their digits, and a fresh fit is better (DESIGN §3).
constexpr double tolerable_error = 1e-6;

// The labels of `a` that `b` does not have.
std::vector<std::string> only_in(const ClassCounts& a, const ClassCounts& b) {
  const std::unordered_set<std::string_view> known(b.labels.begin(), b.labels.end());
  std::vector<std::string> labels;
  std::ranges::copy_if(a.labels, std::back_inserter(labels),
                       [&](const std::string& label) { return !known.contains(label); });
  return labels;
}

// A label that is misspelt makes a class of its own, unless it is a known one but for blanks, case or a final dot.
void note_new_labels(const ClassCounts& after, const ClassCounts& before, const Console& console) {
  constexpr std::size_t most_labels = 10;
  const std::vector<std::string> gained = only_in(after, before);
  for (const std::string& label : std::span(gained).first(std::min(gained.size(), most_labels))) {
    const std::string nearest = nearest_name(label, before.labels);
    console.note(
        fmt::format("'{}' is a new label{}", shown(label),
                    nearest.empty() ? "" : fmt::format("; the nearest that the model knew is '{}'", shown(nearest))));
  }
  if (gained.size() > most_labels) {
    console.note(fmt::format("{} more labels are new", gained.size() - most_labels));
  }
}

// Values enter by indicators that the first fit decided on.
bool has_indicators(const Schema& schema, const std::string& column) {
  return std::ranges::any_of(schema.blocks, [&](const Block& block) {
    return std::ranges::find(block.indicators, column, &Indicators::column) != block.indicators.end();
  });
}

// Values that a column of categories had not before: a spelling that nobody meant makes one of its own.
void note_new_values(const Source& source, const Schema& schema, const Console& console) {
  constexpr std::size_t most_columns = 5;
  const std::vector<ColumnValues>& found = source.unknown_values();
  for (std::size_t k = 0; k < std::min(found.size(), most_columns); ++k) {
    const bool is_fixed = has_indicators(schema, found[k].column);
    console.note(fmt::format("column '{}' has values that the model did not know: {}{}", shown(found[k].column),
                             listed(found[k].values),
                             is_fixed ? "; they have no indicators, and are missing to it: fit all rows again to learn "
                                        "what they say"
                                      : ""));
  }
  if (found.size() > most_columns) {
    console.note(fmt::format("so have {}", counted(found.size() - most_columns, "more column")));
  }
}

std::size_t term_count(const Summary& summary, std::size_t block) {
  return std::get<Shared<TermCounts>>(summary.sums[block])->terms();
}

std::string describe_change(const Summary& sums_before, const Summary& sums_after) {
  const ClassCounts& before = sums_before.classes;
  const ClassCounts& after = sums_after.classes;
  std::string text = line("rows", fmt::format("{} -> {}", before.total_rows(), after.total_rows()));
  text += line("classes", fmt::format("{} -> {}", before.size(), after.size()));
  if (const auto gained = only_in(after, before); !gained.empty()) {
    text += line("gained", listed(gained));
  }
  if (const auto lost = only_in(before, after); !lost.empty()) {
    text += line("lost", listed(lost));
  }
  const std::size_t columns = columns_of(sums_before.schema).size();
  if (const std::size_t now = columns_of(sums_after.schema).size(); now != columns) {
    text += line("features", fmt::format("{} -> {}", columns, now));
  }
  for (std::size_t block = 0; block < sums_after.sums.size(); ++block) {
    if (sums_after.schema.blocks[block].kind == Kind::text) {
      text += line("words", fmt::format("{} -> {}", term_count(sums_before, block), term_count(sums_after, block)));
    }
  }
  return text;
}

// Weights that were fitted on rows do not follow from sums: another fit, of the columns and options of the model, is
// the only way.
void check_can_change(const Stored& stored, const Arguments& arguments) {
  const std::optional<Rival>& rival = stored.options.rival;
  if (!rival || rival->loss == RivalLoss::least_squares) {
    return;
  }
  throw Error(ErrorCode::usage,
              fmt::format("{} is fitted on rows, which a model file does not hold; fit it on all of them as it was "
                          "fitted: suffice fit ALL-ROWS --schema {} -o {}",
                          model_name(stored.options), shell_word(arguments.model),
                          shell_word(arguments.output.empty() ? arguments.model : arguments.output)),
              arguments.model);
}

bool are_twice_as_many(const ClassCounts& before, const ClassCounts& after) {
  if (before.labels != after.labels) return false;
  for (std::size_t c = 0; c < before.size(); ++c) {
    if (after.rows[c] != 2 * before.rows[c]) return false;
  }
  return before.total_rows() > 0;
}

using ChangeRows = Change (*)(const Stored& before, Source& source, const WorkOptions& work);

// The new model is estimated and described before the file is touched: an error means that it is as before.
void change_model(const Arguments& arguments, const Console& console, ChangeRows change_rows,
                  const std::string& circumstance) {
  check_output(arguments.output, input_path(arguments));
  ChangedFile file(arguments.output.empty() ? arguments.model : arguments.output, {arguments.model}, arguments,
                   console);
  const Stored before = file.read(arguments.model);
  const Schema& schema = before.summary.schema;
  check_can_change(before, arguments);
  const ReadOptions reading = learning_options(read_options(arguments, schema, true), before.summary);
  Source source = open_input(arguments, reading, console);
  check_input(schema, arguments, source);
  KnownLabels known_labels(before.summary.classes.labels, console);
  Change change = [&] {
    Progress progress(!console.quiet, input_bytes(arguments));
    WorkOptions work = work_options(arguments, &progress);
    work.labels = [&](const Labels& labels) { return known_labels.of(labels); };
    return change_rows(before, source, work);
  }();
  note_invalid(change.invalid_bytes, console);
  note_skipped_rows(source, console);
  note_new_values(source, schema, console);
  note_new_labels(change.stored.summary.classes, before.summary.classes, console);
  if (change.relative_error > tolerable_error) {
    console.warning(
        fmt::format("the rows removed were so large that the rest has a relative error of {}; better fit it again",
                    short_number(change.relative_error)));
  }
  Stored& after = change.stored;
  const Model model = finish_changed(after, thread_count(arguments), circumstance, estimate_hint);
  note_lost_calibration(before, after, console);
  if (change_rows == update && are_twice_as_many(before.summary.classes, after.summary.classes)) {
    console.note(
        "as many rows of each label were added as the model had: if they are the same rows, each counts twice now, and "
        "forget with this input takes them out again");
  }
  present(after, model, std::nullopt, describe_change(before.summary, after.summary) + describe_model(after, model),
          arguments, console, [&] { return file.write(after); });
}

}  // namespace

void update_command(const Arguments& arguments, Console& console) {
  change_model(arguments, console, update, "after adding these rows");
}

void forget_command(const Arguments& arguments, Console& console) {
  change_model(arguments, console, forget, "after forgetting these rows");
}

}  // namespace suffice::cli
