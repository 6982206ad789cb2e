// Label dictionary: numbers for labels, in order of first appearance.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace suffice {

class LabelDictionary {
 public:
  LabelDictionary() = default;
  explicit LabelDictionary(std::span<const std::string> labels);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::optional<std::size_t> find(const std::string& label) const;
  /// The number of the label, which is new if it was not there before.
  std::size_t add(const std::string& label);

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> numbers_;  // where names are many; tables of few take more than a search
};

}  // namespace suffice
