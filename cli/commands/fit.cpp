// suffice fit: one pass over the rows, then everything that their sums say.
#include "suffice/fit.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "model_file.hpp"
#include "options/column_options.hpp"
#include "options/model_options.hpp"
#include "print/column_table.hpp"
#include "print/describe.hpp"
#include "print/describe_tuning.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

std::string describe(const FitResult& result) {
  const std::optional<LeaveOneOut>& cv = result.leave_one_out;
  const ClassCounts& classes = result.stored.summary.classes;
  if (!cv) {
    return line("accuracy", classes.size() < 2 ? "not measured: there is one class only" : "not measured");
  }
  const std::uint64_t rows = classes.total_rows();
  if (cv->unscored_rows == cv->rows && rows == classes.size()) {
    return line("accuracy", "not measured: each row has a label of its own, which no other row tells about");
  }
  const std::string scored =
      cv->rows == rows ? fmt::format("all {} rows", rows) : fmt::format("{} of {} rows", cv->rows, rows);
  std::string text = line("accuracy", fmt::format("{} (95 % interval {} to {})", short_number(cv->accuracy.value),
                                                  short_number(cv->accuracy.low), short_number(cv->accuracy.high)));
  text += line("log loss", short_number(cv->log_loss));
  const std::string how = cv->folds == 0 ? "leave-one-out" : fmt::format("cross-validation with {} folds", cv->folds);
  text += line("", fmt::format("both by {}, on {}{}", how, scored,
                               cv->calibrated         ? ", calibrated on the other four fifths of them"
                               : cv->calibration_held ? ", calibrated as the model is"
                                                      : ""));
  if (cv->unscored_rows > 0) {
    text += line("", fmt::format("{} could not be removed; counted as {}, and no part of the log loss",
                                 counted(cv->unscored_rows, "row"), cv->unscored_rows == 1 ? "an error" : "errors"));
  }
  if (result.not_calibrated_on > cv->unscored_rows) {
    text += line("", fmt::format("calibration leaves out {} of zero probability under the own class",
                                 counted(result.not_calibrated_on - cv->unscored_rows, "row")));
  }
  if (cv->target_held) {
    text += line("", "the variances that shrinkage leads to were not re-estimated (too many columns)");
  }
  return text;
}

// Names that differ only by case, blanks or a final dot are different ones, which is hardly ever meant. tell(names)
// once for those that are alike.
template <typename Tell>
void tell_twins(std::span<const std::string> names, const Tell& tell) {
  constexpr std::size_t most_compared = 200;
  names = names.first(std::min(names.size(), most_compared));
  std::set<std::string> told;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (told.contains(names[k])) continue;
    const std::vector<LabelTwin> twins = label_twins(names.subspan(k, 1), names.subspan(k + 1));
    std::string list = fmt::format("'{}'", shown(names[k]));
    for (const LabelTwin& twin : twins) {
      list += fmt::format("{}'{}'", &twin == &twins.back() ? " and " : ", ", shown(twin.found));
      told.insert(twin.found);
    }
    if (!twins.empty()) tell(list, twins.size() == 1 ? "two" : std::to_string(twins.size() + 1));
  }
}

void note_twins(const Summary& summary, const Console& console) {
  tell_twins(summary.classes.labels, [&](const std::string& list, const std::string& count) {
    console.note(fmt::format("the labels {} are {} classes, and may be meant as one: spell them alike in the rows",
                             list, count));
  });
  std::set<std::string> columns;  // one may stand in several blocks
  for (const auto& [column, values] : known_values(summary)) {
    if (!columns.insert(column).second) continue;
    tell_twins(values, [&](const std::string& list, const std::string& count) {
      console.note(
          fmt::format("the values {} of column '{}' are {}, and may be meant as one", list, shown(column), count));
    });
  }
}

// What is said of an input that was opened, and what is planned for it.
FitPlan plan_input(const Source& source, FitOptions options, const Arguments& arguments, const Console& console) {
  if (!options.columns.drop.empty() || !options.columns.roles.empty() || !options.columns.dates.empty()) {
    split_lists(options.columns, source.columns());
  }
  FitPlan plan = [&] {
    try {
      return plan_of_input(source, options, arguments);
    } catch (const Error&) {  // names of columns may be misread
      if (source.dialect().encoding == Encoding::windows_1252 && arguments.encoding.empty()) {
        note_dialect(source, arguments.target, console);
      }
      throw;
    }
  }();
  check_input(plan.schema, arguments, source);
  if (arguments.format.empty() || source.document_unit() == DocumentUnit::cell) {
    note_dialect(source, arguments.target, console);
  }
  if (arguments.format.empty()) {
    note_mail(source, console);
  }
  return plan;
}

