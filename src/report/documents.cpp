// The JSON documents of the commands.
#include "report/json_writer.hpp"
#include "report/model_document.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

void write_interval(JsonWriter& json, const Proportion& proportion) {
  const std::vector<double> interval{proportion.low, proportion.high};
  json.member("accuracy", proportion.value).member("accuracy_interval", std::span<const double>(interval));
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
  json.member("undecided", metrics.undecided_weight)
      .member("cost", metrics.cost)
      .member("log_loss", metrics.log_loss)
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
  JsonWriter json;
  json.begin_object();
  write_model(json, stored, model);
  write_sums(json, stored.summary);
  write_forms(json, stored, model);
  return json.end_object().text();
}

}  // namespace suffice
