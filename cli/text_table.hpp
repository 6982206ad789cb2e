// Text table: columns of text, aligned for reading.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace suffice::cli {

/// Cells are shown with control characters spelled out.
class TextTable {
 public:
  /// So many of the first columns, and of the last, are flush left, the others flush right.
  explicit TextTable(std::vector<std::string> header, std::size_t first_left = 1, std::size_t last_left = 0);
  /// As many cells as the header has.
  void add(std::vector<std::string> row);
  /// Every line ends with a line end; none with a blank.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] bool is_left(std::size_t column) const;

  std::size_t first_left_;
  std::size_t last_left_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace suffice::cli
