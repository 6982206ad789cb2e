// Kinds of pictures: their names, and which one suits a model.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/picture/probes.hpp"
#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/schema.hpp"

namespace suffice {

std::vector<std::string> picture_kinds() {
  return {"boundary", "densities", "projection", "calibration", "confusion", "roc", "words", "curves"};
}

PictureKind parse_picture_kind(const std::string& text) {
  const std::vector<std::string> names = picture_kinds();
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) {
    const std::string nearest = nearest_name(text, names);
    throw Error(ErrorCode::usage, fmt::format("there is no picture '{}'; {}", text,
                                              nearest.empty() ? fmt::format("there are {}", fmt::join(names, ", "))
                                                              : fmt::format("did you mean {}?", nearest)));
  }
  return static_cast<PictureKind>(found - names.begin());
}

bool needs_rows(PictureKind kind) {
  return kind == PictureKind::calibration || kind == PictureKind::confusion || kind == PictureKind::roc;
}

PictureKind suitable_picture(const Model& model) {
  const Probes probes(model, 1);
  if (model.labels().size() > 1 && probes.numbers().size() > 1) {
    return PictureKind::boundary;
  }
  return std::ranges::find(probes.forms(), CellForm::text) != probes.forms().end() ? PictureKind::words
                                                                                   : PictureKind::densities;
}

}  // namespace suffice
