// Spelling: names that people and programs write in more than one way, 1 and 1.0, True and TRUE.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace suffice {

/// Equal for names that differ by their spelling alone: the shortest text of a number, but for 1.10 and the like; else
/// without blanks, a final dot and capitals, with accents composed.
std::string spelling_key(std::string_view name);

/// Names by their spelling.
class KnownNames {
 public:
  explicit KnownNames(std::span<const std::string> names = {});

  [[nodiscard]] bool empty() const { return names_.empty(); }
  /// The name itself where it is known, or the only known one that differs by its spelling alone; else null.
  [[nodiscard]] const std::string* find(std::string_view name) const;

 private:
  static constexpr std::size_t several = SIZE_MAX;

  std::vector<std::string> names_;  // ascending
  std::unordered_map<std::string, std::size_t> by_key_;
};

}  // namespace suffice
