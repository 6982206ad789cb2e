#include "print/text_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include "output.hpp"

namespace suffice::cli {

namespace {

constexpr std::size_t gap = 2;          // between two columns
constexpr std::size_t short_cell = 16;  // which is elided only where a column alone is too wide

using Range = std::pair<std::uint32_t, std::uint32_t>;

// Unicode's East Asian Width W and F, by blocks.
constexpr std::array<Range, 12> wide = {{{0x1100, 0x115f},
                                         {0x2e80, 0x303e},
                                         {0x3041, 0x33ff},
                                         {0x3400, 0x4dbf},
                                         {0x4e00, 0xa4cf},
                                         {0xac00, 0xd7a3},
                                         {0xf900, 0xfaff},
                                         {0xfe30, 0xfe6f},
                                         {0xff00, 0xff60},
                                         {0xffe0, 0xffe6},
                                         {0x1f300, 0x1faff},
                                         {0x20000, 0x3fffd}}};
// Combining marks, joiners and variation selectors.
constexpr std::array<Range, 5> narrow = {
    {{0x0300, 0x036f}, {0x1ab0, 0x1aff}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}}};

bool is_in(std::span<const Range> ranges, std::uint32_t code) {
  return std::ranges::any_of(ranges, [code](const Range& r) { return r.first <= code && code <= r.second; });
}

// The bytes of the character at a place; one where it is not well-formed.
std::size_t length_at(std::string_view text, std::size_t place) {
  std::size_t end = place + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
    ++end;
  }
  return end - place;
}

std::size_t width_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) {
    return 1;
  }
  std::uint32_t code = character.size() == 2 ? first & 0x1fU : character.size() == 3 ? first & 0xfU : first & 0x7U;
  for (const char byte : character.substr(1)) {
    code = code << 6U | (static_cast<unsigned char>(byte) & 0x3fU);
  }
  return is_in(narrow, code) ? 0 : is_in(wide, code) ? 2 : 1;
}

std::size_t line_width(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), gap * (widths.size() - 1));
}

// The widest columns give way first, none below short_cell.
std::vector<std::size_t> fitted(std::vector<std::size_t> widths) {
  for (const std::size_t most = most_columns(); line_width(widths) > most;) {
    const auto widest = std::ranges::max_element(widths);
    if (*widest <= short_cell) {
      break;
    }
    --*widest;
  }
  return widths;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t place = 0; place < text.size();) {
    const std::size_t length = length_at(text, place);
    width += width_of(text.substr(place, length));
    place += length;
  }
  return width;
}

std::string elided(const std::string& text, std::size_t columns) {
  if (display_width(text) <= columns) {
    return text;
  }
  std::vector<std::string_view> characters;
  for (std::size_t place = 0; place < text.size();) {
    const std::size_t length = length_at(text, place);
    characters.push_back(std::string_view(text).substr(place, length));
    place += length;
  }
  std::size_t left = columns - 1;
  std::string begin;
  std::string end;
  std::size_t first = 0;
  std::size_t last = characters.size();
  for (bool at_front = true; first < last; at_front = !at_front) {
    const std::string_view next = at_front ? characters[first] : characters[last - 1];
    if (width_of(next) > left) {
      break;
    }
    left -= width_of(next);
    if (at_front) {
      begin += next;
      ++first;
    } else {
      end.insert(0, next);
      --last;
    }
  }
  return begin + "…" + end;
}

std::size_t most_columns(int descriptor) {
  constexpr std::size_t least = 60;
  constexpr std::size_t most = 100;
  struct winsize size{};
  const bool is_known = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? std::clamp<std::size_t>(size.ws_col, least, most) : most;
}

std::size_t most_columns() { return most_columns(STDOUT_FILENO); }

std::string folded(std::string_view text, std::size_t indent, std::size_t columns) {
  std::string result;
  std::size_t width = 0;
  for (std::size_t place = 0; place < text.size();) {
    const std::size_t begin = std::min(text.find_first_not_of(' ', place), text.size());
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    const std::size_t blanks = begin - place;
    if (width > indent && width + blanks + display_width(word) > columns) {
      result += '\n' + std::string(indent, ' ');
      width = indent;
    } else {
      result.append(blanks, ' ');
      width += blanks;
    }
    result += word;
    width += display_width(word);
    place = end;
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

std::string brief_name(std::string_view name) { return elided(shown(name), 60); }

std::string folded_names(const std::vector<std::string>& names) {
  constexpr std::size_t most_width = 12;
  if (names.size() == 1) {
    return names.front();
  }
  const std::string first = elided(shown(names.front()), most_width);
  const std::string last = elided(shown(names.back()), most_width);
  return names.size() == 2 ? first + ", " + last : first + " … " + last + " (" + std::to_string(names.size()) + ")";
}

std::string bar(double share) {
  constexpr std::size_t columns = 20;
  constexpr std::array<std::string_view, 8> parts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * 8 * columns));
  std::string text;
  for (std::size_t k = 0; k < eighths / 8; ++k) {
    text += "█";
  }
  return text + std::string(parts[eighths % 8]);
}

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

std::vector<std::size_t> TextTable::natural_widths() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], display_width(row[column]));
    }
  }
  return widths;
}

void TextTable::write(const std::vector<std::size_t>& columns, const std::vector<std::size_t>& widths,
                      std::string& result) const {
  for (const auto& row : rows_) {
    std::string line;
    for (const std::size_t column : columns) {
      const std::string cell = elided(row[column], widths[column]);
      const std::string blanks(widths[column] - display_width(cell), ' ');
      line += line.empty() && column == columns.front() ? "" : "  ";
      line += is_left(column) ? cell + blanks : blanks + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  }
}

std::string TextTable::text() const {
  const std::vector<std::size_t> natural = natural_widths();
  const std::vector<std::size_t> widths = fitted(natural);
  std::string result;
  const auto write_part = [&](const std::vector<std::size_t>& columns) {
    std::vector<std::size_t> of_part;
    for (const std::size_t column : columns) of_part.push_back(natural[column]);
    of_part = fitted(std::move(of_part));
    std::vector<std::size_t> all(natural.size());
    for (std::size_t k = 0; k < columns.size(); ++k) all[columns[k]] = of_part[k];
    write(columns, all, result);
  };
  const std::size_t most = most_columns();
  std::vector<std::size_t> columns = {0};
  std::size_t width = widths.front();
  for (std::size_t column = 1; column < widths.size(); ++column) {
    if (width + gap + widths[column] > most && columns.size() > 1) {
      write_part(columns);
      result += '\n';
      columns = {0};
      width = widths.front();
    }
    columns.push_back(column);
    width += gap + widths[column];
  }
  write_part(columns);
  return result;
}

}  // namespace suffice::cli
