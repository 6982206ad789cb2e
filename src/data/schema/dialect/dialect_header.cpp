#include "data/schema/dialect/dialect_header.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "data/bytes/number.hpp"
#include "data/bytes/utf8.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/written_numbers.hpp"

namespace suffice {
namespace {

std::span<const SampleCell> cells_of(const SampleTable& table, const SampleRecord& record) {
  return std::span(table.cells).subspan(record.first_cell, record.cells);
}

bool is_number(CellLook look) { return look == CellLook::number || look == CellLook::comma_number; }

bool is_comment(const SampleTable& table, const SampleRecord& record) {
  const SampleCell& first = table.cells[record.first_cell];
  return !first.quoted && (first.text.starts_with('#') || first.text.starts_with('%'));
}

std::size_t filled_cells(std::span<const SampleCell> cells) {
  return static_cast<std::size_t>(std::count_if(
      cells.begin(), cells.end(), [](const SampleCell& cell) { return !trim_blanks(cell.text).empty(); }));
}

/// The text of a cell, without the byte order mark that a file which was appended to another begins with.
std::string_view name_of_cell(const SampleCell& cell) {
  std::string_view text = cell.text;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return trim_blanks(text);
}

/// Cells that could be names: none a number, empty or there twice.
bool could_be_names(std::span<const SampleCell> cells) {
  std::set<std::string_view> seen;
  return std::all_of(cells.begin(), cells.end(), [&](const SampleCell& cell) {
    const CellLook look = look_of(cell.text);
    return (look == CellLook::word || look == CellLook::text) && seen.insert(cell.text).second;
  });
}

/// The cells of a header behind its comment mark, which is a cell of its own where a blank follows it.
std::span<const SampleCell> without_mark(std::span<const SampleCell> cells, std::size_t width) {
  const bool mark_alone = cells.size() == width + 1 && cells.front().text.size() == 1;
  return mark_alone ? cells.subspan(1) : cells;
}

/// Different texts of a column that are told apart: enough to know that it does not repeat a few.
constexpr std::size_t most_texts = 1000;

/// What the rows of one column hold.
struct ColumnLook {
  std::size_t values = 0;  // not missing
  std::size_t numbers = 0;
  std::size_t dates = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  std::unordered_map<std::string_view, std::size_t> rows_of_text = {};
  std::size_t shortest = std::numeric_limits<std::size_t>::max();
  std::size_t longest = 0;

