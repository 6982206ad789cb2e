// The JSON document of `compare`.
#include <algorithm>
#include <optional>
#include <span>

#include "report/documents.hpp"
#include "report/json_writer.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

void write_mean(JsonWriter& json, const char* key, const MeanInterval& mean) {
  json.key(key).begin_object().member("mean", mean.mean).member("half_width", mean.half_width).end_object();
}

void write_point(JsonWriter& json, const CurvePoint& point) {
  json.begin_object().member("rows", point.rows);
  write_mean(json, "log_loss", point.log_loss);
  write_mean(json, "error", point.error);
  json.end_object();
}

void write_models(JsonWriter& json, const Comparison& comparison) {
  json.key("models").begin_array();
  for (const ComparedModel& model : comparison.models) {
    json.begin_object()
        .member("name", model.name)
        .member("kind", model.generative ? "generative" : "discriminative")
        .member("parameters", model.parameters)
        .key("cross_validation");
    write_point(json, model.folds);
    json.member("problem", model.problem).member("failed_folds", model.failed_folds);
    json.key("curve").begin_array();
    for (const CurvePoint& point : model.curve) {
      write_point(json, point);
    }
    json.end_array().end_object();
  }
  json.end_array();
}

void write_size(JsonWriter& json, const char* key, const std::optional<std::size_t>& size) {
  json.key(key);
  if (size) {
    json.value(*size);
  } else {
    json.null();
  }
}

void write_differences(JsonWriter& json, const Comparison& comparison) {
  json.key("differences").begin_array();
  for (const ModelDifference& difference : comparison.differences) {
    json.begin_object()
        .member("first", comparison.models[difference.first].name)
        .member("second", comparison.models[difference.second].name)
        .member("partners", difference.partners)
        .member("clear", difference.is_clear());
    write_mean(json, "log_loss", difference.log_loss);
    write_size(json, "overtakes_at", difference.overtakes_at);
    write_size(json, "other_led_at", difference.other_led_at);
    json.end_object();
  }
  json.end_array();
}

void write_checks(JsonWriter& json, const Comparison& comparison, std::size_t most_tests) {
  json.key("checks").begin_array();
  for (const AssumptionCheck& check : comparison.checks) {
    json.begin_object()
        .member("assumption", check.assumption)
        .member("test", check.test)
        .member("effect", check.effect)
        .member("rejected", check.rejected)
        .member("undefined", check.undefined)
        .key("tests")
        .begin_array();
    for (const AssumptionTest& test : std::span(check.tests).first(std::min(check.tests.size(), most_tests))) {
      json.begin_object()
          .member("where", test.where)
          .member("statistic", test.statistic)
          .member("degrees", test.degrees)
          .member("effect", test.effect)
          .member("p", test.p_value)
          .member("p_holm", test.adjusted)
          .end_object();
    }
    json.end_array();
    if (check.tests.size() > most_tests) {
      json.member("more_tests", std::uint64_t{check.tests.size() - most_tests});
    }
    json.end_object();
  }
  json.end_array();
}

void write_discriminants(JsonWriter& json, const Comparison& comparison) {
  json.key("discriminants").begin_array();
  for (const DiscriminantRow& row : comparison.discriminants) {
    json.begin_object()
        .member("eigenvalue", row.eigenvalue)
        .member("share", row.share)
        .member("canonical_correlation", row.canonical_correlation)
        .member("wilks_lambda", row.wilks_lambda)
        .member("chi_square", row.chi_square)
        .member("degrees", row.degrees)
        .member("p", row.p_value)
        .end_object();
  }
  json.end_array();
}

}  // namespace

void write_comparison(JsonWriter& json, const Comparison& comparison, std::size_t most_tests) {
  json.member("rows", comparison.rows)
      .member("labels", std::span(comparison.labels))
      .member("folds", comparison.folds)
      .member("repeats", comparison.repeats)
      .member("verdict", std::span(comparison.verdict))
      .member("notes", std::span(comparison.notes))
      .member("incomplete_tests", std::span(comparison.incomplete_tests));
  write_models(json, comparison);
  if (comparison.plain_fit) {
    json.key("plain_fit")
        .begin_object()
        .member("chosen", comparison.plain_fit->chosen)
        .member("folds", comparison.plain_fit->folds)
        .member("log_loss", comparison.plain_fit->log_loss)
        .member("error", comparison.plain_fit->error)
        .end_object();
  }
  write_differences(json, comparison);
  write_checks(json, comparison, most_tests);
  write_discriminants(json, comparison);
}

std::string compare_json(const Comparison& comparison) {
  JsonWriter json;
  json.begin_object().member("version", document_version);
  write_comparison(json, comparison);
  return json.end_object().text();
}

}  // namespace suffice
