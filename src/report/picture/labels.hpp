// Labels: texts of a picture, measured, cut and escaped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace suffice::draw {

/// The text as XML and HTML show it: markup escaped, quotes too; control characters, what is not UTF-8 and characters
/// that change the direction of text are the replacement character.
std::string escaped(std::string_view text);

/// About how many pixels a text takes in a sans-serif font of `size` pixels, rather more than less.
double text_width(std::string_view text, double size);

/// The text, or as much of its start and end as fits with an ellipsis between: names often differ at their end.
std::string shortened(std::string_view text, double size, double most);
/// "setosa: 0.9, 0.8". Numbers come before a label that is written from right to left, which would turn their order.
std::string with_numbers(std::string_view label, std::string_view numbers);

/// Lines of whole words that are at most so wide; a longer word is shortened.
std::vector<std::string> wrapped(std::string_view text, double size, double most);

/// "3,000"
std::string grouped(std::uint64_t count);

/// A coordinate in tenths of a pixel: "12", "12.5", "-0.1".
std::string pixels(double value);

}  // namespace suffice::draw
