// suffice predict: one line of CSV per input row, in order, as soon as the row is known.
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <fmt/format.h>
#include <unistd.h>

#include "commands.hpp"
#include "model_file.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

// What was asked for, computed for one block of rows.
struct Predictions {
  std::vector<std::uint32_t> classes;
  std::vector<double> log_posterior;
  std::vector<double> log_evidence;
};

bool keeps_bad_rows(const Arguments& arguments) {
  const std::string& how = arguments.on_bad_row;
  if (!how.empty() && how != "stop" && how != "empty") {
    throw Error(ErrorCode::usage, fmt::format("--on-bad-row takes stop or empty, not '{}'", how));
  }
  return how == "empty";
}

// Input columns come last; one whose name is taken is called input_<name>.
std::string header(const Model& model, const Arguments& arguments, const std::vector<std::string>& columns) {
  std::vector<std::string> names = {"label"};
  if (arguments.proba) {
    std::ranges::transform(model.labels(), std::back_inserter(names),
                           [](const std::string& label) { return fmt::format("p_{}", label); });
  }
  if (arguments.evidence) {
    names.emplace_back("log_evidence");
  }
  if (arguments.append) {
    std::unordered_set<std::string> taken(names.begin(), names.end());
    for (std::string column : columns) {
      while (!taken.insert(column).second) {
        column = fmt::format("input_{}", column);
      }
      names.push_back(std::move(column));
    }
  }
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ",") + csv_cell(name);
  }
  return text + '\n';
}

void score(const Model& model, const Arguments& arguments, const RowBlock& block, Predictions& predictions) {
  const ScoreOptions options = {.threads = thread_count(arguments)};
  predictions.classes.resize(block.rows);
  model.predict(block.batch(), predictions.classes, options);
  if (arguments.proba) {
    predictions.log_posterior.resize(block.rows * model.labels().size());
    model.log_posterior(block.batch(), predictions.log_posterior, options);
  }
  if (arguments.evidence) {
    predictions.log_evidence.resize(block.rows);
    model.log_evidence(block.batch(), predictions.log_evidence, options);
  }
}

// Whoever waits for an answer gets it before the next rows are waited for.
bool next_rows(Source& source, RowBlock& block, Output& out) {
  if (source.would_wait()) {
    out.flush();
  }
  return source.next(block);
}

bool is_bad(const RowBlock& block, std::size_t row) { return !block.problems.empty() && !block.problems[row].empty(); }

// Bad rows are scored as zeros, so that their numbers exist, and written as empty cells.
std::size_t blank_bad_rows(RowBlock& block) {
  std::size_t bad = 0;
  for (std::size_t row = 0; row < block.rows; ++row) {
    if (is_bad(block, row)) {
      std::fill_n(block.values.begin() + static_cast<std::ptrdiff_t>(row * block.features), block.features, 0.0);
      ++bad;
    }
  }
  return bad;
}

std::string lines(const Model& model, const Arguments& arguments, const RowBlock& block,
                  const Predictions& predictions) {
  const std::size_t classes = model.labels().size();
  const std::size_t columns = block.cells.size() / block.rows;
  std::string text;
  for (std::size_t row = 0; row < block.rows; ++row) {
    const bool bad = is_bad(block, row);
    text += bad ? "" : csv_cell(model.labels()[predictions.classes[row]]);
    for (std::size_t c = 0; arguments.proba && c < classes; ++c) {
      text += ',' + (bad ? "" : number_text(std::exp(predictions.log_posterior[row * classes + c])));
    }
    if (arguments.evidence) {
      text += ',' + (bad ? "" : number_text(predictions.log_evidence[row]));
    }
    for (std::size_t column = 0; column < columns; ++column) {
      text += ',' + csv_cell(block.cells[row * columns + column]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

void predict_command(const Arguments& arguments, Console& console) {
  ReadOptions options = read_options(arguments);
  options.labels = false;
  options.keep_bad_rows = keeps_bad_rows(arguments);
  options.keep_cells = arguments.append;
  const Model model = load_model(arguments);
  Source source = open_input(arguments, options, console);
  source.bind(model.schema());

  console.out.write(header(model, arguments, source.columns()));
  std::size_t rows = 0;
  std::size_t bad = 0;
  {
    Progress progress(!console.quiet && ::isatty(STDOUT_FILENO) == 0);
    RowBlock block;
    Predictions predictions;
    while (next_rows(source, block, console.out)) {
      bad += blank_bad_rows(block);
      rows += block.rows;
      score(model, arguments, block, predictions);
      console.out.write(lines(model, arguments, block, predictions));
      progress.show(rows, source.bytes_read());
    }
  }
  console.out.flush();
  if (bad > 0) {
    console.note(fmt::format("{} of {} could not be read; their labels are empty", bad, counted(rows, "row")));
  }
}

}  // namespace suffice::cli
