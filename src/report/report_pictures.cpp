// add_pictures(): what a report shows of a model and of rows, as far as there is a picture of it.
#include <functional>

#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/model_report.hpp"

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

}  // namespace

void add_pictures(Report& report, const std::optional<PictureRows>& rows, const PictureOptions& options) {
  const Model& model = report.model;
  add_picture(report, "densities", [&] { return densities_picture(model, rows, options); });
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
