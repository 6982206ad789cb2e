// Text table: columns of text, aligned for reading.
#include "text_table.hpp"

#include <algorithm>

#include "output.hpp"

namespace suffice::cli {

namespace {

// Characters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char character) { return (static_cast<unsigned char>(character) & 0xc0) != 0x80; }));
}

}  // namespace

TextTable::TextTable(std::vector<std::string> header, std::size_t first_left, std::size_t last_left)
    : first_left_(first_left), last_left_(last_left) {
  add(std::move(header));
}

bool TextTable::is_left(std::size_t column) const {
  return column < first_left_ || column + last_left_ >= rows_.front().size();
}

void TextTable::add(std::vector<std::string> row) {
  std::transform(row.begin(), row.end(), row.begin(), [](const std::string& cell) { return shown(cell); });
  rows_.push_back(std::move(row));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], width(row[column]));
    }
  }
  std::string result;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string blanks(widths[column] - width(row[column]), ' ');
      line += column == 0 ? "" : "  ";
      line += is_left(column) ? row[column] + blanks : blanks + row[column];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  }
  return result;
}

}  // namespace suffice::cli
