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

TextTable::TextTable(std::vector<std::string> header) { add(std::move(header)); }

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
    std::string line = row[0];
    std::string gap(widths[0] - width(row[0]), ' ');
    for (std::size_t column = 1; column < row.size(); ++column) {
      line += gap + "  " + std::string(widths[column] - width(row[column]), ' ') + row[column];
      gap.clear();
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  }
  return result;
}

}  // namespace suffice::cli
