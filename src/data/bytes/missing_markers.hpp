// MissingMarkers: the cells that hold no value, and how a file writes numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace suffice {

/// Compares without case and without the blanks around a cell.
class MissingMarkers {
 public:
  /// More would make reading a cell slow.
  static constexpr std::size_t most = 1'000;

  /// Those of is_missing().
  MissingMarkers() = default;
  /// Error (usage) for too many.
  explicit MissingMarkers(const std::vector<std::string>& markers);

  [[nodiscard]] bool contains(std::string_view cell) const;
  /// Whether a marker could be read as a number, such as -999.
  [[nodiscard]] bool has_numbers() const { return has_numbers_; }

 private:
  bool usual_ = true;
  bool has_numbers_ = false;
  std::vector<std::string> lower_case_;
};

struct NumberStyle {
  char decimal = '.';
  MissingMarkers missing = {};
};

}  // namespace suffice
