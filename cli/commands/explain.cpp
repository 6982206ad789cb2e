// suffice explain: for each row the parts of the log odds that decide its label.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "model_file.hpp"
#include "print/describe.hpp"
#include "print/explanation_table.hpp"
#include "print/text_table.hpp"
#include "print/weighted_document.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

// The classes that --for and --against name.
struct ChosenClasses {
  std::optional<std::size_t> first;
  std::optional<std::size_t> second;
};

std::optional<std::size_t> class_of(const std::string& label, const Model& model, const char* option) {
  if (label.empty()) {
    return std::nullopt;
  }
  const auto place = std::ranges::find(model.labels(), label);
  if (place == model.labels().end()) {
    const std::string nearest = nearest_name(label, model.labels());
    throw Error(ErrorCode::usage, fmt::format("{}: the model has no label '{}'; {}", option, label,
                                              nearest.empty() ? "it has " + listed(model.labels())
                                                              : fmt::format("did you mean '{}'?", nearest)));
  }
  return static_cast<std::size_t>(place - model.labels().begin());
}

ChosenClasses chosen_classes(const Arguments& arguments, const Model& model) {
  const ChosenClasses chosen = {class_of(arguments.explained, model, "--for"),
                                class_of(arguments.against, model, "--against")};
  if (chosen.first && chosen.first == chosen.second) {
    throw Error(ErrorCode::usage, "--for and --against name the same label; a class is compared with another");
  }
  return chosen;
}

// The log posterior of the values alone: contaminated ones of classes that are next to impossible are alike.
std::vector<double> uncontaminated(const Explanation& explanation) {
  std::vector<double> logs = explanation.log_posterior;
  for (std::size_t c = 0; c < explanation.contamination.size(); ++c) logs[c] -= explanation.contamination[c];
  return logs;
}

// Those that are not chosen are the most probable others; nothing where there is one class alone.
std::optional<ClassPair> classes_between(const std::vector<double>& log_posterior, const ChosenClasses& chosen) {
  if (log_posterior.size() < 2) {
    return std::nullopt;
  }
  const auto most_probable_but = [&](std::size_t other) {
    std::size_t best = other == 0 ? 1 : 0;
    for (std::size_t c = best + 1; c < log_posterior.size(); ++c) {
      if (c != other && log_posterior[c] > log_posterior[best]) best = c;
    }
    return best;
  };
  const std::size_t nothing = log_posterior.size();
  const std::size_t first = chosen.first ? *chosen.first : most_probable_but(chosen.second.value_or(nothing));
  return ClassPair{first, chosen.second ? *chosen.second : most_probable_but(first)};
}

// The document of row i that a reading takes; empty where it takes none.
std::string_view document_of(const Table& rows, const Schema& schema, std::size_t reading, std::size_t i) {
  const Block& block = schema.blocks[reading];
  if (block.kind != Kind::text) return {};
  const std::vector<std::string> names = columns_of(schema);
  std::size_t first = 0;
  for (const Column& column : rows.columns) {
    const auto* const texts = std::get_if<TextColumn>(&column);
    if (texts != nullptr && names[first] == block.features.front() && texts->valid(i)) {
      return texts->documents[i];
    }
    first += column_count(column);
  }
  return {};
}

/// Explains rows of one model, one by one.
class Explainer {
 public:
  Explainer(const OpenedModel& opened, const Arguments& arguments, bool color)
      : opened_(opened), arguments_(arguments), color_(color), chosen_(chosen_classes(arguments, opened.model)) {
    if (!arguments.parts.empty() && arguments.parts != "feature" && arguments.parts != "block") {
      throw Error(ErrorCode::usage, fmt::format("--by takes feature or block, not '{}'", arguments.parts));
    }
  }

