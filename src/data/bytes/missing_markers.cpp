#include "data/bytes/missing_markers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "suffice/dialect.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

MissingMarkers::MissingMarkers(const std::vector<std::string>& markers) : usual_(markers == default_missing_markers()) {
  if (usual_) return;
  if (markers.size() > most) {
    throw Error(ErrorCode::usage,
                fmt::format("{} markers of missing values: there may be at most {}", markers.size(), most));
  }
  for (const std::string& marker : markers) {
    std::string text = ascii_lower(trim_blanks(marker));
    const auto may_be_a_number = [](char c) { return c >= '0' && c <= '9'; };
    has_numbers_ = has_numbers_ || std::ranges::any_of(text, may_be_a_number);
    lower_case_.push_back(std::move(text));
  }
}

bool MissingMarkers::contains(std::string_view cell) const {
  if (usual_) return is_missing(cell);
  const std::string_view text = trim_blanks(cell);
  return std::ranges::any_of(lower_case_, [text](const std::string& marker) {
    return std::ranges::equal(text, marker, [](char a, char b) { return ascii_lower(a) == b; });
  });
}

}  // namespace suffice
