// Text table: columns of text, aligned for reading.
#pragma once

#include <string>
#include <vector>

namespace suffice::cli {

/// The first column is flush left, all others flush right. Cells are shown with control characters spelled out.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header);
  /// As many cells as the header has.
  void add(std::vector<std::string> row);
  /// Every line ends with a line end; none with a blank.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace suffice::cli
