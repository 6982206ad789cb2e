// suffice check: rows against rows drawn from the model.
#include "suffice/check.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "input.hpp"
#include "model_file.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

// "p = 0.03", "p < 1e-9".
std::string p_equals(double p) { return (p < 1e-9 ? "p " : "p = ") + p_text(p); }

std::string number(double value) { return std::isnan(value) ? "-" : fmt::format("{:.3g}", value); }

std::string described_rows(const ModelCheck& check) {
  const std::string rows = check.rows == check.seen  ? fmt::format("{}", check.rows)
                           : check.rows > check.seen ? fmt::format("{}, by the weights of {}", check.rows, check.seen)
                                                     : fmt::format("{} of {}", check.rows, check.seen);
  const std::string text =
      line("rows", rows) + line("draws", fmt::format("{}, {}", check.draws,
                                                     check.has_labels ? "with the labels and missing values of the rows"
                                                                      : "with labels of the class prior"));
  std::string how = fmt::format("{}", check.simulations);
  if (check.simulations > 0) {
    how += !check.refitted   ? ", without refits: the model had many times as many rows"
           : check.fitted_on ? ", each refitted: these are the rows that the model was fitted on"
                             : ", each refitted: rows that the model was not fitted on, as it seems";
  }
  if (check.failed > 0) {
    how += fmt::format("; {} more failed", check.failed);
  }
  return text + line("simulated", how);
}

std::string columns_table(const ModelCheck& check) {
  std::vector<std::string> header = {"column", "distance", "expected", "p", "adjusted p"};
  if (check.has_labels) {
    header.insert(header.end(), {"worst class", "its distance"});
  }
  TextTable table(std::move(header));
  const std::size_t shown_columns = std::min(check.columns.size(), most_shown);
  for (std::size_t k = 0; k < shown_columns; ++k) {
    const ColumnCheck& column = check.columns[k];
    std::vector<std::string> row = {column.column, number(column.distance), number(column.expected),
                                    p_text(column.p_value), p_text(column.adjusted)};
    if (check.has_labels) {
      row.insert(row.end(), {column.worst_label, number(column.worst_distance)});
    }
    table.add(std::move(row));
  }
  std::string text = "Columns, those that fit worst first:\n" + table.text();
  if (shown_columns < check.columns.size()) {
    text += fmt::format("and {}; --json has all\n", counted(check.columns.size() - shown_columns, "more column"));
  }
  return text + '\n';
}

std::string terms_table(const ModelCheck& check) {
  if (check.terms.empty()) {
    return "";
  }
  TextTable table({"term", "share in rows", "in draws"});
  for (std::size_t k = 0; k < std::min<std::size_t>(check.terms.size(), 10); ++k) {
    table.add({check.terms[k].term, number(check.terms[k].in_rows), number(check.terms[k].in_draws)});
  }
  return "Terms whose shares differ most:\n" + table.text() + '\n';
}

std::string correlations_table(const ModelCheck& check) {
  const CorrelationCheck& found = check.correlations;
  if (found.pairs.empty()) {
    return "";
  }
  TextTable table({"columns", "in rows", "in draws"});
  for (std::size_t k = 0; k < std::min<std::size_t>(found.pairs.size(), 5); ++k) {
    const CorrelationPair& pair = found.pairs[k];
    table.add({pair.first + " and " + pair.second, fmt::format("{:.2f}", pair.in_rows),
               fmt::format("{:.2f}", pair.in_draws)});
  }
  return fmt::format("Correlations{}, the largest differences first ({}):\n", check.has_labels ? " within classes" : "",
                     p_equals(found.p_value)) +
         table.text() + '\n';
}