  void add(std::string_view cell) {
    const CellLook look = look_of(cell);
    if (look == CellLook::missing) return;
    ++values;
    shortest = std::min(shortest, cell.size());
    longest = std::max(longest, cell.size());
    if (const Number number = parse_number(cell); number.kind == NumberKind::finite) {
      const double value = number.value;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    if (is_number(look)) {
      ++numbers;
    } else {
      dates += look == CellLook::date ? 1 : 0;
      if (rows_of_text.size() < most_texts || rows_of_text.contains(cell)) ++rows_of_text[cell];
    }
  }
  [[nodiscard]] bool holds_numbers() const { return values > 0 && numbers * 10 >= values * 9; }
  [[nodiscard]] bool holds_dates() const { return values > 0 && dates * 10 >= values * 9; }
};

/// Words that name columns in most tables that people classify.
bool is_usual_name(std::string_view cell) {
  constexpr std::array<std::string_view, 9> names = {"class",  "date", "id",   "label", "name",
                                                     "target", "text", "type", "y"};
  const auto same = [](char a, char b) { return static_cast<char>(a | ' ') == b; };
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return std::equal(cell.begin(), cell.end(), name.begin(), name.end(), same);
  });
}

/// The few records further down that begin with the same two texts as the first one, as headers of the parts do that
/// some tables have.
std::vector<std::size_t> headers_of_parts(const SampleTable& table, std::size_t first, std::size_t width) {
  constexpr std::size_t most = 5;
  const auto names = cells_of(table, table.records[first]);
  const auto is_name = [](const SampleCell& cell) {
    const CellLook look = look_of(cell.text);
    return cell.text.size() > 2 && (look == CellLook::word || look == CellLook::text);
  };
  if (names.size() < 3 || width != names.size() || !std::all_of(names.begin(), names.begin() + 2, is_name)) return {};
  std::vector<std::size_t> found;
  for (std::size_t i = first + 1; i < table.records.size(); ++i) {
    const auto cells = cells_of(table, table.records[i]);
    if (cells.size() != width || cells[0].text != names[0].text || cells[1].text != names[1].text) continue;
    if (!std::ranges::equal(names, cells, {}, &SampleCell::text, &SampleCell::text)) found.push_back(i);
  }
  return found.size() <= most && 10 * found.size() <= table.records.size() ? found : std::vector<std::size_t>{};
}

/// How much one cell of the first line speaks for a name (positive) or a value (negative).
double vote_of(std::string_view cell, const ColumnLook& column) {
  const CellLook look = look_of(cell);
  if (trim_blanks(cell).empty()) return 0;
  if (look == CellLook::missing) return trim_blanks(cell) == "?" ? -1 : 0;
  if (is_number(look)) {
    if (!column.holds_numbers()) return column.values == 0 || column.numbers == 0 ? 0 : -1;
    const double value = parse_number(cell).value;
    const bool year = value >= 1500 && value <= 2200 && cell.size() == 4;
    const bool outside = look == CellLook::number && (value < column.low || value > column.high);
    return outside && (year || column.values >= 20) ? 0 : -1;
  }
  if (column.values == 0) return 0.1;
  if (column.holds_numbers()) return 1;
  if (column.holds_dates()) return look == CellLook::date ? -1 : 1;
  if (look == CellLook::date) return -0.5;
  if (is_usual_name(cell) && !column.rows_of_text.contains(cell)) return 1;
  // Of a column that repeats few values, another row would most likely hold one of them.
  const std::size_t different = column.rows_of_text.size();
  const bool repeats = different * 2 <= column.values && different < most_texts;
  if (column.rows_of_text.contains(cell)) return repeats || column.values < 10 ? -1 : -0.25;
  if (repeats) return 0.75;
  if (column.shortest == column.longest && column.values >= 3 && cell.size() != column.longest) return 0.5;
  if (cell.size() > 60 && cell.size() <= column.longest) return -0.25;
  return 0;
}

/// 0, 1, 2, … or 1, 2, 3, …: names that a program gives to columns without names, beside one that has a usual name.
bool counts_columns(std::span<const SampleCell> cells) {
  const std::size_t all = cells.size();
  if (is_usual_name(cells.front().text)) {
    cells = cells.subspan(1);
  } else if (is_usual_name(cells.back().text)) {
    cells = cells.first(cells.size() - 1);
  }
  if (cells.size() < (cells.size() < all ? 2U : 3U)) return false;
  for (const int first : {0, 1}) {
    bool counts = true;
    for (std::size_t j = 0; j < cells.size() && counts; ++j) {
      const std::string_view text = cells[j].text;
      const bool unnamed_index = j == 0 && text.empty();
      counts = unnamed_index || text == std::to_string(j + static_cast<std::size_t>(first)) ||
               (cells[0].text.empty() && text == std::to_string(j - 1 + static_cast<std::size_t>(first)));
    }
    if (counts) return true;
  }
  return false;
}

/// 2019, 2020, 2021: whole years of four digits that ascend by one step, at least two of them.
bool are_years(std::span<const SampleCell> cells) {
  if (cells.size() < 2) return false;
  double step = 0;
  double last = 0;
  for (std::size_t j = 0; j < cells.size(); ++j) {
    const std::string_view text = trim_blanks(cells[j].text);
    const double year = text.size() == 4 ? parse_number(text).value : 0;
    if (year < 1500 || year > 2200 || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
    if (j == 1) step = year - last;
    if (j > 0 && (year - last != step || step <= 0)) return false;
    last = year;
  }
  return true;
}

std::string shown_cells(std::span<const SampleCell> cells) {
  std::string text;
  for (std::size_t j = 0; j < cells.size() && j < 3; ++j) {
    text += (j == 0 ? "" : ", ") + shown(cells[j].text);
  }
  return text + (cells.size() > 3 ? ", …" : "");
}

bool could_be_header(const SampleTable& table, std::size_t record, std::size_t width) {
  return record < table.records.size() && table.records[record].cells == width &&
         could_be_names(cells_of(table, table.records[record]));
}

/// Whether a leading record is no part of the table: a comment, an empty one, one with few cells of many.
bool is_title(const SampleTable& table, std::size_t record, std::size_t width) {
  constexpr std::size_t most_cells = 10;
  if (is_comment(table, table.records[record])) return true;
  const auto cells = cells_of(table, table.records[record]);
  const std::size_t filled = filled_cells(cells);
  if (width > 1 && filled == 0) return true;
  if (cells.size() == width) {
    const bool empty_below =
        record + 1 < table.records.size() && filled_cells(cells_of(table, table.records[record + 1])) == 0;
    const bool begins = !trim_blanks(cells.front().text).empty();
    return filled == 1 && begins && (width >= 3 || (width == 2 && empty_below));
  }
  if (cells.size() < width && filled <= std::min(width / 2, most_cells)) return true;
  return filled <= most_cells && could_be_header(table, record + 1, width) &&
         !could_be_header(table, record + 2, width);
}

/// Words, of which some may be there twice, above records that all have as many cells as the table.
bool are_words_above_rows(const SampleTable& table, std::size_t first, std::size_t width) {
  const auto is_word = [](const SampleCell& cell) {
    const CellLook look = look_of(cell.text);
    return look == CellLook::word || look == CellLook::text;
  };
  const std::span<const SampleRecord> rows = std::span(table.records).subspan(first + 1);
  return rows.size() > 2 && std::ranges::all_of(cells_of(table, table.records[first]), is_word) &&
         std::ranges::all_of(rows, [&](const SampleRecord& row) { return row.cells == width; });
}

/// Every row ends with a delimiter, behind which nothing comes.
bool last_column_is_empty(const SampleTable& table, std::size_t first, std::size_t width) {
  bool any = false;
  for (std::size_t i = first; i < table.records.size(); ++i) {
    const auto cells = cells_of(table, table.records[i]);
    if (cells.size() != width) continue;
    if (!trim_blanks(cells.back().text).empty()) return false;
    any = true;
  }
  return any;
}

bool is_plain_number(std::string_view cell, CellLook look) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return look == CellLook::number && is_digit(cell.front()) && is_digit(cell.back());
}

/// One to three digits, a point, and three digits.
bool has_three_decimals(std::string_view cell) {
  cell = trim_blanks(cell);
  if (cell.starts_with('-')) cell.remove_prefix(1);
  const std::size_t point = cell.find('.');
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return point >= 1 && point <= 3 && cell.size() == point + 4 && cell.front() != '0' &&
         std::all_of(cell.begin(), cell.begin() + static_cast<std::ptrdiff_t>(point), is_digit) &&
         std::all_of(cell.end() - 3, cell.end(), is_digit);
}

/// Numbers of a column that are written by digits alone, and those that are written as 1,234.
struct DigitsAndCommas {
  std::size_t below_thousand = 0;
  std::size_t others = 0;
  std::size_t with_comma = 0;

