// add_pictures(): what a report shows of a model and of rows, as far as there is a picture of it.
#include <algorithm>
#include <functional>
#include <optional>

#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/model_report.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

// Nothing where the model has no such picture.
void add_picture(Report& report, const char* kind, const std::function<draw::Picture()>& drawn) {
  try {
    report.pictures.push_back({kind, drawn()});
  } catch (const Error& error) {
    if (error.code() != ErrorCode::usage && error.code() != ErrorCode::bad_data) {
      throw;
    }
  }
}

// The reading of numbers that another reading takes as intervals: there the picture of all readings has these.
std::optional<std::size_t> hidden_numbers(const Report& report) {
  const auto is_hidden = [&](const std::string& feature) {
    return std::ranges::any_of(report.readings, [&](const ReportReading& reading) {
      return std::ranges::find(reading.values, feature, &ReportValues::feature) != reading.values.end();
    });
  };
  const auto found = std::ranges::find_if(report.readings, [&](const ReportReading& reading) {
    return !reading.order.empty() && reading.temperature != 0 && std::ranges::any_of(reading.features, is_hidden);
  });
  return found == report.readings.end() ? std::nullopt
                                        : std::optional(static_cast<std::size_t>(found - report.readings.begin()));
}

}  // namespace

void add_pictures(Report& report, const std::optional<PictureRows>& rows, const PictureOptions& options) {
  const Model& model = report.model;
  add_picture(report, "densities", [&] { return densities_picture(model, rows, options); });
  if (const std::optional<std::size_t> reading = hidden_numbers(report)) {
    add_picture(report, "number-densities", [&] {
      return densities_picture(reading_alone(report.stored, model, *reading, options.threads), {}, options);
    });
  }
  add_picture(report, "boundary", [&] { return boundary_picture(model, rows, options); });
  add_picture(report, "projection", [&] { return projection_picture(model, rows, options); });
  if (rows && report.rows) {
    add_picture(report, "roc", [&] { return roc_picture(model, *rows, options); });
    add_picture(report, "calibration",
                [&] { return calibration_picture(report.rows->metrics, report.rows->uncalibrated); });
  }
  if (!report.stored.tuning.trials.empty()) {
    add_picture(report, "tuning", [&] { return tuning_picture(report.stored.tuning); });
  }
  if (report.comparison) {
    add_picture(report, "curves", [&] { return curves_picture(*report.comparison); });
  }
}

}  // namespace suffice