std::string evidence_table(const ModelCheck& check) {
  const EvidenceCheck& found = check.evidence;
  std::vector<std::string> header = {"log evidence"};
  std::vector<std::string> rows = {"rows"};
  std::vector<std::string> draws = {"draws"};
  for (std::size_t k = 0; k < found.levels.size(); ++k) {
    header.push_back(fmt::format("{:g} %", 100 * found.levels[k]));
    rows.push_back(short_number(found.in_rows[k]));
    draws.push_back(short_number(found.in_draws[k]));
  }
  TextTable table(std::move(header));
  table.add(std::move(rows));
  table.add(std::move(draws));
  return table.text() +
         folded(fmt::format("{:.3g} % of the rows are below the 1 % of the draws; distance {}, expected {}, {}",
                            100 * found.below, number(found.distance), number(found.expected), p_equals(found.p_value)),
                2) +
         "\n\n";
}

std::string classifier_text(const ModelCheck& check) {
  const ClassifierCheck& found = check.classifier;
  if (!found.problem.empty()) {
    return folded("No classifier of rows and draws: " + shown(found.problem), 2) + "\n\n";
  }
  return folded(fmt::format("Rows told from draws by {}:", shown(found.classifier)), 2) +
         fmt::format("\naccuracy {} on {} (95 % interval {} to {}), {}\n\n", short_number(found.accuracy.value),
                     found.rows, short_number(found.accuracy.low), short_number(found.accuracy.high),
                     p_equals(found.p_value));
}

std::string described(const ModelCheck& check) {
  std::string text = "Verdict:\n";
  for (const std::string& sentence : check.verdict) {
    text += folded("- " + shown(sentence), 2) + '\n';
  }
  return described_rows(check) + '\n' + columns_table(check) + terms_table(check) + correlations_table(check) +
         evidence_table(check) + classifier_text(check) + text;
}

struct CheckedInput {
  Source source;
  bool has_labels;
};

// With labels where INPUT has them.
CheckedInput open_checked(const Arguments& arguments, const Stored& stored, const Schema& schema,
                          const Console& console) {
  const auto open = [&](bool labels) {
    return open_input(arguments, scoring_options(read_options(arguments, schema, labels), stored, schema), console);
  };
  if (arguments.format == "lines") {
    return {open(false), false};
  }
  Source source = open(true);
  const std::vector<std::string>& columns = source.columns();
  if (source.document_unit() != DocumentUnit::cell || std::ranges::find(columns, schema.target) != columns.end()) {
    return {std::move(source), true};
  }
  if (comes_once(arguments)) {
    throw Error(ErrorCode::bad_data,
                fmt::format("there is no column '{}': rows without labels are checked from a file", schema.target),
                input_name(arguments));
  }
  return {open(false), false};
}

}  // namespace

void check_command(const Arguments& arguments, Console& console) {
  constexpr std::uint64_t most_simulations = 100'000;
  if (arguments.simulations.value_or(0) > most_simulations) {
    throw Error(ErrorCode::usage, fmt::format("--simulations takes at most {}", most_simulations));
  }
  const Stored stored = load(arguments.model);
  const Schema schema = checked_schema(stored);
  auto [source, has_labels] = open_checked(arguments, stored, schema, console);
  check_input(schema, arguments, source);
  Progress progress(!console.quiet, input_bytes(arguments));
  const ModelCheck found = check(stored, source, has_labels,
                                 {.simulations = arguments.simulations,
                                  .seed = arguments.seed,
                                  .threads = thread_count(arguments),
                                  .steps = steps_of(progress)},
                                 work_options(arguments, &progress));
  progress.erase();
  console.out.write(arguments.json ? document(check_json(found)) : described(found));
  console.out.flush();
  for (const std::string& note : found.notes) {
    console.note(note);
  }
  if (!has_labels) {
    console.note(fmt::format("there are no labels (column '{}'): columns are compared over all classes together",
                             shown(schema.target)));
  }
  if (found.unknown > 0) {
    console.note(fmt::format("{} with labels that the model does not know {} skipped", counted(found.unknown, "row"),
                             found.unknown == 1 ? "was" : "were"));
  }
  note_skipped_rows(source, console);
}

}  // namespace suffice::cli