InputFit fit_input(const Arguments& arguments, const Console& console) {
  const FitOptions options = fit_options(arguments);
  if (options.validation.rows == Validation::Rows::all && comes_once(arguments)) {
    throw Error(ErrorCode::usage,
                fmt::format("--cv {} reads the rows twice, and these can be read only once: write them to a file and "
                            "fit that, or leave out --cv, for the accuracy on a sample",
                            arguments.validation),
                input_name(arguments));
  }
  ReadOptions reading = learning_options(
      options.schema ? read_options(arguments, *options.schema, true) : read_options(arguments, true), options);
  if (!arguments.target.empty() && !options.schema) {
    reading.expected = {arguments.target};
  }
  if (may_need_sample(options)) {
    reading.kept = keep_inputs();
  }
  const bool is_read_again = reading.kept || can_be_read_again(arguments);
  reading.watch_empty = reading.sample && is_read_again;
  Progress progress(!console.quiet, input_bytes(arguments));
  const FitInput input = {
      .open = [&] { return open_input(arguments, reading, console); },
      .plan = [&](const Source& source,
                  const FitOptions& chosen) { return plan_input(source, chosen, arguments, console); },
      .can_be_read_again = is_read_again,
      .reading_again =
          [&](const Error& error, const std::vector<std::string>& taken) {
            progress.erase();
            note_reading_again(error, taken, console);
          }};
  return fit(input, options, work_options(arguments, &progress));
}

// Of a table of counts each line is many rows, and is left out as one.
void note_heavy_rows(const FitResult& result, const Console& console) {
  constexpr double heavy = 2;
  const ClassCounts& classes = result.stored.summary.classes;
  const double mean = classes.total_weight() / static_cast<double>(classes.total_rows());
  if (!result.leave_one_out || result.stored.summary.schema.weight.empty() || !(mean >= heavy)) return;
  console.note(
      fmt::format("rows weigh {:.3g} in the mean, and each is left out whole where accuracy is measured and models are "
                  "compared: if {} counts equal rows, write each as often as it counts, to have them left out one by "
                  "one",
                  mean, shown(result.stored.summary.schema.weight)));
}

void note_repeated_rows(const FitResult& result, const Console& console) {
  if (result.repeated_rows == 0) return;
  const bool are_all = result.sampled_rows == result.stored.summary.classes.total_rows();
  console.note(
      fmt::format("{} of {} rows{} are equal to another one, label included: if they are copies of each other and no "
                  "cases of their own, the accuracy is too good, as the others stay when one is left out",
                  result.repeated_rows, result.sampled_rows, are_all ? "" : " of a sample"));
}

// Said where `fit` chose the model: nobody asked for one that has no densities.
void note_posteriors_alone(const FitResult& result, const Console& console) {
  if (result.stored.ranking.models.empty() || !result.model.is_density() || result.model.has_evidence()) return;
  console.note(
      "the chosen model has indicators of values, so that it predicts and explains but cannot draw rows or find "
      "outliers: for sample, check and --outlier, fit --without indicators");
}

}  // namespace

void fit_command(const Arguments& arguments, Console& console) {
  check_output(arguments.output, input_path(arguments));
  const auto [result, columns, source] = fit_input(arguments, console);
  note_doubts(columns, source, console);
  note_skipped_rows(source, console);
  note_twins(result.stored.summary, console);
  note_invalid(result.invalid_bytes, console);
  const Stored& stored = result.stored;
  note_folds(stored.tuning, arguments, console);
  note_heavy_rows(result, console);
  note_repeated_rows(result, console);
  note_posteriors_alone(result, console);
  const auto save = [&]() -> SavedModel {
    if (arguments.output.empty()) {
      return {.message = "nothing was written; -o FILE keeps the model", .is_saved = false};
    }
    return arguments.compact ? save_model(compacted(stored, thread_count(arguments)), arguments.output)
                             : save_model(stored, arguments.output);
  };
  present(stored, result.model, result.leave_one_out,
          describe_columns(columns) + describe_all(stored, result.model, columns, source.incomplete_rows()) +
              describe_tuning(stored.tuning, stored.options) + describe(result),
          arguments, console, save, columns);
}

}  // namespace suffice::cli
