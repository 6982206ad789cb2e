#include "report/report_document.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "report/confusions.hpp"
#include "report/documents.hpp"
#include "report/json_writer.hpp"
#include "report/model_document.hpp"
#include "report/picture_document.hpp"
#include "suffice/report.hpp"
#include "suffice/version.hpp"

namespace suffice {

namespace {

// Numbers that a table of the document may have; larger ones are cut to those of the features that tell most, and of
// the classes that come first.
constexpr std::size_t most_numbers = 20'000;
constexpr std::size_t most_of_large = 50;
constexpr std::size_t most_confused = 100;
constexpr std::size_t most_tests = 20;
constexpr std::size_t most_reasons = 600;

void write_file(JsonWriter& json, const ReportFile& file) {
  json.key("file").begin_object().member("name", file.name).member("bytes", file.bytes);
  json.member("crc32", file.checksum).end_object();
}

// The classes, the most probable first: where some are left out, they are the others.
std::vector<std::size_t> by_prior(const Model& model) {
  std::vector<std::size_t> order(model.labels().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t c) { return model.class_prior()[c]; });
  return order;
}

// Rows `rows` and columns `columns` of a matrix of `width` columns.
void write_part(JsonWriter& json, std::span<const double> matrix, std::size_t width, std::span<const std::size_t> rows,
                std::span<const std::size_t> columns) {
  json.begin_array();
  for (const std::size_t i : rows) {
    std::vector<double> numbers;
    for (const std::size_t j : columns) {
      numbers.push_back(matrix[i * width + j]);
    }
    json.value(std::span<const double>(numbers));
  }
  json.end_array();
}

void write_numbers(JsonWriter& json, const ReportReading& reading, const Model& model) {
  const std::size_t d = reading.features.size();
  const std::size_t classes = reading.means.size() / d;
  const bool large = reading.means.size() > most_numbers;
  const std::size_t features = large ? std::min(d, most_of_large) : d;
  std::vector<std::size_t> rows = by_prior(model);
  if (large && classes > most_of_large) {
    rows.resize(most_of_large);
  } else {
    std::iota(rows.begin(), rows.end(), std::size_t{0});
  }
  const std::span<const std::size_t> columns = std::span(reading.order).first(features);
  std::vector<std::string> names;
  std::vector<double> separation;
  for (const std::size_t j : columns) {
    names.push_back(reading.features[j]);
    separation.push_back(reading.separation[j]);
  }
  json.key("numbers").begin_object().member("features", std::span<const std::string>(names));
  if (rows.size() < classes) {
    std::vector<std::string> labels;
    for (const std::size_t c : rows) {
      labels.push_back(model.labels()[c]);
    }
    json.member("labels", std::span<const std::string>(labels));
  }
  json.member("separation", std::span<const double>(separation)).key("means");
  write_part(json, reading.means, d, rows, columns);
  if (!reading.deviations.empty()) {
    json.key("standard_deviations");
    const std::vector<std::size_t> shared = {0};  // by all classes
    write_part(json, reading.deviations, d, reading.deviations.size() == d ? shared : rows, columns);
  }
  if (!reading.by_score.empty()) {
    std::vector<std::string> scored;
    for (const std::size_t j : columns) {
      if (reading.by_score[j] != 0) {
        scored.push_back(reading.features[j]);
      }
    }
    json.member("by_normal_score", std::span<const std::string>(scored));
    for (const auto& [key, numbers] :
         {std::pair("at_means", &reading.at_means), std::pair("below_means", &reading.below_means),
          std::pair("above_means", &reading.above_means)}) {
      json.key(key);
      write_part(json, *numbers, d, rows, columns);
    }
  }
  json.member("more_features", std::uint64_t{d - features})
      .member("more_classes", std::uint64_t{classes - rows.size()});
  json.end_object();
}

void write_values(JsonWriter& json, const ReportReading& reading, std::size_t classes) {
  std::size_t numbers = 0;
  std::size_t written = 0;
  json.key("values").begin_array();
  for (const ReportValues& values : reading.values) {
    const std::size_t count = std::min(values.names.size(), std::max<std::size_t>(most_numbers / classes, 10));
    numbers += 2 * count * classes;
    if (numbers > most_numbers && written >= 10) {
      break;
    }
    ++written;
    json.begin_object().member("feature", values.feature).member("information", values.information);
    json.member("values", std::span<const std::string>(values.names).first(count)).key("counts");
    write_matrix(json, std::span(values.counts).first(count * classes), classes);
    json.key("probabilities");
    write_matrix(json, std::span(values.probabilities).first(count * classes), classes);
    json.member("more_values", std::uint64_t{values.names.size() - count + values.more}).end_object();
  }
  json.end_array().member("more_columns", std::uint64_t{reading.values.size() - written});
}

void write_axes(JsonWriter& json, const ReportReading& reading) {
  if (!reading.axes || reading.axes->count() == 0) {
    return;
  }
  const Discriminants& axes = *reading.axes;
  const bool large = axes.axes.size() > most_numbers;
  const std::size_t features = large ? std::min(reading.order.size(), most_of_large) : reading.order.size();
  const std::size_t count = large ? std::min<std::size_t>(axes.count(), 2) : axes.count();
  json.key("discriminants").begin_object().member("wilks_lambda", axes.wilks_lambda);
  json.member("explained", std::span(axes.explained)).key("axes").begin_array();
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<double> axis;
    for (std::size_t place = 0; place < features; ++place) {
      axis.push_back(axes.axes[reading.order[place] * axes.count() + k]);
    }
    json.value(std::span<const double>(axis));
  }
  json.end_array().end_object();
}

