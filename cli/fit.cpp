// suffice fit: one pass over the rows, then everything that their sums say.
#include "suffice/fit.hpp"

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "column_options.hpp"
#include "commands.hpp"
#include "describe.hpp"
#include "model_file.hpp"
#include "model_options.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

std::string describe(const std::optional<LeaveOneOut>& cv, const ClassCounts& classes) {
  if (!cv && classes.size() > 1) {
    return line("accuracy", "not measured: with values missing, a covariance without a row has no closed form;") +
           line("", "suffice evaluate measures it on rows that were not fitted");
  }
  if (!cv) {
    return line("accuracy", "not measured: there is one class only");
  }
  const std::uint64_t rows = classes.total_rows();
  const std::string scored =
      cv->rows == rows ? fmt::format("all {} rows", rows) : fmt::format("{} of {} rows", cv->rows, rows);
  std::string text = line("accuracy", fmt::format("{} (95 % interval {} to {})", short_number(cv->accuracy.value),
                                                  short_number(cv->accuracy.low), short_number(cv->accuracy.high)));
  text += line("log loss", short_number(cv->log_loss));
  text += line("", fmt::format("both by leave-one-out, on {}", scored));
  if (cv->unscored_rows > 0) {
    text += line("", fmt::format("{} could not be removed; counted as {}", counted(cv->unscored_rows, "row"),
                                 cv->unscored_rows == 1 ? "an error" : "errors"));
  }
  if (cv->target_held) {
    text += line("", "the variances that shrinkage leads to were not re-estimated (too many columns)");
  }
  return text;
}

// The target of an array may be in a second file.
FitPlan planned(const Source& source, const FitOptions& options, const Arguments& arguments) {
  if (!has_npy(arguments) && arguments.labels.ends_with(".npy")) {
    throw Error(ErrorCode::usage, "labels in a second file go with an .npy INPUT: leave out --labels",
                input_name(arguments));
  }
  try {
    return plan_fit(source, options, input_name(arguments));
  } catch (const Error& error) {
    if (!has_npy(arguments) || !arguments.labels.empty() || !arguments.target.empty()) {
      throw;
    }
    std::vector<Remedy> remedies = error.remedies();
    remedies.push_back({"labels", {"FILE"}});
    throw Error(error.code(), error.message(), error.where(), remedies);
  }
}

FitResult fit_input(const Arguments& arguments, const Console& console) {
  FitOptions options = fit_options(arguments);
  const Holds what = has_text(options) ? Holds::documents : Holds::columns;
  const ReadOptions reading = learning_options(read_options(arguments, what, true), options);
  Source source = open_input(arguments, reading, console);
  if (!options.columns.drop.empty() || !options.columns.roles.empty()) {
    split_lists(options.columns, source.columns());
  }
  const FitPlan plan = planned(source, options, arguments);
  check_input(plan.schema, arguments, reading);
  Progress progress(!console.quiet);
  return fit(source, plan, work_options(arguments, &progress));
}

}  // namespace

void fit_command(const Arguments& arguments, Console& console) {
  check_output(arguments.output, input_path(arguments));
  const FitResult result = fit_input(arguments, console);
  note_invalid(result.invalid_bytes, console);
  const Stored& stored = result.stored;
  present(stored, result.model, result.leave_one_out,
          describe_all(stored, result.model) + describe(result.leave_one_out, stored.summary.classes), arguments,
          console);
  if (arguments.output.empty()) {
    console.say("nothing was written; -o FILE keeps the model");
  } else if (arguments.compact) {
    save_model(compacted(stored, thread_count(arguments)), arguments.output, console);
  } else {
    save_model(stored, arguments.output, console);
  }
}

}  // namespace suffice::cli
