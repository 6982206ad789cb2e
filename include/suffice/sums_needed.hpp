// Which sums an estimate needs, and which models some sums can be read as.
#pragma once

#include <string>
#include <vector>

#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// The smallest sums that estimate() can read with these options.
Keep sums_needed(const EstimateOptions& options);

/// Whether the sums are of a kind; patterns are moments too.
bool is_kind(const Summary& summary, SumKind kind);

/// The names of the models that these sums can be read as.
std::vector<std::string> readable_models(const Summary& summary);

}  // namespace suffice
