// HtmlStyle: what inline styles and attributes say about whether text can be seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace suffice {

/// What an element inherits. A colour is 0xRRGGBB, or nothing where it is not known (a background image).
struct HtmlStyle {
  bool hidden = false;     ///< display:none, the attribute hidden, opacity:0: for all that is within
  bool invisible = false;  ///< visibility:hidden, which an inner element can undo
  bool tiny = false;       ///< a font of at most one pixel, which an inner element can undo
  std::optional<std::uint32_t> colour = 0x000000;
  std::optional<std::uint32_t> background = 0xFFFFFF;

  /// Whether text is invisible: hidden, or in the colour of its background, no channel differing by more than 8.
  [[nodiscard]] bool hides_text() const;
};

/// #rgb, #rrggbb, rrggbb, rgb(r, g, b) or a basic name; nothing for any other.
std::optional<std::uint32_t> parse_colour(std::string_view text);

/// Changes the style as the content of a style attribute says: display, visibility, opacity, font-size, color,
/// background and background-color; other declarations are ignored.
void apply_style(std::string_view declarations, HtmlStyle& style);

}  // namespace suffice
