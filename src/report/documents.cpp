// The JSON documents of the commands.
#include "report/json_writer.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

void write_matrix(JsonWriter& json, std::span<const double> values, std::size_t columns) {
  json.begin_array();
  for (std::size_t first = 0; first + columns <= values.size() && columns > 0; first += columns) {
    json.value(values.subspan(first, columns));
  }
  json.end_array();
}

void write_interval(JsonWriter& json, const Proportion& proportion) {
  const std::vector<double> interval{proportion.low, proportion.high};
  json.member("accuracy", proportion.value).member("accuracy_interval", std::span<const double>(interval));
}

std::string class_prior_text(const ClassPrior& prior) {
  if (std::holds_alternative<GivenPrior>(prior)) {
    return "given";
  }
  if (std::holds_alternative<UniformPrior>(prior)) {
    return "uniform";
  }
  return std::holds_alternative<SmoothedPrior>(prior) ? "smoothed" : "empirical";
}

void write_model(JsonWriter& json, const Stored& stored, const Model& model) {
  const ClassCounts& classes = stored.summary.classes;
  json.member("rows", classes.total_rows())
      .member("weight", classes.total_weight())
      .member("labels", std::span(model.labels()))
      .member("model", "lda")
      .member("estimate", to_text(stored.options.estimator))
      .member("shrinkage", to_text(stored.options.shrinkage))
      .member("lambda", model.shrinkage())
      .member("class_prior", class_prior_text(stored.options.class_prior));
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
  json.member("features", std::span(model.schema().features)).member("target", model.schema().target);
  if (!model.schema().weight.empty()) {
    json.member("weight_column", model.schema().weight);
  }
  json.member("notes", std::span(model.notes()));
}

}  // namespace

std::string fit_json(const Stored& stored, const Model& model, const std::optional<LeaveOneOut>& cv) {
  JsonWriter json;
  json.begin_object();
  write_model(json, stored, model);
  if (cv) {
    json.key("cv").begin_object();
    json.member("method", "leave-one-out").member("rows", cv->rows);
    write_interval(json, cv->accuracy);
    json.member("log_loss", cv->log_loss).member("unscored_rows", cv->unscored_rows);
    json.member("shrinkage_target", cv->target_held ? "held" : "estimated again").end_object();
  }
  return json.end_object().text();
}

std::string evaluate_json(const Metrics& metrics) {
  JsonWriter json;
  json.begin_object().member("rows", metrics.rows).member("weight", metrics.weight);
  write_interval(json, metrics.accuracy);
  json.member("log_loss", metrics.log_loss)
      .member("impossible_rows", metrics.impossible_rows)
      .member("brier", metrics.brier)
      .member("calibration_error", metrics.calibration_error)
      .member("labels", std::span(metrics.labels));
  json.key("confusion");
  write_matrix(json, metrics.confusion, metrics.labels.size());
  json.key("classes").begin_array();
  for (std::size_t c = 0; c < metrics.classes.size(); ++c) {
    json.begin_object()
        .member("label", metrics.labels[c])
        .member("weight", metrics.classes[c].weight)
        .member("precision", metrics.classes[c].precision)
        .member("recall", metrics.classes[c].recall)
        .member("f1", metrics.classes[c].f1)
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
  return json.end_array().end_object().text();
}

std::string inspect_json(const Stored& stored, const Model& model) {
  const std::size_t d = model.schema().features.size();
  const LinearForm form = model.linear_form();
  JsonWriter json;
  json.begin_object();
  write_model(json, stored, model);
  json.key("mean");
  write_matrix(json, stored.summary.moments.mean, d);
  json.key("scatter");
  write_matrix(json, stored.summary.moments.scatter, d);
  json.key("linear_form").begin_object().key("coefficients");
  write_matrix(json, form.coefficients, d);
  return json.member("intercepts", std::span<const double>(form.intercepts)).end_object().end_object().text();
}

}  // namespace suffice
