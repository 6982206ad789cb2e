#include "report/model_document.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "report/count_document.hpp"
#include "report/reading_document.hpp"

namespace suffice {

namespace {

// Of a linear form with terms; the others are as long as the sums that are written anyway.
constexpr std::size_t most_coefficients = 10'000;
// Of the matrices of a quadratic form of several readings.
constexpr std::size_t most_entries = 1'000'000;
// The same of one reading: 500 MiB of numbers.
constexpr std::size_t most_entries_alone = std::size_t{1} << 26;

void write_classes(JsonWriter& json, const ClassCounts& classes, const Model& model) {
  json.key("classes").begin_array();
  for (std::size_t c = 0; c < classes.size(); ++c) {
    json.begin_object()
        .member("label", classes.labels[c])
        .member("rows", classes.rows[c])
        .member("weight", classes.weight[c])
        .member("prior", model.class_prior()[c])
        .end_object();
  }
  json.end_array();
}

// The candidates that the model was chosen from; nothing where it was named.
void write_ranking(JsonWriter& json, const Ranking& ranking) {
  if (ranking.models.empty()) {
    return;
  }
  json.key("chosen").begin_object().member("rows", ranking.rows).member("folds", ranking.folds);
  if (ranking.left_out > 0) {
    json.member("left_out", ranking.left_out);
  }
  json.key("models").begin_array();
  for (const RankedModel& model : ranking.models) {
    json.begin_object().member("name", model.name);
    if (model.problem.empty()) {
      json.member("log_loss", model.log_loss).member("standard_error", model.standard_error);
    } else {
      json.member("problem", model.problem);
    }
    json.end_object();
  }
  json.end_array().end_object();
}

// Every trial, in the order of the search; nothing where options were not searched.
void write_tuning(JsonWriter& json, const Tuning& tuning) {
  if (tuning.trials.empty()) {
    return;
  }
  json.key("tuning").begin_object().member("criterion", to_text(tuning.criterion)).member("rows", tuning.rows);
  if (tuning.folds > 0) {
    json.member("folds", tuning.folds);
  }
  json.member("before", tuning.before).member("after", tuning.after).key("trials").begin_array();
  for (const Trial& trial : tuning.trials) {
    json.begin_object().member("option", trial.option).member("value", trial.value).member("reading", trial.reading);
    json.member("score", trial.criterion).member("chosen", trial.chosen);
    if (!trial.problem.empty()) {
      json.member("problem", trial.problem);
    }
    json.end_object();
  }
  json.end_array().end_object();
}

// What was fitted beside the sums; nothing where nothing was.
void write_calibration(JsonWriter& json, const Fitted& fitted) {
  if (fitted.temperatures.empty()) {
    return;
  }
  json.key("calibration").begin_object().member("method", fitted.map == OddsMap{} ? "temperature" : "isotonic");
  json.member("temperatures", std::span(fitted.temperatures));
  if (!fitted.offsets.empty()) {
    json.member("offsets", std::span(fitted.offsets));
  }
  if (fitted.map != OddsMap{}) {
    json.member("log_odds", std::span(fitted.map.from)).member("calibrated_log_odds", std::span(fitted.map.to));
  }
  if (fitted.contamination > 0) {
    json.member("contamination", fitted.contamination);
  }
  json.member("fitted_at_rows", fitted.rows).end_object();
}

// How the weights of a rival were found; nothing where they follow from the sums.
void write_rival(JsonWriter& json, const std::optional<RivalReport>& report, RivalLoss loss) {
  if (!report) {
    return;
  }
  json.key("fit").begin_object();
  if (loss == RivalLoss::logistic) {
    json.member("passes", report->passes).member("gradient", report->gradient);
  } else {
    json.member("epochs", report->passes).member("mistakes", report->mistakes).member("radius", report->radius);
  }
  if (report->margin) {
    json.member("margin", *report->margin).member("mistake_bound", report->mistake_bound());
  }
  json.member("converged", report->converged).end_object();
}

void write_target(JsonWriter& json, const Schema& schema) {
  json.member("target", schema.target);
  if (!schema.weight.empty()) {
    json.member("weight_column", schema.weight);
  }
}

void write_linear_form(JsonWriter& json, const Model& model, bool has_names) {
  const LinearForm form = model.linear_form();
  json.key("linear_form").begin_object();
  if (has_names) {
    json.member("names", std::span(form.names));
  }
  json.key("coefficients");
  write_matrix(json, form.coefficients, form.coefficients.size() / form.intercepts.size());
  json.member("intercepts", std::span(form.intercepts));
  if (const std::vector<double> theta = logistic_form(model); !theta.empty()) {
    json.member("theta", std::span(theta));
  }
  json.end_object();
}

void write_quadratic_form(JsonWriter& json, const Model& model, bool has_names) {
  const QuadraticForm form = model.quadratic_form();
  const std::size_t d = form.coefficients.size() / form.intercepts.size();
  json.key("quadratic_form").begin_object();
  if (has_names) {
    json.member("names", std::span(form.names));
  }
  json.key("matrices");
  write_matrices(json, form.matrices, d);
  json.key("coefficients");
  write_matrix(json, form.coefficients, d);
  json.member("intercepts", std::span(form.intercepts)).end_object();
}

// Measurements alone need no names: they are the features.
void write_forms(JsonWriter& json, const std::vector<ReadingDocument>& readings, const Model& model, bool is_rival) {
  std::size_t coefficients = 0;
  bool has_terms = false;
  bool has_names = readings.size() > 1 || is_rival;
  for (const ReadingDocument& reading : readings) {
    coefficients += coefficient_count(reading.read(), reading.family());
    has_terms = has_terms || std::holds_alternative<TermOptions>(reading.family());
    has_names = has_names || !std::holds_alternative<GaussianOptions>(reading.family());
  }
  const std::size_t classes = model.labels().size();
  if (model.is_linear()) {
    if (has_terms && coefficients > most_coefficients / classes) {
      json.key("linear_form").null();
    } else {
      write_linear_form(json, model, has_names);
    }
  } else if (model.is_quadratic()) {
    const std::size_t most = readings.size() > 1 ? most_entries : most_entries_alone;
    if (coefficients > most / classes / std::max<std::size_t>(coefficients, 1)) {
      json.key("quadratic_form").null();
    } else {
      write_quadratic_form(json, model, has_names);
    }
  }
}

// How many values are missing, and what becomes of them; nothing where none is.
void write_missing(JsonWriter& json, const MissingValues& missing) {
  if (missing.share == 0 && missing.handling.empty()) {
    return;
  }
  json.key("missing").begin_object().member("share", missing.share);
  if (missing.patterns > 0) {
    json.member("patterns", std::uint64_t{missing.patterns});
  }
  json.member("handling", std::span<const std::string>(missing.handling)).end_object();
}

}  // namespace

void write_model(JsonWriter& json, const Stored& stored, const Model& model, std::span<const ReadingDetails> details) {
  const Options options = checked(stored.options, stored.summary.schema);
  const ClassCounts& classes = stored.summary.classes;
  std::vector<ReadingDocument> readings;
  readings.reserve(options.readings.size());
  for (std::size_t r = 0; r < options.readings.size(); ++r) {
    readings.emplace_back(stored, options.readings[r], model, r);
  }
  const bool is_one = readings.size() == 1;
  json.member("rows", classes.total_rows())
      .member("weight", classes.total_weight())
      .member("labels", std::span(model.labels()));
  if (is_one && !options.rival) {
    readings.front().write_options(json);
  } else {
    json.member("model", model_name(options));
  }
  if (options.rival) {
    json.member("ridge", options.rival->ridge);
    write_rival(json, stored.fitted.rival, options.rival->loss);
  }
  json.member("class_prior", to_text(options.class_prior));
  write_calibration(json, stored.fitted);
  write_ranking(json, stored.ranking);
  write_tuning(json, stored.tuning);
  if (is_one) {
    readings.front().write_kind_of_sums(json);
  }
  write_classes(json, classes, model);
  if (is_one) {
    readings.front().write_features(json);
  } else {
    json.member("features", std::span<const std::string>(columns_of(model.schema())));
  }
  json.member("dropped", std::span<const std::string>(dropped_features(stored.summary.schema, options)));
  write_target(json, model.schema());
  if (is_one) {
    readings.front().write_text(json);
  }
  if (!details.empty()) {
    write_missing(json, missing_values(stored));
  }
  json.member("notes", std::span(model.notes()));
  if (!is_one && !options.rival) {
    json.key("readings").begin_array();
    for (std::size_t r = 0; r < readings.size(); ++r) {
      readings[r].write(json, details.empty() ? nullptr : &details[r]);
    }
    json.end_array();
  } else if (!details.empty() && is_one) {
    readings.front().write_sums(json, details.front());
  }
  if (!details.empty()) {
    write_forms(json, readings, model, options.rival.has_value());
  }
  if (is_one && !details.empty() && !options.rival) {
    readings.front().write_derived(json, details.front());
  }
}

}  // namespace suffice
