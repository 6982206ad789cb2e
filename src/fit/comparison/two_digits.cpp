#include "fit/comparison/two_digits.hpp"

#include <cmath>

#include <fmt/format.h>

namespace suffice {

std::string two_digits(double number) {
  constexpr int most_digits = 6;
  const double size = std::abs(number);
  if (size >= 99.5 && size < 1e6) return fmt::format("{:.0f}", number);
  std::string text = fmt::format("{:.2g}", number);
  for (int digits = 3; size < 1 && (text == "1" || text == "-1") && digits <= most_digits; ++digits) {
    text = fmt::format("{:.{}g}", number, digits);
  }
  return text;
}

}  // namespace suffice
