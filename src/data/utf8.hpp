// The step from one UTF-8 character to the next.
#pragma once

#include <cstddef>
#include <string_view>

namespace suffice {

/// Bytes of the well-formed character that `bytes` begins with (Unicode, table 3-7); 0 when there is none.
std::size_t utf8_length(std::string_view bytes);

}  // namespace suffice
