// The JSON documents of the commands.
#include "report/documents.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "report/json_writer.hpp"
#include "report/model_document.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

void write_interval(JsonWriter& json, const Proportion& proportion) {
  const std::vector<double> interval{proportion.low, proportion.high};
  json.member("accuracy", proportion.value).member("accuracy_interval", std::span<const double>(interval));
}

// Whether some covariance is shrunk towards one that is estimated from all rows.
bool has_shrinkage_target(const Options& options) {
  return std::ranges::any_of(options.readings, [](const Reading& reading) {
    const auto* gaussian = std::get_if<GaussianOptions>(&reading.options);
    return gaussian != nullptr && std::holds_alternative<AutoShrinkage>(gaussian->shrinkage);
  });
}

}  // namespace

std::string criterion_name(Criterion criterion) {
  switch (criterion) {
    case Criterion::leave_one_out:
    case Criterion::folds:
      return "log loss";
    case Criterion::aic:
      return "AIC";
    case Criterion::bic:
      return "BIC";
    case Criterion::evidence:
      break;
  }
  return "-2 log evidence";
}

std::string contamination_text(double share) {
  constexpr double large = 0.1;  // shares are told as percentages from here on
  const std::string rows =
      share < large ? fmt::format("one row in {:.0f}", 1 / share) : fmt::format("{:.3g} % of rows", 100 * share);
  return rows +
         (share < large ? " is taken to say nothing about its class" : " are taken to say nothing about their class");
}

std::string measured_by(const Tuning& tuning) {
  if (tuning.rows == 0) {
    return "from the sums";
  }
  const std::string rows = fmt::format("{} row{}", tuning.rows, tuning.rows == 1 ? "" : "s");
  return tuning.folds == 0 ? "by leave-one-out on " + rows : fmt::format("by {} folds of {}", tuning.folds, rows);
}

std::string fit_json(const Stored& stored, const Model& model, const std::optional<LeaveOneOut>& cv,
                     std::span<const ColumnGuess> columns) {
  JsonWriter json;
  json.begin_object().member("version", document_version);
  write_model(json, stored, model);
  if (!columns.empty()) {
    json.member("read_as", describe(stored.summary.schema.dialect));
    json.key("columns").begin_array();
    for (const ColumnGuess& column : columns) {
      json.begin_object()
          .member("column", column.column)
          .member("role", use_name(column.use))
          .member("why", column.reason)
          .end_object();
    }
    json.end_array();
  }
  if (cv) {
    json.key("cv").begin_object();
    json.member("method", cv->folds == 0 ? "leave-one-out" : "folds").member("rows", cv->rows);
    if (cv->folds > 0) {
      json.member("folds", cv->folds);
    }
    write_interval(json, cv->accuracy);
    json.member("log_loss", cv->log_loss).member("unscored_rows", cv->unscored_rows);
    if (cv->calibrated) {
      json.member("calibrated", "on the other four fifths of the rows");
    } else if (cv->calibration_held) {
      json.member("calibrated", "as the model is");
    }
    if (cv->folds == 0 && has_shrinkage_target(checked(stored.options, stored.summary.schema))) {
      json.member("shrinkage_target", cv->target_held ? "held" : "estimated again");
    }
    json.end_object();
  }
  return json.end_object().text();
}

namespace {

void write_average(JsonWriter& json, const char* name, const AverageScore& score) {
  json.key(name)
      .begin_object()
      .member("precision", score.precision)
      .member("recall", score.recall)
      .member("f1", score.f1)
      .member("roc_auc", score.roc_auc)
      .member("average_precision", score.average_precision)
      .end_object();
}

}  // namespace

void write_metrics(JsonWriter& json, const Metrics& metrics, std::size_t most_confusions) {
  json.member("rows", metrics.rows).member("weight", metrics.weight);
  write_interval(json, metrics.accuracy);
  json.member("undecided", metrics.undecided_weight)
      .member("cost", metrics.cost)
      .member("balanced_accuracy", metrics.balanced_accuracy)
      .member("matthews", metrics.matthews)
      .member("top_k_accuracy", std::span<const double>(metrics.top))
      .member("log_loss", metrics.log_loss)
      .member("impossible_rows", metrics.impossible_rows)
      .member("brier", metrics.brier)
      .member("joint_log_likelihood", metrics.joint_log_likelihood)
      .member("conditional_log_likelihood", metrics.conditional_log_likelihood)
      .member("calibration_error", metrics.calibration_error)
      .member("ranked_rows", metrics.ranked_rows);
  write_average(json, "macro", metrics.macro);
  write_average(json, "weighted", metrics.weighted);
  json.member("labels", std::span(metrics.labels));
  json.key("confusion");
  if (!metrics.confusion.empty() && metrics.confusion.size() <= most_confusions) {
    write_matrix(json, metrics.confusion, metrics.labels.size());
  } else {
    json.null();
  }
  json.key("classes").begin_array();
  for (std::size_t c = 0; c < metrics.classes.size(); ++c) {
    json.begin_object()
        .member("label", metrics.labels[c])
        .member("weight", metrics.classes[c].weight)
        .member("precision", metrics.classes[c].precision)
        .member("recall", metrics.classes[c].recall)
        .member("f1", metrics.classes[c].f1)
        .member("roc_auc", metrics.classes[c].roc_auc)
        .member("average_precision", metrics.classes[c].average_precision)
        .end_object();
  }
  json.end_array();
  json.key("calibration").begin_array();
  for (const CalibrationBin& bin : metrics.calibration) {
    json.begin_object()
        .member("weight", bin.weight)
        .member("confidence", bin.confidence)
        .member("accuracy", bin.accuracy)
        .end_object();
  }
  json.end_array();
}