  void add_plain(std::string_view cell) {
    const bool are_digits = std::ranges::all_of(cell, [](char c) { return c >= '0' && c <= '9'; });
    if (are_digits) ++(cell.size() <= 3 ? below_thousand : others);
  }
  /// Each number from 1000 on has a comma, and none below it.
  [[nodiscard]] bool are_thousands() const { return with_comma == 0 || (below_thousand > 0 && others == 0); }
};

}  // namespace

TableStart find_start(const SampleTable& table, std::size_t width) {
  TableStart start;
  const std::size_t count = table.records.size();
  std::size_t first = 0;
  while (first < count && is_title(table, first, width)) ++first;
  if (first == count) {  // no table behind the titles: all but comments is table
    first = 0;
    while (first + 1 < count && is_comment(table, table.records[first])) ++first;
    return {.record = first};
  }
  start.record = first;
  const auto here = cells_of(table, table.records[first]);
  if (here.size() + 1 == width && width > 2 && first + 1 < count) {
    start.trailing_delimiter = last_column_is_empty(table, first + 1, width);
    start.short_header =
        !start.trailing_delimiter && (could_be_names(here) || are_words_above_rows(table, first, width));
    return start;
  }
  if (first == 0 || width < 2 || !is_comment(table, table.records[first - 1])) return start;
  const auto names = without_mark(cells_of(table, table.records[first - 1]), width);
  const bool rows_follow =
      std::any_of(here.begin(), here.end(), [](const SampleCell& cell) { return is_number(look_of(cell.text)); });
  start.header_is_comment = names.size() == width && rows_follow && could_be_names(names);
  if (start.header_is_comment) --start.record;
  return start;
}

