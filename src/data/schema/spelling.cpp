#include "data/schema/spelling.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/bytes/utf8.hpp"

namespace suffice {
namespace {

/// 1.10, which is not 1.1 among versions; 1.0 is 1.
bool may_be_version(std::string_view number) {
  const std::string_view text = trim_blanks(number);
  const std::size_t point = text.find('.');
  const std::size_t last = text.find_last_not_of('0');
  return point != std::string_view::npos && last > point && last + 1 < text.size();
}

}  // namespace

std::string spelling_key(std::string_view name) {
  const Number number = parse_number(name);
  const bool has_letters = std::ranges::any_of(name, is_ascii_letter);  // 1E2 may be a room
  if (number.kind == NumberKind::finite && !has_letters && !may_be_version(name)) {
    return fmt::format("{}", number.value + 0.0);
  }
  std::string key;
  for (const char c : composed(name)) {
    if (c == ' ' || c == '\t') continue;
    key.push_back(ascii_lower(c));
  }
  if (key.size() > 1 && key.back() == '.') key.pop_back();
  return key;
}

KnownNames::KnownNames(std::span<const std::string> names) : names_(names.begin(), names.end()) {
  std::ranges::sort(names_);
  names_.erase(std::ranges::unique(names_).begin(), names_.end());
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const auto [place, is_new] = by_key_.try_emplace(spelling_key(names_[k]), k);
    if (!is_new) place->second = several;
  }
}

const std::string* KnownNames::find(std::string_view name) const {
  const auto same = std::ranges::lower_bound(names_, name);
  if (same != names_.end() && *same == name) return &*same;
  const auto twin = by_key_.find(spelling_key(name));
  return twin == by_key_.end() || twin->second == several ? nullptr : &names_[twin->second];
}

}  // namespace suffice