bool seem_fitted_on(const Metrics& metrics, const ClassCounts& fitted) {
  if (metrics.rows != fitted.total_rows() || metrics.labels.size() != fitted.size()) return false;
  for (std::size_t c = 0; c < fitted.size(); ++c) {
    if (metrics.classes[c].weight != fitted.weight[c]) return false;
  }
  return true;
}

std::string evaluate_json(const Metrics& metrics) {
  JsonWriter json;
  json.begin_object().member("version", document_version);
  write_metrics(json, metrics);
  return json.end_object().text();
}

std::string inspect_json(const Stored& stored, const Model& model, std::size_t top) {
  std::vector<ReadingDetails> details;
  for (std::size_t r = 0; r < model.readings(); ++r) {
    details.push_back(reading_details(stored, model, r, {.top = top, .threads = 1}));
  }
  JsonWriter json;
  json.begin_object().member("version", document_version);
  write_model(json, stored, model, details);
  return json.end_object().text();
}

namespace {

void write_optional(JsonWriter& json, const char* name, const std::optional<double>& number) {
  json.member(name, number.value_or(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace

void write_tokens(JsonWriter& json, const std::vector<WeightedToken>& tokens) {
  json.key("tokens").begin_array();
  for (const WeightedToken& token : tokens) {
    json.begin_object()
        .member("term", token.term)
        .member("begin", std::uint64_t{token.begin})
        .member("end", std::uint64_t{token.end})
        .member("log_odds", token.log_odds)
        .end_object();
  }
  json.end_array();
}

std::optional<double> calibrated_log_odds(const Explanation& explanation, const Model& model, ClassPair between) {
  const bool is_sum_of_all =
      model.odds_map().from.empty() &&
      (explanation.contamination.empty() || std::isfinite(score_difference(explanation.log_joint, between)));
  return is_sum_of_all ? std::nullopt : std::optional(score_difference(explanation.log_posterior, between));
}

std::string explain_json(const Explanation& explanation, const Model& model, const ExplainedRow& row) {
  const std::vector<double>& log_posterior = explanation.log_posterior;
  const auto largest = std::ranges::max_element(log_posterior);
  std::vector<double> posterior(log_posterior.size(), 0);
  JsonWriter json = JsonWriter::on_one_line();
  json.begin_object().member("version", document_version);
  if (!row.file.empty()) {
    json.member("file", row.file);
  }
  json.key("label");
  if (*largest == -std::numeric_limits<double>::infinity()) {
    json.null();
  } else {
    json.value(model.labels()[static_cast<std::size_t>(largest - log_posterior.begin())]);
    std::ranges::transform(log_posterior, posterior.begin(), [](double score) { return std::exp(score); });
  }
  if (row.between) {
    json.member("for", model.labels()[row.between->first])
        .member("against", model.labels()[row.between->second])
        .member("log_odds", score_difference(explanation.log_joint, *row.between));
    if (const std::optional<double> calibrated = calibrated_log_odds(explanation, model, *row.between)) {
      json.member("calibrated_log_odds", *calibrated);
    }
  }
  write_optional(json, "log_evidence", row.log_evidence);
  write_optional(json, "typicality", row.typicality);
  json.member("labels", std::span(model.labels()))
      .member("log_joint", std::span(explanation.log_joint))
      .member("posterior", std::span<const double>(posterior))
      .member("base", std::span(explanation.base));
  json.key("contributions").begin_array();
  for (const Contribution& contribution : explanation.contributions) {
    json.begin_object().member("feature", contribution.feature).member("value", contribution.value);
    if (row.between) {
      json.member("log_odds", score_difference(contribution.scores, *row.between));
    }
    json.member("scores", std::span(contribution.scores)).end_object();
  }
  json.end_array();
  if (row.between && !row.by_reading.empty()) {
    std::vector<double> said;
    for (const std::vector<double>& scores : row.by_reading) {
      said.push_back(score_difference(scores, *row.between));
    }
    json.member("by_reading", std::span<const double>(said));
  }
  if (!row.note.empty()) {
    json.member("note", row.note);
  }
  if (!row.tokens.empty()) {
    write_tokens(json, row.tokens);
  }
  return json.end_object().text();
}

}  // namespace suffice
