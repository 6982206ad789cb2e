#include "data/schema/dialect/dialect_cells.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "data/bytes/number.hpp"
#include "data/schema/roles/written_numbers.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space_or_tab(char c) { return c == ' ' || c == '\t'; }
bool is_end_of_line(char c) { return c == '\n' || c == '\r'; }

/// Digits in two to seven groups between - / : . T Z + and blanks, as dates and times are written; or letters of a
/// month among them.
bool looks_like_date(std::string_view cell) {
  if (cell.size() < 4 || cell.size() > 35 || !is_digit(cell.front())) return false;
  std::size_t groups = 0;
  std::size_t letters = 0;
  std::size_t separators = 0;
  bool in_group = false;
  for (const char c : cell) {
    if (is_digit(c)) {
      groups += in_group ? 0 : 1;
      in_group = true;
      continue;
    }
    in_group = false;
    const char folded = static_cast<char>(c | ' ');
    if (c == '-' || c == '/' || c == ':' || c == '.') {
      ++separators;
    } else if (folded >= 'a' && folded <= 'z') {
      ++letters;
    } else if (c != ' ' && c != '+' && (c != ',' || cell.find(':') == std::string_view::npos)) {
      return false;
    }
  }
  return groups >= 2 && groups <= 8 && separators >= 1 && letters <= 4;
}

/// 1,5 or 1.234,5 or -0,25e3: a number once the points are taken out and the comma is a point.
bool is_comma_number(std::string_view cell) {
  const std::size_t comma = cell.find(',');
  if (comma == std::string_view::npos || cell.find(',', comma + 1) != std::string_view::npos || cell.size() > 40) {
    return false;
  }
  if (comma + 1 == cell.size()) return false;  // the comma behind 7, delimits
  std::string number(cell);
  if (cell.find('.') < comma) {
    const std::string_view whole = cell.substr(0, comma);
    for (std::size_t point = whole.find('.'); point != std::string_view::npos; point = whole.find('.', point + 1)) {
      if (std::min(whole.find('.', point + 1), whole.size()) - point != 4 || point == 0) return false;
    }
    std::erase(number, '.');
  }
  number[number.find(',')] = '.';
  return parse_number(number).kind == NumberKind::finite;
}

/// Scans a sample from left to right, one record after the other.
class Splitter {
 public:
  Splitter(std::string_view sample, bool complete, char delimiter, char quote, bool escaped)
      : sample_(sample), complete_(complete), delimiter_(delimiter), quote_(quote), escaped_(escaped) {}

  SampleTable split() {
    while (at_ < sample_.size()) {
      if (skip_blank_line()) continue;
      split_record();
    }
    return std::move(table_);
  }

 private:
  [[nodiscard]] bool ends_line(std::size_t i) const { return i >= sample_.size() || is_end_of_line(sample_[i]); }
  [[nodiscard]] bool ends_cell(std::size_t i) const {
    return ends_line(i) || sample_[i] == delimiter_ || (delimiter_ == ' ' && sample_[i] == '\t');
  }
  [[nodiscard]] bool skips(char c) const { return is_space_or_tab(c) && (delimiter_ != '\t' || c != '\t'); }

  /// Past the line end at `at_`, which counts as one line where it is CRLF.
  void skip_line_end() {
    if (at_ >= sample_.size()) return;
    at_ += sample_.substr(at_).starts_with("\r\n") ? 2U : 1U;
    ++line_;
  }

  bool skip_blank_line() {
    std::size_t i = at_;
    while (i < sample_.size() && skips(sample_[i])) ++i;
    if (!ends_line(i)) return false;
    at_ = i;
    skip_line_end();
    return true;
  }

  void split_record() {
    SampleRecord record{.line = line_, .first_cell = table_.cells.size()};
    while (split_cell(record)) {
    }
    record.cells = table_.cells.size() - record.first_cell;
    const bool cut = at_ >= sample_.size() && !complete_;
    skip_line_end();
    if (cut && !table_.records.empty()) {
      table_.cells.resize(record.first_cell);
    } else {
      table_.records.push_back(record);
    }
  }

