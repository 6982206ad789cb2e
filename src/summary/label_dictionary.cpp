#include "summary/label_dictionary.hpp"

#include <algorithm>

namespace suffice {

LabelDictionary::LabelDictionary(std::span<const std::string> labels) {
  for (const std::string& label : labels) {
    add(label);
  }
}

std::optional<std::size_t> LabelDictionary::find(const std::string& label) const {
  if (numbers_.empty()) {
    const auto found = std::ranges::find(names_, label);
    return found == names_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names_.begin()));
  }
  const auto found = numbers_.find(label);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t LabelDictionary::add(const std::string& label) {
  constexpr std::size_t few = 8;
  if (const std::optional<std::size_t> known = find(label)) {
    return *known;
  }
  names_.push_back(label);
  for (std::size_t k = numbers_.size(); names_.size() > few && k < names_.size(); ++k) {
    numbers_.emplace(names_[k], k);
  }
  return names_.size() - 1;
}

}  // namespace suffice
