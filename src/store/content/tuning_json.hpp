// How the options of a model were searched, as JSON text and back.
#pragma once

#include <string>

#include "suffice/store.hpp"

namespace suffice {

/// {"criterion":…,"rows":…,"folds":…,"before":…,"after":…,"trials":[{"option":…,"value":…,"reading":…,"score":…,
/// "chosen":true},{"option":…,"value":…,"problem":…},…]}
std::string tuning_json(const Tuning& tuning);

/// Error (bad_model) unless it is one.
Tuning read_tuning(const std::string& text);

}  // namespace suffice
