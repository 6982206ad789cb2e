// find_encoding(): how the bytes of a text stand for its characters.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "suffice/dialect.hpp"

namespace suffice {

struct FoundEncoding {
  Encoding encoding = Encoding::utf8;
  /// Offset of the first byte that is no UTF-8, where the encoding was told by it or in spite of it.
  std::optional<std::size_t> not_utf8 = {};
  /// Windows-1252 where bytes beyond ASCII stand together as letters of other alphabets do.
  bool has_runs = false;
};

/// By a byte order mark, by where the zero bytes are (every second byte of UTF-16 is one in what most tables hold), by
/// whether the bytes are UTF-8. Bytes that are not are Windows-1252, unless so many characters of several bytes are
/// well-formed that the text is UTF-8 with some damage. A character that the end of an incomplete sample cuts tells
/// nothing.
FoundEncoding find_encoding(std::string_view sample, bool complete);

}  // namespace suffice
