// Long texts of a JSON document: read by themselves, since the parser takes some eight times the bytes of each.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace suffice {

struct LongTexts {
  /// By the number of the text in the document, from 0, keys counted too.
  std::map<std::size_t, std::string> texts = {};
  /// The document with "" in the place of these; empty where there are none.
  std::string rest = {};
};

/// Takes out the texts of more than `longest` bytes, as they are written, that are values: keys stay. A text that is
/// no text of JSON, or ends with the document, stays too, and is left to the parser to refuse.
LongTexts long_texts(std::string_view document, std::size_t longest);

}  // namespace suffice
