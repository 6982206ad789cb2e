// suffice compare: generative models against their discriminative partners, on the user's own rows.
#include "commands/compare.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "input.hpp"
#include "options/column_options.hpp"
#include "options/model_options.hpp"
#include "print/column_table.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "suffice/compare.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/picture.hpp"
#include "suffice/report.hpp"
#include "text_file.hpp"

namespace suffice::cli {

namespace {

std::string mean_text(const MeanInterval& mean) {
  return std::isnan(mean.mean)   ? "none"
         : std::isinf(mean.mean) ? short_number(mean.mean)
                                 : fmt::format("{} ± {:.2g}", short_number(mean.mean), mean.half_width);
}

std::string models_table(const Comparison& comparison) {
  TextTable table({"model", "parameters", "log loss", "error"});
  for (const ComparedModel& model : comparison.models) {
    table.add({model.name, fmt::format("{}", model.parameters), mean_text(model.folds.log_loss),
               mean_text(model.folds.error)});
  }
  return fmt::format("By {} folds, with 95 % intervals:\n", comparison.folds) + table.text();
}

std::string curves_table(const Comparison& comparison) {
  std::vector<std::string> header = {"training rows"};
  for (const ComparedModel& model : comparison.models) {
    header.push_back(model.name);
  }
  TextTable table(std::move(header));
  for (std::size_t k = 0; k < comparison.models.front().curve.size(); ++k) {
    std::vector<std::string> row = {fmt::format("{}", comparison.models.front().curve[k].rows)};
    for (const ComparedModel& model : comparison.models) {
      row.push_back(mean_text(model.curve[k].log_loss));
    }
    table.add(std::move(row));
  }
  return fmt::format("Log loss on the same test rows, the mean of {} repeats, with 95 % intervals:\n",
                     comparison.repeats) +
         table.text();
}

std::string checks_table(const Comparison& comparison) {
  if (comparison.checks.empty()) {
    return "";
  }
  TextTable table({"assumption", "test", "p (Holm)", "rejected"}, 2);
  TextTable evidence({"test", "strongest evidence", "effect"}, 3);
  for (const AssumptionCheck& check : comparison.checks) {
    const AssumptionTest& worst = check.tests.front();
    table.add({check.assumption, check.test, p_text(worst.adjusted),
               fmt::format("{} of {}", check.rejected, check.tests.size())});
    evidence.add({check.test, worst.where, fmt::format("{} {}", check.effect, short_number(worst.effect))});
  }
  return "Assumptions of the generative models, and the strongest evidence against each:\n" + table.text() + '\n' +
         evidence.text() + '\n';
}

std::string notes_text(const Comparison& comparison) {
  std::string text;
  for (const std::string& note : comparison.notes) {
    text += folded("Note: " + shown(note), 2) + '\n';
  }
  return text.empty() ? "" : text + '\n';
}

std::string discriminants_table(const Comparison& comparison) {
  if (comparison.discriminants.empty()) {
    return "";
  }
  TextTable table(
      {"function", "eigenvalue", "share", "canonical correlation", "Wilks' lambda", "chi-square", "df", "p"});
  for (std::size_t k = 0; k < std::min(comparison.discriminants.size(), most_shown); ++k) {
    const DiscriminantRow& row = comparison.discriminants[k];
    table.add({fmt::format("{}", k + 1), short_number(row.eigenvalue), short_number(row.share),
               short_number(row.canonical_correlation), short_number(row.wilks_lambda), short_number(row.chi_square),
               count_text(row.degrees), p_text(row.p_value)});
  }
  return folded("Discriminant functions; Wilks' lambda and its test are those of a function and all after it:", 2) +
         '\n' + table.text() + '\n';
}

std::string described(const ComparedInput& found) {
  const Comparison& comparison = found.comparison;
  const std::uint64_t seen = found.seen;
  std::string text = "Verdict:\n";
  for (const std::string& sentence : comparison.verdict) {
    text += folded("- " + shown(sentence), 2) + '\n';
  }
  const std::string rows =
      comparison.rows == seen ? fmt::format("{}", seen) : fmt::format("{}, a sample of {}", comparison.rows, seen);
  const std::string columns = found.columns.empty() ? "" : line("columns", summary_line(found.columns));
  return columns + line("rows", rows) + line("classes", listed(comparison.labels)) + '\n' + models_table(comparison) +
         '\n' + curves_table(comparison) + '\n' + checks_table(comparison) + notes_text(comparison) +
         discriminants_table(comparison) + text;
}

}  // namespace

namespace {

// Whether a plain fit reads the columns of svmlight as counts of terms.
bool holds_terms(const Arguments& arguments, const FitOptions& options, const Console& console) {
  if (comes_once(arguments)) return false;  // an input is kept when it was read to its end
  const Source source = open_input(arguments, learning_options(read_options(arguments, true), options), console);
  if (source.format() != InputFormat::svmlight) return false;
  const FitPlan plan = plan_of_input(source, options, arguments);
  return std::ranges::all_of(plan.schema.blocks, [](const Block& block) { return block.kind == Kind::counts; });
}

}  // namespace

ComparedInput compare_input(const Arguments& arguments, Console& console) {
  FitOptions options = fit_options(arguments);
  const bool has_terms = holds_terms(arguments, options, console);
  if (has_terms) options.columns.role = Role::term;
  options.model.model = "logistic";  // reads numbers, categories and text as they are
  ReadOptions reading = learning_options(read_options(arguments, true), options);
  reading.sparse = has_terms;    // covariances are of dense rows
  reading.kept = keep_inputs();  // for the sample
  Progress progress(!console.quiet, input_bytes(arguments));
  FitPlan plan;  // that the input was read by in the end
  std::vector<ColumnRole> roles;
  const FitInput input = {.open = [&] { return open_input(arguments, reading, console); },
                          .plan =
                              [&](const Source& source, FitOptions chosen) {
                                split_lists(chosen.columns, source.columns());
                                plan = plan_of_input(source, chosen, arguments);
                                check_input(plan.schema, arguments, source);
                                roles = chosen.columns.roles;
                                return plan_of_simplest(plan, roles);
                              },
                          .reading_again =
                              [&](const Error& error, const std::vector<std::string>& taken) {
                                progress.erase();
                                note_reading_again(error, taken, console);
                              }};
  static_cast<void>(fit(input, options, work_options(arguments, &progress)));
  Source source = input.open();
  const RowSample sample = sample_rows(source, plan.schema, arguments.seed, work_options(arguments, &progress));
  return {
      compare(
          sample.rows.rows(), sample.rows.labels(), plan.schema,
          {.seed = arguments.seed, .threads = thread_count(arguments), .roles = roles, .steps = steps_of(progress)}),
      sample.seen, std::move(source), std::move(plan.columns), reading.kept};
}

void measure_plain_fit(const Arguments& arguments, ComparedInput& compared, Console& console) {
  compared.source.reset();  // its threads
  FitOptions options = fit_options(arguments);
  options.validation = {.rows = Validation::Rows::all, .folds = compared.comparison.folds};
  ReadOptions reading = learning_options(read_options(arguments, true), options);
  reading.kept = compared.kept;
  Progress progress(!console.quiet, input_bytes(arguments));
  const FitInput input = {.open = [&] { return open_input(arguments, reading, console); },
                          .plan =
                              [&](const Source& source, FitOptions chosen) {
                                split_lists(chosen.columns, source.columns());
                                return plan_of_input(source, chosen, arguments);
                              },
                          .reading_again = [](const Error&, const std::vector<std::string>&) {}};
  try {
    add_plain_fit(fit(input, options, work_options(arguments, &progress)).result, compared.comparison);
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): the comparison stands without it
  }
}

void compare_command(const Arguments& arguments, Console& console) {
  check_picture_file(arguments.output, arguments.inputs);
  ComparedInput found = compare_input(arguments, console);
  note_doubts(found.columns, *found.source, console);
  note_skipped_rows(*found.source, console);
  measure_plain_fit(arguments, found, console);
  console.out.write(arguments.json ? document(compare_json(found.comparison)) : described(found));
  console.out.flush();
  if (!arguments.output.empty()) {
    save_text_file(draw::svg(curves_picture(found.comparison)), arguments.output, console);
  }
}

}  // namespace suffice::cli
