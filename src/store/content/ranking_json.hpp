// The ranking of the candidates of `auto`, as JSON text and back.
#pragma once

#include <string>

#include "suffice/store.hpp"

namespace suffice {

/// {"rows":…,"folds":…,"models":[{"name":…,"log_loss":…,"standard_error":…},{"name":…,"problem":…},…]}
std::string ranking_json(const Ranking& ranking);

/// Error (bad_model) unless it is one: the chosen model, then others, losses ascending, those with a problem last.
Ranking read_ranking(const std::string& text);

}  // namespace suffice