HeaderVote vote_on_header(const SampleTable& table, const TableStart& start, std::size_t width) {
  if (start.record >= table.records.size() || start.header_is_comment || start.short_header) return {};
  if (start.trailing_delimiter) return {};
  const auto first = cells_of(table, table.records[start.record]);
  const bool names = could_be_names(first);  // which some files repeat
  std::vector<ColumnLook> columns(width);
  const std::vector<std::size_t> parts = headers_of_parts(table, start.record, width);
  for (std::size_t i = start.record + 1; i < table.records.size(); ++i) {
    const SampleRecord& record = table.records[i];
    if (record.cells != width || record.malformed || std::ranges::binary_search(parts, i)) continue;
    if (names && std::ranges::equal(first, cells_of(table, record), {}, &SampleCell::text, name_of_cell)) continue;
    for (std::size_t j = 0; j < width; ++j) columns[j].add(table.cells[record.first_cell + j].text);
  }
  const auto looks_like_value = [](const SampleCell& cell) {
    const CellLook look = look_of(cell.text);
    return is_number(look) || look == CellLook::missing;
  };
  if (std::all_of(first.begin(), first.end(), looks_like_value) && filled_cells(first) > 0) {
    const bool counts = counts_columns(first) && table.records.size() > start.record + 2;
    if (!counts && are_years(first) && first.size() == width) {
      const auto is_outside = [&](const SampleCell& cell) {
        const ColumnLook& column = columns[static_cast<std::size_t>(&cell - first.data())];
        const double year = parse_number(cell.text).value;
        return column.values > 0 && (year < column.low || year > column.high);
      };
      const bool header = std::all_of(first.begin(), first.end(), is_outside);
      return {header, fmt::format("the first line may be {}: {}; taken as {}", header ? "a row" : "the header",
                                  shown_cells(first), header ? "the header, as years name columns" : "a row")};
    }
    if (!counts) return {.header = false};
    return {true, fmt::format("the first line may be a row, as its cells are numbers ({}); taken as the header, as "
                              "they count the columns",
                              shown_cells(first))};
  }
  if (first.size() == width && counts_columns(first)) return {};
  double for_header = 0;
  double against = 0;
  for (std::size_t j = 0; j < std::min(width, first.size()); ++j) {
    const double vote = vote_of(first[j].text, columns[j]);
    (vote > 0 ? for_header : against) += vote;
  }
  std::set<std::string_view> seen;
  for (const SampleCell& cell : first) against -= cell.text.empty() || seen.insert(cell.text).second ? 0 : 0.5;
  const bool header = for_header + against >= 0;
  const bool open = header ? -against > 0.3 * for_header || for_header == 0 : for_header > -0.3 * against;
  if (!open && parts.empty()) return {header};
  return {header, fmt::format("the first line may be {}: {}; taken as {}", header ? "a row" : "the header",
                              shown_cells(first), header ? "the header" : "a row")};
}

