#include "text/mail/html_style.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "data/bytes/ascii.hpp"

namespace suffice {

namespace {

using NamedColour = std::pair<std::string_view, std::uint32_t>;
constexpr std::array<NamedColour, 18> named_colours = {{{"white", 0xFFFFFF},
                                                        {"black", 0x000000},
                                                        {"silver", 0xC0C0C0},
                                                        {"gray", 0x808080},
                                                        {"grey", 0x808080},
                                                        {"maroon", 0x800000},
                                                        {"red", 0xFF0000},
                                                        {"purple", 0x800080},
                                                        {"fuchsia", 0xFF00FF},
                                                        {"green", 0x008000},
                                                        {"lime", 0x00FF00},
                                                        {"olive", 0x808000},
                                                        {"yellow", 0xFFFF00},
                                                        {"navy", 0x000080},
                                                        {"blue", 0x0000FF},
                                                        {"teal", 0x008080},
                                                        {"aqua", 0x00FFFF},
                                                        {"snow", 0xFFFAFA}}};

std::optional<std::uint32_t> hexadecimal_colour(std::string_view digits) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  if (digits.size() == 6) return number;
  if (digits.size() != 3) return std::nullopt;
  return ((number >> 8U & 0xFU) * 0x11U) << 16U | ((number >> 4U & 0xFU) * 0x11U) << 8U | (number & 0xFU) * 0x11U;
}

// rgb(255, 0, 0) or rgb(255 0 0)
std::optional<std::uint32_t> rgb_colour(std::string_view text) {
  std::uint32_t colour = 0;
  for (int channel = 0; channel < 3; ++channel) {
    const std::size_t digit = text.find_first_of("0123456789");
    if (digit == std::string_view::npos) return std::nullopt;
    text.remove_prefix(digit);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    colour = colour << 8U | std::min(value, 255U);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return colour;
}

bool is_tiny_font(std::string_view size) {
  double number = 0;
  const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), number);
  if (error != std::errc()) return false;
  const std::string_view unit = ascii_trimmed(size.substr(static_cast<std::size_t>(end - size.data())));
  return number == 0 || (number <= 1 && (unit.starts_with("px") || unit.starts_with("pt") || unit.empty()));
}

// Of a shorthand the first word that is a colour; an image makes the background unknown.
void apply_background(std::string_view value, HtmlStyle& style) {
  if (value.find("url(") != std::string_view::npos || value.find("gradient") != std::string_view::npos) {
    style.background.reset();
    return;
  }
  if (value.starts_with("rgb")) {
    style.background = parse_colour(value);
    return;
  }
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(' '), value.size());
    if (const std::optional<std::uint32_t> colour = parse_colour(value.substr(0, end))) {
      style.background = colour;
      return;
    }
    value = ascii_trimmed(value.substr(end));
  }
}

void apply_declaration(std::string_view property, std::string_view value, HtmlStyle& style) {
  if (property == "display") {
    style.hidden = style.hidden || value.starts_with("none");
  } else if (property == "opacity") {
    style.hidden = style.hidden || value == "0" || value == "0.0";
  } else if (property == "visibility") {
    style.invisible = value.starts_with("hidden") || value.starts_with("collapse");
  } else if (property == "font-size") {
    style.tiny = is_tiny_font(value);
  } else if (property == "color") {
    style.colour = parse_colour(value);
  } else if (property == "background" || property == "background-color") {
    apply_background(value, style);
  }
}

}  // namespace

bool HtmlStyle::hides_text() const {
  if (hidden || invisible || tiny) return true;
  if (!colour || !background) return false;
  for (const unsigned shift : {0U, 8U, 16U}) {
    const int difference = static_cast<int>(*colour >> shift & 0xFFU) - static_cast<int>(*background >> shift & 0xFFU);
    if (difference > 8 || difference < -8) return false;
  }
  return true;
}

std::optional<std::uint32_t> parse_colour(std::string_view text) {
  constexpr std::size_t longest = 64;
  const std::string word = ascii_lower(ascii_trimmed(text.substr(0, longest)));
  std::string_view colour = word;
  if (colour.starts_with("rgb")) return rgb_colour(colour);
  colour = colour.substr(0, colour.find_first_of(" !"));
  const auto* const named = std::ranges::find(named_colours, colour, &NamedColour::first);
  if (named != named_colours.end()) return named->second;
  if (colour.starts_with('#')) colour.remove_prefix(1);
  return hexadecimal_colour(colour);
}

void apply_style(std::string_view declarations, HtmlStyle& style) {
  while (!declarations.empty()) {
    const std::size_t end = std::min(declarations.find(';'), declarations.size());
    const std::string_view declaration = declarations.substr(0, end);
    declarations.remove_prefix(std::min(end + 1, declarations.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string property = ascii_lower(ascii_trimmed(declaration.substr(0, colon)));
    const std::string value = ascii_lower(ascii_trimmed(declaration.substr(colon + 1)));
    apply_declaration(property, value, style);
  }
}

}  // namespace suffice
