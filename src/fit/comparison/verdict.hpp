// The verdict of compare(), in sentences.
#pragma once

#include <string>
#include <vector>

#include "suffice/compare.hpp"

namespace suffice {

/// The best model by cross-validation; which models have no estimate, and why; for each difference who is ahead, by how
/// much, and what the checks say to it; and from how many rows on one overtakes the other.
std::vector<std::string> verdict_on(const Comparison& comparison);

/// What a plain fit comes to, beside the best of the models that were compared.
std::string plain_fit_text(const PlainFit& plain, const Comparison& comparison);

}  // namespace suffice
