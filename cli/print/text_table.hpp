// Text table: columns of text, aligned for reading, within the width of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace suffice::cli {

/// No line that is printed for people to a file descriptor is wider: as wide as the terminal that it is, from 60 to 100
/// columns, else 100.
std::size_t most_columns(int descriptor);
/// The same of results, which go to stdout.
std::size_t most_columns();

/// The columns that a text takes on a terminal: two for an ideograph, none for a combining mark.
std::size_t display_width(std::string_view text);

/// The text within so many columns, 3 at least; what is too much goes from its middle, for an ellipsis.
std::string elided(const std::string& text, std::size_t columns);

/// The text on as many lines of so many columns as it needs, broken at blanks; those after the first begin with
/// `indent` blanks. A word that is wider than a line stays whole. Ends without a line end.
std::string folded(std::string_view text, std::size_t indent, std::size_t columns = most_columns());

/// A name as titles and lists show it: control characters spelled out, within 60 columns.
std::string brief_name(std::string_view name);

/// One name as it is; of several the first and the last, "a, b" or "a … z (26)". There is one at least.
std::string folded_names(const std::vector<std::string>& names);

/// A bar of at most 20 columns for a share of the longest, in eighths of a column.
std::string bar(double share);

/// Cells are shown with control characters spelled out.
class TextTable {
 public:
  /// So many of the first columns, and of the last, are flush left, the others flush right.
  explicit TextTable(std::vector<std::string> header, std::size_t first_left = 1, std::size_t last_left = 0);
  /// As many cells as the header has.
  void add(std::vector<std::string> row);
  /// Every line ends with a line end; none with a blank. Where lines would be wider than most_columns(), long cells are
  /// elided, and then columns go below the others, each time beside the first.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] bool is_left(std::size_t column) const;
  [[nodiscard]] std::vector<std::size_t> natural_widths() const;
  void write(const std::vector<std::size_t>& columns, const std::vector<std::size_t>& widths,
             std::string& result) const;

  std::size_t first_left_;
  std::size_t last_left_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace suffice::cli
