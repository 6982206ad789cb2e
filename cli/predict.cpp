// suffice predict: one line of CSV per input row, in order, as soon as the row is known.
#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>
#include <unistd.h>

#include "commands.hpp"
#include "decision.hpp"
#include "model_file.hpp"
#include "prediction_columns.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

// How rows are scored, and the numbers of one block.
struct Prediction {
  const Model& model;
  std::optional<Decision> decision;
  std::vector<PredictionColumns> columns;
  ScoreOptions options;

  std::vector<std::uint32_t> classes = {};
  std::vector<std::vector<double>> numbers = {};  // as many as columns
};

bool keeps_bad_rows(const Arguments& arguments) {
  const std::string& how = arguments.on_bad_row;
  if (!how.empty() && how != "stop" && how != "empty") {
    throw Error(ErrorCode::usage, fmt::format("--on-bad-row takes stop or empty, not '{}'", how));
  }
  return how == "empty";
}

// Input columns come last; one whose name is taken is called input_<name>.
std::string header(const Prediction& prediction, bool append, const std::vector<std::string>& input_columns) {
  std::vector<std::string> names = {"label"};
  for (const PredictionColumns& columns : prediction.columns) {
    names.insert(names.end(), columns.names.begin(), columns.names.end());
  }
  if (append) {
    std::unordered_set<std::string> taken(names.begin(), names.end());
    for (std::string column : input_columns) {
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

// The values of a block with 0 for what is missing.
std::vector<double> completed(const RowBlock& block) {
  std::vector<double> values(block.rows * block.features);
  const Batch batch = block.batch();
  for (std::size_t row = 0; row < block.rows; ++row) {
    batch.copy_row(row, values.data() + row * block.features);
  }
  std::ranges::replace_if(values, [](double value) { return std::isnan(value); }, 0.0);
  return values;
}

void score(const RowBlock& block, bool some_missing, Prediction& prediction) {
  prediction.classes.resize(block.rows);
  if (prediction.decision) {
    prediction.model.decide(block.batch(), *prediction.decision, prediction.classes, prediction.options);
  } else {
    prediction.model.predict(block.batch(), prediction.classes, prediction.options);
  }
  prediction.numbers.resize(prediction.columns.size());
  for (std::size_t k = 0; k < prediction.columns.size(); ++k) {
    const PredictionColumns& columns = prediction.columns[k];
    prediction.numbers[k].resize(block.rows * columns.names.size());
    if (columns.takes_missing || !some_missing) {
      columns.compute(block.batch(), prediction.numbers[k]);
    } else {
      const std::vector<double> values = completed(block);
      columns.compute(Batch::row_major(values.data(), block.rows, block.features), prediction.numbers[k]);
    }
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
  const auto blank = [&](auto& values, std::size_t row) {
    if (!values.empty()) {
      std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(row * block.features), block.features, 0);
    }
  };
  for (std::size_t row = 0; row < block.rows; ++row) {
    if (is_bad(block, row)) {
      blank(block.values, row);
      blank(block.values32, row);
      ++bad;
    }
  }
  return bad;
}

std::string lines(const RowBlock& block, const Prediction& prediction) {
  const std::size_t input_columns = block.cells.size() / block.rows;
  std::string text;
  for (std::size_t row = 0; row < block.rows; ++row) {
    const bool bad = is_bad(block, row);
    const std::uint32_t decided = prediction.classes[row];
    text += bad || decided == no_decision ? "" : csv_cell(prediction.model.labels()[decided]);
    for (std::size_t k = 0; k < prediction.columns.size(); ++k) {
      const PredictionColumns& columns = prediction.columns[k];
      const bool empty = bad || (!columns.takes_missing && has_missing(block, row));
      for (std::size_t column = 0; column < columns.names.size(); ++column) {
        text += ',' + (empty ? "" : number_text(prediction.numbers[k][row * columns.names.size() + column]));
      }
    }
    for (std::size_t column = 0; column < input_columns; ++column) {
      text += ',' + csv_cell(block.cells[row * input_columns + column]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

void predict_command(const Arguments& arguments, Console& console) {
  ReadOptions reading = read_options(arguments);
  reading.labels = false;
  reading.keep_bad_rows = keeps_bad_rows(arguments);
  reading.keep_cells = arguments.append;
  reading.allow_missing = true;
  const LoadedModel loaded = load_model(arguments);
  Prediction prediction = {loaded.model,
                           chosen_decision(loaded.model, arguments),
                           chosen_columns(loaded.stored, loaded.model, arguments),
                           {.threads = thread_count(arguments)}};
  Source source = open_input(arguments, reading, console);
  source.bind(loaded.model.schema());

  console.out.write(header(prediction, arguments.append, source.columns()));
  std::size_t rows = 0;
  std::size_t bad = 0;
  std::size_t missing = 0;
  {
    Progress progress(!console.quiet && ::isatty(STDOUT_FILENO) == 0);
    RowBlock block;
    while (next_rows(source, block, console.out)) {
      bad += blank_bad_rows(block);
      rows += block.rows;
      const std::size_t incomplete = count_missing(block);
      missing += incomplete;
      score(block, incomplete > 0, prediction);
      console.out.write(lines(block, prediction));
      progress.show(rows, source.bytes_read());
    }
  }
  console.out.flush();
  note_missing(missing, console);
  if (bad > 0) {
    console.note(fmt::format("{} of {} could not be read; their labels are empty", bad, counted(rows, "row")));
  }
}

}  // namespace suffice::cli
