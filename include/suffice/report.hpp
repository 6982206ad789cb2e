// Results as JSON documents: numbers as the shortest text that reads back, infinite ones as "inf", "-inf", undefined
// ones as null.
#pragma once

#include <optional>
#include <string>

#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// The JSON document of `fit`, and of `estimate`, `update`, `forget` and `merge` with their new content.
std::string fit_json(const Stored& stored, const Model& model, const std::optional<LeaveOneOut>& cv);
/// The JSON document of `evaluate`.
std::string evaluate_json(const Metrics& metrics);
/// The JSON document of `inspect`: everything a model file holds and the linear form it implies.
std::string inspect_json(const Stored& stored, const Model& model);

/// The shortest text that reads back to the same double.
std::string number_text(double value);

}  // namespace suffice
