// Character references of HTML (HTML Living Standard §13.5): &amp; &eacute; &#233; &#xE9; as the character meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace suffice {

/// Appends the character that a reference at the start of `html`, which begins with "&", stands for, as UTF-8, and
/// returns how many bytes the reference has; 0, appending nothing, where there is no reference: the "&" is then text.
/// The semicolon may be missing. Names are those of Latin-1 and of the punctuation that mail has; a name that is not
/// known is text. Numbers 128 to 159 are read as windows-1252, as browsers do; those that are no character become
/// U+FFFD. What has no width (a soft hyphen, a zero-width space or joiner) appends nothing.
std::size_t append_entity(std::string_view html, std::string& text);

/// The character of a byte from 128 on in windows-1252; U+FFFD where it has none.
std::uint32_t windows_1252_character(std::uint32_t byte);

/// The bytes at the start of `text` that are one character without width; 0: there is none.
std::size_t zero_width_length(std::string_view text);

/// The text with its character references resolved.
std::string with_entities_decoded(std::string_view text);

}  // namespace suffice