  // `file` names the file that the row is; empty: it is a row among others.
  std::string text(const Table& rows, std::size_t i, std::uint64_t number, const std::string& file) {
    const Model& model = opened_.model;
    const std::string name = file.empty() ? fmt::format("row {}", number) : brief_name(file);
    const std::string title = fmt::format("{}{}: ", number == 1 ? "" : "\n", name);
    if (const std::optional<std::string> reason = arguments_.json ? std::nullopt : model.impossible(rows, i)) {
      const std::string line = fmt::format("{}: has zero probability under every class: {}", name, shown(*reason));
      return fmt::format("{}{}\n", number == 1 ? "" : "\n", folded(line, 2));
    }
    ExplainedRow row{.file = file, .note = parts_note(opened_.options)};
    Explanation explanation = model.explain(rows, i);
    row.is_empty = explanation.contributions.empty();
    row.between = classes_between(uncontaminated(explanation), chosen_);
    if (row.between) {
      explanation = model.explain(rows, i, row.between);
      row.by_reading = said_by_reading(model, rows, i, row.between);
    }
    add_evidence(rows.slice(i, 1), row);
    if (arguments_.json) {
      add_tokens(rows, i, explanation, row);
      return document(explain_json(explanation, model, row));
    }
    if (!row.between) {
      return fmt::format("{}{}, the only class there is\n{}", title, brief_name(model.labels().front()),
                         evidence_line(row));
    }
    return explanation_table(title, explanation, model, opened_.options, row,
                             {.top = arguments_.top, .by_block = arguments_.parts == "block"}) +
           evidence_line(row) + documents(rows, i, explanation, *row.between);
  }

 private:
  // What rows are like is drawn once; some models, as those of n-grams, cannot.
  void add_evidence(const Table& one, ExplainedRow& row) {
    const Model& model = opened_.model;
    if (!model.has_evidence()) {
      return;
    }
    double value = 0;
    model.log_evidence(one, {&value, 1}, {.threads = 1});
    row.log_evidence = value;
    if (!std::exchange(is_drawn_, true)) {
      try {
        typical_ = model.typical_rows();
      } catch (const Error& error) {
        if (error.code() != ErrorCode::usage) {
          throw;
        }
      }
    }
    if (typical_ != nullptr) {
      model.typicality(one, *typical_, {&value, 1}, {.threads = 1});
      row.typicality = value;
    }
  }

  void add_tokens(const Table& rows, std::size_t i, const Explanation& explanation, ExplainedRow& row) const {
    for (std::size_t r = 0; row.between && r < opened_.model.readings(); ++r) {
      const std::string_view document = document_of(rows, opened_.model.schema(), r, i);
      std::ranges::move(weighted_tokens(document, explanation, opened_.model, r, *row.between),
                        std::back_inserter(row.tokens));
    }
  }

  [[nodiscard]] std::string documents(const Table& rows, std::size_t i, const Explanation& explanation,
                                      ClassPair between) const {
    std::string text;
    for (std::size_t r = 0; r < opened_.model.readings(); ++r) {
      const std::string_view document = document_of(rows, opened_.model.schema(), r, i);
      text += weighted_document(document, weighted_tokens(document, explanation, opened_.model, r, between), color_);
    }
    return text;
  }

  const OpenedModel& opened_;
  const Arguments& arguments_;
  bool color_;
  ChosenClasses chosen_;
  bool is_drawn_ = false;
  std::shared_ptr<const OutlierBounds> typical_;
};

}  // namespace

void explain_command(const Arguments& arguments, Console& console) {
  const OpenedModel opened = open_model(arguments.model, chosen_class_prior(arguments), thread_count(arguments));
  Explainer explainer(opened, arguments, console.out_color);
  const Schema& schema = opened.model.schema();
  const ReadOptions reading =
      scoring_options(unlabelled_options(arguments, opened.model), opened.model, opened.options);
  Source source = open_input(arguments, reading, console);
  check_input(schema, arguments, source);
  source.bind(schema);
  each_block(
      source, work_options(arguments),
      [&](const SourceRows& read) {
        if (read.before == 0) {
          check_lines(read.block, schema, arguments, source);
        }
        for (std::size_t i = 0; i < read.block.rows; ++i) {
          const std::string file = source.has_files() ? read.block.files[i] : "";
          console.out.write(explainer.text(read.rows, i, read.before + i + 1, file));
        }
      },
      [&] { console.out.flush(); });
  console.out.flush();
  note_unknown(source, {}, schema, opened.options, console);
}

}  // namespace suffice::cli
