// UTF-8: the step from one character to the next, and the normal form of a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace suffice {

/// What may stand before the first character of a text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Bytes of the well-formed character that `bytes` begins with (Unicode, table 3-7); 0 when there is none.
std::size_t utf8_length(std::string_view bytes);

/// Appends a character; false when the code point is none.
bool append_utf8(std::string& text, std::uint32_t point);

/// The text in Unicode's normal form C, in which an accented letter is one character however it was typed; as it is
/// where it is not UTF-8.
std::string composed(std::string_view text);

}  // namespace suffice
