// transcoded(): an Input of any encoding gives its text as UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "data/bytes/input.hpp"
#include "suffice/dialect.hpp"

namespace suffice {

/// Text of one encoding becomes UTF-8, a piece at a time: any cut of the bytes gives the same text. A byte order mark
/// at the start is dropped; a surrogate without its partner and a byte without its second half become U+FFFD. Bytes
/// that are said to be UTF-8 are taken as they are. The five bytes that Windows-1252 leaves undefined are control
/// characters, as they are in Latin-1.
class Transcoder {
 public:
  explicit Transcoder(Encoding encoding) : encoding_(encoding) {}

  /// Appends to `to` what these bytes complete.
  void add(std::string_view bytes, std::string& to);
  /// The text ends here: appends what is left incomplete.
  void finish(std::string& to);

 private:
  void add_utf8(std::string_view bytes, std::string& to);
  void add_unit(unsigned unit, std::string& to);

  Encoding encoding_;
  std::string held_;        // bytes of a mark or of a code unit that is not complete
  unsigned surrogate_ = 0;  // the first of a pair; 0: none
  bool at_start_ = true;
};

/// The input's text as UTF-8 without a byte order mark. UTF-8 itself passes as it is. What can be given without waiting
/// comes without waiting.
Input transcoded(Input input, Encoding encoding, std::size_t chunk_bytes = std::size_t{1} << 18);

/// The same of bytes in memory; where they are not `complete`, what the end cuts is dropped.
std::string to_utf8(std::string_view bytes, Encoding encoding, bool complete = true);

}  // namespace suffice
