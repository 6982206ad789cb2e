// Weighted document: a document whose words show what they say, by colour or by numbers.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "suffice/report.hpp"

namespace suffice::cli {

/// The document within 100 columns and some twenty lines, white space as single spaces. With colour: blue for the first
/// class and orange for the second, bright where a word says much. Without: "[free +1.2]" around the words that say
/// anything next to the others; nothing where terms overlap, as n-grams do, or where there are none.
std::string weighted_document(std::string_view document, std::span<const WeightedToken> tokens, bool color);

}  // namespace suffice::cli
