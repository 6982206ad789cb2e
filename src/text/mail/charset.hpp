// Charsets: bytes of any encoding become UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace suffice {

/// The text in UTF-8, of bytes in an encoding that iconv(3) knows, in any case of letters. iso-8859-1 is read as
/// windows-1252, of which it is a part. Where the encoding is us-ascii, empty or unknown, bytes that are well-formed
/// UTF-8 are taken as they are, and others as windows-1252. Bytes that the encoding does not have become U+FFFD, but
/// those of utf-8 stay as they are. Time is linear.
std::string to_utf8(std::string_view bytes, std::string_view charset);

}  // namespace suffice
