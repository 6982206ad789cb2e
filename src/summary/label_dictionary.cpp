#include "summary/label_dictionary.hpp"

namespace suffice {

LabelDictionary::LabelDictionary(std::span<const std::string> labels) {
  for (const std::string& label : labels) {
    add(label);
  }
}

std::optional<std::size_t> LabelDictionary::find(const std::string& label) const {
  const auto found = numbers_.find(label);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t LabelDictionary::add(const std::string& label) {
  const auto [entry, is_new] = numbers_.emplace(label, names_.size());
  if (is_new) {
    names_.push_back(label);
  }
  return entry->second;
}

}  // namespace suffice
