// suffice fit: one pass over the rows, then everything that their sums say.
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
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"

namespace suffice::cli {

namespace {

// Scoring rows of a class against no other class would say nothing.
bool can_cross_validate(const Stored& stored) {
  return stored.summary.classes.size() > 1 && has_leave_one_out(stored.summary, stored.options);
}

std::optional<LeaveOneOut> cross_validate(const Stored& stored, const Reservoir& reservoir, unsigned threads) {
  if (!can_cross_validate(stored)) {
    return std::nullopt;
  }
  return leave_one_out(stored.summary, stored.options, reservoir.rows(), reservoir.labels(), {.threads = threads});
}

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
    text += line("", fmt::format("{} could not be left out and counted as wrong", counted(cv->unscored_rows, "row")));
  }
  if (cv->target_held) {
    text += line("", "the variances that shrinkage leads to were not re-estimated (too many columns)");
  }
  return text;
}

}  // namespace

void fit_command(const Arguments& arguments, Console& console) {
  const RowKind kind = chosen_kind(arguments);
  Stored stored;
  stored.options = fit_options(arguments, kind);
  const Keep keep = kept_sums(arguments, stored.options);
  check_output(arguments.output, input_path(arguments));
  const ReadOptions reading = learning_options(arguments, kind.encoding, keep);
  Source source = open_input(arguments, reading, console);
  const Schema schema = chosen_schema(arguments, kind, source);
  bind_input(source, schema, arguments, reading);
  Reservoir reservoir(schema, arguments.seed);
  stored.summary = summarise_source(source, schema, keep, arguments, console, &reservoir);
  check_label_count(stored.summary.classes.size(), stored.summary.classes.total_rows(), schema.target);

  keep_completed(stored.summary, stored.options, thread_count(arguments));
  const Model model = estimate(stored.summary, stored.options, thread_count(arguments));
  const std::optional<LeaveOneOut> cv = cross_validate(stored, reservoir, thread_count(arguments));
  present(stored, model, cv, describe_all(stored, model) + describe(cv, stored.summary.classes), arguments, console);
  if (arguments.output.empty()) {
    console.say("nothing was written; -o FILE keeps the model");
  } else {
    apply_compact(arguments, stored);
    save_model(stored, arguments.output, console);
  }
}

}  // namespace suffice::cli