DecimalVote vote_on_decimal(const SampleTable& table, const TableStart& start, std::size_t width, char delimiter) {
  std::size_t with_point = 0;
  std::size_t with_comma = 0;
  std::size_t with_either = 0;  // 1,234 is one thousand or one and a bit
  std::size_t with_three = 0;   // 1.234, which may be one thousand too
  std::string_view example;
  std::string_view point_example;
  std::vector<DigitsAndCommas> columns(width);
  for (std::size_t i = start.record; i < table.records.size(); ++i) {
    if (table.records[i].cells != width) continue;
    std::size_t j = 0;
    for (const SampleCell& cell : cells_of(table, table.records[i])) {
      DigitsAndCommas& column = columns[j++];
      const CellLook look = look_of(cell.text);
      const WrittenParts parts = is_plain_number(cell.text, look) ? WrittenParts{cell.text} : written_parts(cell.text);
      const bool commas_part_thousands = look != CellLook::number && has_thousands_commas(parts.digits);
      const bool is_money = !parts.unit.empty() && parts.unit != "%";
      const std::string_view text = parts.digits;
      if (look == CellLook::number) column.add_plain(text);
      if (look == CellLook::number && text.find('.') != std::string_view::npos) {
        // Prices have two decimals, so that three digits are thousands.
        const bool is_thousand = has_three_decimals(text);
        if (is_money && is_thousand) {
          if (with_comma == 0) example = cell.text;
          ++with_comma;
          continue;
        }
        ++with_point;
        if (with_point == 1) point_example = cell.text;
        with_three += is_thousand ? 1U : 0U;
      }
      if (commas_part_thousands) {
        const bool has_point = text.find('.') != std::string_view::npos;
        const bool decided = is_money || has_point || std::count(text.begin(), text.end(), ',') > 1;
        (decided ? with_point : with_either) += 1;
        column.with_comma += decided ? 0U : 1U;
        if (example.empty() && !decided) example = cell.text;
      } else if (look == CellLook::comma_number) {
        if (with_comma == 0) example = cell.text;
        ++with_comma;
      }
    }
  }
  DecimalVote vote;
  // Between commas, a number such as "1,234" is a quoted thousand more often than it is one and a bit.
  const bool are_thousands =
      with_comma == 0 &&
      (delimiter == ',' || (with_point == 0 && std::ranges::all_of(columns, &DigitsAndCommas::are_thousands)));
  const bool enough = with_comma > 0 || (with_either > 0 && !are_thousands);
  // 1.234 beside 5,3 is a thousand where every number with a point has three digits behind it.
  constexpr std::size_t points_of_a_comma = 10;
  const bool points_are_thousands =
      with_comma > 0 && delimiter != ',' && with_three == with_point && with_point <= points_of_a_comma * with_comma;
  vote.decimal = points_are_thousands || (enough && with_comma + with_either > with_point) ? ',' : '.';
  constexpr std::size_t enough_to_doubt = 3;
  if (with_comma + with_either == 0) {
    if (delimiter != ',' && with_three == with_point && with_three >= enough_to_doubt) {
      vote.doubt = fmt::format("the points of numbers such as {} may stand between thousands; taken as decimal points",
                               shown(point_example));
    }
    return vote;
  }
  const std::string shown_example = shown(example);
  if (with_point > 0 && !example.empty() && !are_thousands) {
    vote.doubt =
        fmt::format("numbers are written with a comma ({}) and with a point; the decimal mark is taken as '{}'",
                    shown_example, vote.decimal);
  } else if (with_point == 0 && with_comma == 0) {
    vote.doubt = fmt::format(
        "the comma of {} may be a decimal mark or stand between thousands; the decimal mark is taken "
        "as '{}'",
        shown_example, vote.decimal);
  }
  return vote;
}

}  // namespace suffice
