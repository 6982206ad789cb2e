// Reading options: how a family reads its sums, as names and values for people.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "suffice/options.hpp"

namespace suffice {

/// What differs from no option at all; `lambda` is Model::shrinkage() of the reading.
std::vector<std::pair<std::string, std::string>> reading_options(const FamilyOptions& options,
                                                                 const std::vector<double>& lambda);

/// What the terms of documents are: "words", "words and pairs of words", "runs of 3 to 5 characters".
std::string terms_name(const TextOptions& options);

}  // namespace suffice
