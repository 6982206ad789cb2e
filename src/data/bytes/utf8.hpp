// The step from one UTF-8 character to the next.
#pragma once

#include <cstddef>
#include <string_view>

namespace suffice {

/// What may stand before the first character of a text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Bytes of the well-formed character that `bytes` begins with (Unicode, table 3-7); 0 when there is none.
std::size_t utf8_length(std::string_view bytes);

}  // namespace suffice
