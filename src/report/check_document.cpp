// The JSON document of `check`.
#include <span>

#include "report/documents.hpp"
#include "report/json_writer.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

void write_columns(JsonWriter& json, const ModelCheck& check) {
  json.key("columns").begin_array();
  for (const ColumnCheck& column : check.columns) {
    const bool is_number = is_numeric(column.kind) && !has_terms(column.kind);
    json.begin_object()
        .member("column", column.column)
        .member("measure", is_number ? "kolmogorov-smirnov" : "total-variation")
        .member("distance", column.distance)
        .member("expected", column.expected)
        .member("p", column.p_value)
        .member("p_adjusted", column.adjusted);
    if (check.has_labels) {
      json.member("worst_label", column.worst_label).member("worst_distance", column.worst_distance);
    }
    json.end_object();
  }
  json.end_array();
}

void write_terms(JsonWriter& json, const ModelCheck& check) {
  json.key("terms").begin_array();
  for (const TermCheck& term : check.terms) {
    json.begin_object()
        .member("column", term.column)
        .member("term", term.term)
        .member("in_rows", term.in_rows)
        .member("in_draws", term.in_draws)
        .end_object();
  }
  json.end_array();
}

void write_correlations(JsonWriter& json, const CorrelationCheck& check) {
  json.key("correlations")
      .begin_object()
      .member("columns", check.columns)
      .member("expected", check.expected)
      .member("p", check.p_value)
      .key("pairs")
      .begin_array();
  for (const CorrelationPair& pair : check.pairs) {
    json.begin_object()
        .member("first", pair.first)
        .member("second", pair.second)
        .member("in_rows", pair.in_rows)
        .member("in_draws", pair.in_draws)
        .end_object();
  }
  json.end_array().end_object();
}

void write_classifier(JsonWriter& json, const ClassifierCheck& check) {
  json.key("classifier").begin_object();
  if (!check.problem.empty()) {
    json.member("problem", check.problem).end_object();
    return;
  }
  json.member("model", check.classifier)
      .member("rows", check.rows)
      .member("accuracy", check.accuracy.value)
      .member("accuracy_low", check.accuracy.low)
      .member("accuracy_high", check.accuracy.high)
      .member("p", check.p_value)
      .end_object();
}

void write_evidence(JsonWriter& json, const EvidenceCheck& check) {
  json.key("log_evidence")
      .begin_object()
      .member("levels", std::span(check.levels))
      .member("in_rows", std::span(check.in_rows))
      .member("in_draws", std::span(check.in_draws))
      .member("below", check.below)
      .member("distance", check.distance)
      .member("expected", check.expected)
      .member("p", check.p_value)
      .end_object();
}

}  // namespace

void write_check(JsonWriter& json, const ModelCheck& check) {
  json.member("seen", check.seen)
      .member("rows", check.rows)
      .member("unknown_labels", check.unknown)
      .member("draws", check.draws)
      .member("labels", check.has_labels)
      .member("fitted_on", check.fitted_on)
      .member("refitted", check.refitted)
      .member("simulations", check.simulations)
      .member("failed_simulations", check.failed)
      .member("verdict", std::span(check.verdict))
      .member("notes", std::span(check.notes));
  write_columns(json, check);
  write_terms(json, check);
  write_correlations(json, check.correlations);
  write_classifier(json, check.classifier);
  write_evidence(json, check.evidence);
}

std::string check_json(const ModelCheck& check) {
  JsonWriter json;
  json.begin_object().member("version", document_version);
  write_check(json, check);
  return json.end_object().text();
}

}  // namespace suffice