  /// One cell; true when another one follows in the record.
  bool split_cell(SampleRecord& record) {
    std::size_t start = at_;
    while (start < sample_.size() && skips(sample_[start])) ++start;
    if (quote_ != 0 && start < sample_.size() && sample_[start] == quote_) {
      if (split_quoted(start)) return finish_cell();
      record.malformed = true;  // and the quote is text, so that it does not take the rest of the sample
    }
    std::size_t end = start;
    while (!ends_cell(end)) ++end;
    table_.cells.push_back({trim_blanks(sample_.substr(start, end - start))});
    at_ = end;
    return finish_cell();
  }

  /// The quoted cell whose quote is at `start`; false, and nothing taken, where it does not end properly.
  bool split_quoted(std::size_t start) {
    std::size_t end = start + 1;
    std::size_t lines = 0;
    while (true) {
      if (end >= sample_.size()) {
        if (complete_) return false;
        break;  // the sample ends inside the cell
      }
      const char c = sample_[end];
      if (c == '\\' && escaped_ && end + 1 < sample_.size()) {
        const char next = sample_[end + 1];
        end += next == quote_ || next == '\\' ? 2U : 1U;
        continue;
      }
      if (c == quote_) {
        if (end + 1 < sample_.size() && sample_[end + 1] == quote_) {
          end += 2;
          continue;
        }
        break;
      }
      if (c == '\n' || (c == '\r' && !sample_.substr(end).starts_with("\r\n"))) ++lines;
      ++end;
    }
    std::size_t behind = std::min(end + 1, sample_.size());
    while (behind < sample_.size() && skips(sample_[behind]) && delimiter_ != ' ') ++behind;
    if (!ends_cell(behind)) return false;
    table_.cells.push_back({sample_.substr(start + 1, end - start - 1), true, start > at_});
    line_ += lines;
    at_ = behind;
    return true;
  }

  /// At the end of a cell: past its delimiter, true, or at the end of the record, false.
  bool finish_cell() {
    if (delimiter_ == ' ') {
      while (at_ < sample_.size() && is_space_or_tab(sample_[at_])) ++at_;
      return !ends_line(at_);
    }
    if (ends_line(at_)) return false;
    ++at_;
    if (ends_line(at_)) {  // the last cell is empty
      table_.cells.push_back({sample_.substr(at_, 0)});
      return false;
    }
    return true;
  }

  std::string_view sample_;
  bool complete_;
  char delimiter_;
  char quote_;
  bool escaped_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;
  SampleTable table_;
};

}  // namespace

bool has_thousands_commas(std::string_view cell) {
  if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
  const std::string_view whole = cell.substr(0, cell.find('.'));
  const std::size_t first = whole.find(',');
  if (first == std::string_view::npos || first == 0 || first > 3) return false;
  if (!std::all_of(cell.begin(), cell.end(), [](char c) { return is_digit(c) || c == ',' || c == '.'; })) return false;
  if (cell.find(',', whole.size()) != std::string_view::npos) return false;
  for (std::size_t comma = first; comma != std::string_view::npos; comma = whole.find(',', comma + 1)) {
    if (std::min(whole.find(',', comma + 1), whole.size()) - comma != 4) return false;
  }
  return true;
}

CellLook look_of(std::string_view cell) {
  cell = trim_blanks(cell);
  if (cell.size() > 40) return CellLook::text;
  if (cell.size() == 1 && ((cell[0] | ' ') >= 'a' && (cell[0] | ' ') <= 'z')) return CellLook::word;
  const NumberKind kind = parse_number(cell).kind;
  if (kind == NumberKind::missing) return CellLook::missing;
  if (kind != NumberKind::not_a_number) return CellLook::number;
  if (is_comma_number(cell)) return CellLook::comma_number;
  if (const WrittenParts parts = written_parts(cell); !parts.unit.empty() || parts.in_parentheses) {
    const Number number = parse_number(parts.digits);
    if (number.kind == NumberKind::finite) return CellLook::number;
    if (is_comma_number(parts.digits) || has_thousands_commas(parts.digits)) return CellLook::comma_number;
  }
  if (looks_like_date(cell)) return CellLook::date;
  const bool one_word = std::all_of(cell.begin(), cell.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0x80U) != 0 || is_digit(c) || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.' || c == '%' || c == '$';
  });
  return one_word ? CellLook::word : CellLook::text;
}

SampleTable split_sample(std::string_view sample, bool complete, char delimiter, char quote, bool escaped) {
  return Splitter(sample, complete, delimiter, quote, escaped).split();
}

}  // namespace suffice
