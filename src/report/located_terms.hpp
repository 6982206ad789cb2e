// Located terms: the terms of a document with the bytes that each was made of.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/text.hpp"

namespace suffice {

/// A term, and its bytes: from the first of its words, or characters, to the last.
struct LocatedTerm {
  std::string term;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// terms_of(), with the place of each. Error (usage) for mails, whose terms are made of decoded parts.
std::vector<LocatedTerm> located_terms(std::string_view document, const TextOptions& options);

}  // namespace suffice
