// suffice predict: one line of CSV per input row, in order, as soon as the row is known.
#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <unordered_set>

#include <fmt/format.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "impossible_rows.hpp"
#include "model_file.hpp"
#include "options/decision.hpp"
#include "print/describe.hpp"
#include "print/prediction_columns.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

// How rows are scored, and the numbers of one block.
struct Prediction {
  const Model& model;
  std::optional<Decision> decision;
  std::vector<PredictionColumns> columns;
  ScoreOptions options;
  bool append;
  bool files = false;  // rows come from several of them
  std::vector<std::string> label_cells = {};

  std::vector<std::uint32_t> classes = {};
  std::vector<std::vector<double>> numbers = {};  // as many as columns
  std::vector<std::string> texts = {};            // what is written
};

// The file comes first, input columns last; one whose name is taken is called input_<name>.
std::string header(const Prediction& prediction, bool append, const std::vector<std::string>& input_columns) {
  std::vector<std::string> names;
  if (prediction.files) {
    names.emplace_back("file");
  }
  names.emplace_back("label");
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

void score(const Table& rows, Prediction& prediction) {
  prediction.classes.resize(rows.rows);
  if (prediction.decision) {
    prediction.model.decide(rows, *prediction.decision, prediction.classes, prediction.options);
  } else {
    prediction.model.predict(rows, prediction.classes, prediction.options);
  }
  prediction.numbers.resize(prediction.columns.size());
  for (std::size_t k = 0; k < prediction.columns.size(); ++k) {
    const PredictionColumns& columns = prediction.columns[k];
    prediction.numbers[k].resize(rows.rows * columns.names.size());
    columns.compute(rows, prediction.numbers[k]);
  }
}

bool is_bad(const RowBlock& block, std::size_t row) { return !block.problems.empty() && !block.problems[row].empty(); }

// Bad rows are scored as zeros or missing values, so that their numbers exist, and written as empty cells.
std::size_t blank_bad_rows(RowBlock& block) {
  std::size_t bad = 0;
  const auto blank = [&](auto& values, std::size_t row, auto nothing) {
    const std::size_t columns = values.size() / block.rows;
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(row * columns), columns, nothing);
  };
  for (std::size_t row = 0; row < block.rows; ++row) {
    if (is_bad(block, row)) {
      if (block.offsets.empty()) {  // sparse ones have no numbers
        blank(block.values, row, 0.0);
        blank(block.values32, row, 0.0F);
      }
      blank(block.categories, row, missing_category);
      ++bad;
    }
  }
  return bad;
}

// The rows of a block before row `count`.
PredictedRows predicted(const RowBlock& block, std::size_t count, const Prediction& prediction) {
  PredictedRows rows = {std::span(prediction.classes).first(count), prediction.label_cells};
  for (std::size_t k = 0; k < prediction.columns.size(); ++k) {
    rows.numbers.push_back({prediction.numbers[k], prediction.columns[k].names.size()});
  }
  rows.cells = std::span(block.cells).first(block.cells.size() / block.rows * count);
  if (prediction.append && block.cells.empty()) {
    rows.documents = block.documents;  // a line is its only column
  }
  if (prediction.files) {
    rows.before = block.files;
  }
  rows.problems = block.problems;
  return rows;
}

// Distances and axes are those of numbers, whatever else the label comes from.
void note_numbers_only(const OpenedModel& opened, const Arguments& arguments, const Console& console) {
  std::vector<std::string> numbers;
  bool others = false;
  for (const Block& block : opened.model.schema().blocks) {
    if (block.kind == Kind::measurements) {
      numbers.insert(numbers.end(), block.features.begin(), block.features.end());
    }
    others = others || block.kind != Kind::measurements;
  }
  if (others && (arguments.distances || arguments.transform)) {
    console.note(fmt::format("{} by the numbers alone: {}",
                             !arguments.transform   ? "distances are"
                             : !arguments.distances ? "places on the axes are"
                                                    : "distances and places on the axes are",
                             listed(numbers)));
  }
}

}  // namespace

void predict_command(const Arguments& arguments, Console& console) {
  const bool keep_bad_rows = goes_on_at_bad_rows(arguments, "empty");
  const OpenedModel opened = open_model(arguments.model, chosen_class_prior(arguments), thread_count(arguments));
  const Model& model = opened.model;
  const Schema& schema = model.schema();
  ReadOptions reading = scoring_options(unlabelled_options(arguments, model), model, opened.options);
  reading.keep_bad_rows = keep_bad_rows;
  reading.keep_cells = arguments.append;
  ScoreCounts unknown;
  Prediction prediction = {model,
                           chosen_decision(model, arguments),
                           chosen_columns(opened, arguments),
                           {.threads = thread_count(arguments), .counts = &unknown},
                           arguments.append};
  std::ranges::transform(model.labels(), std::back_inserter(prediction.label_cells), csv_cell);
  ImpossibleRows impossible(model, arguments);
  Source source = open_input(arguments, reading, console);
  check_input(schema, arguments, source);
  source.bind(schema);
  prediction.files = source.has_files();

  console.out.write(header(prediction, arguments.append, source.columns()));
  std::size_t rows = 0;
  std::size_t bad = 0;
  std::size_t missing = 0;
  {
    Progress progress(!console.quiet && ::isatty(STDOUT_FILENO) == 0, input_bytes(arguments));
    each_block(
        source, work_options(arguments, &progress),
        [&](const SourceRows& read) {
          if (read.before == 0) {
            check_lines(read.block, schema, arguments, source);
          }
          bad += blank_bad_rows(read.block);
          missing += count_missing(read.block);
          score(read.rows, prediction);
          const std::size_t written = impossible.look(read.rows, prediction.classes, read.before);
          write_csv(predicted(read.block, written, prediction), prediction.options.threads, prediction.texts);
          for (const std::string& text : prediction.texts) {
            console.out.write(text);
          }
          impossible.check();
          rows += read.block.rows;
        },
        [&] { console.out.flush(); });
  }
  console.out.flush();
  note_missing(missing, schema, opened.options, console);
  note_unknown(source, unknown, schema, opened.options, console);
  impossible.note(console);
  if (arguments.proba && !model.gives_probabilities() && !model.is_calibrated()) {
    console.note(fmt::format("the probabilities of {} are its scores made to sum to 1: not calibrated",
                             model_name(opened.options)));
  }
  note_numbers_only(opened, arguments, console);
  if (bad > 0) {
    console.note(fmt::format("{} of {} could not be read; their labels are empty", bad, counted(rows, "row")));
  }
}

}  // namespace suffice::cli