void write_reasons(JsonWriter& json, const ReportReading& reading, const Model& model) {
  std::vector<std::size_t> order = by_prior(model);
  std::size_t classes = 0;
  for (std::size_t count = 0; classes < order.size() && count < most_reasons; ++classes) {
    count += reading.reasons[order[classes]].size();
  }
  order.resize(classes);
  std::ranges::sort(order);
  json.key("reasons").begin_array();
  for (const std::size_t c : order) {
    json.begin_object().member("label", model.labels()[c]).key("top").begin_array();
    for (const ReportReason& reason : reading.reasons[c]) {
      json.begin_object().member("feature", reason.feature);
      if (!reason.value.empty()) {
        json.member("value", reason.value);
      }
      json.member("strength", reason.strength);
      if (reason.mean == reason.mean) {
        json.member("mean", reason.mean).member("others", reason.others);
      }
      if (reason.count == reason.count) {
        json.member("count", reason.count);
      }
      json.end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
  if (classes < reading.reasons.size()) {
    json.member("more_reasons", std::uint64_t{reading.reasons.size() - classes});
  }
}

void write_reading(JsonWriter& json, const ReportReading& reading, const Model& model) {
  json.begin_object().member("kind", reading.kind).member("family", reading.family);
  if (reading.name != reading.family) json.member("name", reading.name);
  json.member("features", std::span<const std::string>(reading.features));
  json.member("temperature", reading.temperature).member("share_missing", reading.share_missing);
  json.key("options").begin_object();
  for (const auto& [option, value] : reading.options) {
    json.member(option, value);
  }
  json.end_object();
  if (!reading.order.empty()) {
    write_numbers(json, reading, model);
    write_axes(json, reading);
  }
  if (!reading.values.empty()) {
    write_values(json, reading, model.labels().size());
  }
  if (reading.terms > 0) {
    json.member("terms", reading.terms).member("tokens", reading.tokens);
  }
  write_reasons(json, reading, model);
  json.end_object();
}

void write_rows(JsonWriter& json, const char* key, const std::vector<ReportRow>& rows) {
  json.key(key).begin_array();
  for (const ReportRow& row : rows) {
    json.begin_object().member("row", row.number);
    if (!row.file.empty()) {
      json.member("file", row.file);
    }
    json.member("label", row.label).member("predicted", row.predicted).member("probability", row.probability);
    json.member("own_probability", row.own_probability).member("log_evidence", row.log_evidence);
    if (row.typicality) {
      json.member("typicality", *row.typicality);
    }
    if (row.terms > 0) {
      json.member("terms", row.terms);
    }
    if (!row.excerpt.empty()) {
      json.member("excerpt", row.excerpt);
    }
    if (!row.tokens.empty()) {
      write_tokens(json, row.tokens);
    }
    if (!row.against.empty()) {
      json.member("against", row.against).key("parts").begin_array();
      for (const ReportPart& part : row.parts) {
        json.begin_object().member("feature", part.feature).member("value", part.value);
        json.member("log_odds", part.log_odds).end_object();
      }
      json.end_array().member("more_parts", std::uint64_t{row.more}).member("sum_of_more", row.rest);
      json.member("base", row.base).member("log_odds", row.log_odds);
    }
    json.end_object();
  }
  json.end_array();
}

void write_evaluation(JsonWriter& json, const ReportRows& rows, const std::string& parts_note) {
  json.key("evaluation").begin_object().member("input", rows.name);
  write_metrics(json, rows.metrics, most_numbers);
  json.key("confusions").begin_array();
  for (const Confusion& confusion : most_frequent_confusions(rows.metrics, most_confused)) {
    json.begin_object().member("label", rows.metrics.labels[confusion.truth]);
    json.member("predicted", rows.metrics.labels[confusion.predicted]);
    json.member("weight", confusion.weight).member("share", confusion.share).end_object();
  }
  json.end_array();
  if (rows.uncalibrated) {
    json.key("before_calibration").begin_object();
    write_metrics(json, *rows.uncalibrated, most_numbers);
    json.end_object();
  }
  if (!parts_note.empty()) {
    json.member("parts_note", parts_note);
  }
  write_rows(json, "surprising", rows.surprising);
  write_rows(json, "mistakes", rows.mistakes);
  json.end_object();
}

void write_report(JsonWriter& json, const Report& report) {
  json.begin_object().member("version", report_version).member("made_by", fmt::format("suffice {}", version));
  write_file(json, report.file);
  json.key("sizes").begin_object().member("rows", report.stored.summary.classes.total_rows());
  json.member("classes", std::uint64_t{report.model.labels().size()});
  json.member("columns", std::uint64_t{columns_of(report.model.schema()).size()}).end_object();
  json.key("model").begin_object();
  write_model(json, report.stored, report.model);
  json.end_object().key("readings").begin_array();
  for (const ReportReading& reading : report.readings) {
    write_reading(json, reading, report.model);
  }
  json.end_array();
  if (report.rows) {
    write_evaluation(json, *report.rows, parts_note(report.stored.options));
  }
  if (report.comparison) {
    json.key("comparison").begin_object();
    write_comparison(json, *report.comparison, most_tests);
    json.end_object();
  }
  if (report.check) {
    json.key("check").begin_object();
    write_check(json, *report.check);
    json.end_object();
  }
  json.key("pictures").begin_array();
  for (const ReportPicture& picture : report.pictures) {
    json.begin_object().member("kind", picture.kind);
    write_picture(json, picture.picture);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace

std::string report_json(const Report& report) {
  JsonWriter json;
  write_report(json, report);
  return json.text();
}

std::string embedded_document(const Report& report) {
  JsonWriter json = JsonWriter::on_one_line();
  write_report(json, report);
  return json.text();
}

}  // namespace suffice
