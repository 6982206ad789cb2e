#include "data/formats/csv/csv_dialect.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "data/bytes/missing_markers.hpp"
#include "data/bytes/number.hpp"
#include "data/bytes/transcode.hpp"
#include "data/formats/csv/csv_reader.hpp"

namespace suffice {

Input from_memory(std::string_view bytes, const std::string& name) {
  return {name, [bytes](char* to, std::size_t size) mutable {
            const std::size_t count = std::min(size, bytes.size());
            std::memcpy(to, bytes.data(), count);
            bytes.remove_prefix(count);
            return count;
          }};
}

CsvRowsOptions limits_of(const FoundDialect& found, std::size_t description_lines) {
  CsvRowsOptions limits;
  limits.description_lines = description_lines;
  limits.header_is_comment = found.header_is_comment;
  limits.first_is_unnamed = found.first_is_unnamed;
  limits.last_is_unnamed = found.last_is_unnamed;
  limits.width = found.width;
  return limits;
}

std::string_view first_lines(Input& input) {
  const auto is_preamble = [](std::string_view line) {
    return line.empty() || line.starts_with('#') || line.starts_with('%') || line.starts_with("sep=");
  };
  while (true) {
    const std::string_view bytes = input.peek_some(dialect_bytes);
    for (std::size_t begin = 0, end = 0; (end = bytes.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
      if (!is_preamble(bytes.substr(begin, end - begin))) return bytes;
    }
    if (bytes.size() == dialect_bytes || input.peek(bytes.size() + 1).size() == bytes.size()) {
      return input.peek_some(dialect_bytes);
    }
  }
}

namespace {

bool is_ascii(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char c) { return c > 0; });
}

/// Whether a file of that dialect has all of these columns, by its first bytes.
bool has_columns(std::string_view bytes, const FoundDialect& found, const ReadOptions& options) {
  try {
    const std::string text = to_utf8(bytes, found.dialect.encoding, false);
    const ReadOptions reading = {.expected = options.expected};
    const CsvRows rows(from_memory(text, ""), found.dialect, found.skipped_lines, reading, limits_of(found));
    const std::unordered_set<std::string_view> names(rows.columns().begin(), rows.columns().end());
    return std::ranges::all_of(options.expected, [&](const std::string& name) { return names.contains(name); });
  } catch (const Error&) {
    return false;
  }
}

/// Numbers of the bytes that have one decimal mark: a point, or a comma that does not stand between thousands.
struct DecimalMarks {
  std::size_t points = 0;
  std::size_t commas = 0;
};

DecimalMarks count_decimal_marks(std::string_view bytes) {
  DecimalMarks marks;
  const auto is_part = [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ','; };
  for (std::size_t i = 0; i < bytes.size();) {
    std::size_t end = i;
    while (end < bytes.size() && is_part(bytes[end])) ++end;
    const std::string_view number = bytes.substr(i, end - i);
    const std::size_t mark = number.find_first_of(".,");
    if (mark != std::string_view::npos && mark > 0 && number.find_first_of(".,", mark + 1) == std::string_view::npos) {
      const std::size_t decimals = number.size() - mark - 1;
      // Three digits may be thousands.
      if (number[mark] == '.' && decimals != 3) ++marks.points;
      if (number[mark] == ',' && decimals > 0 && decimals != 3) ++marks.commas;
    }
    i = end + 1;
  }
  return marks;
}

/// The decimal mark of a file, where it is plainly not the known one.
char decimal_of(std::string_view bytes, const Dialect& dialect) {
  if (dialect.delimiter == ',') return dialect.decimal;
  const DecimalMarks marks = count_decimal_marks(bytes);
  if (dialect.decimal == ',' && marks.points > 0 && marks.commas == 0) return '.';
  if (dialect.decimal == '.' && marks.commas > 0 && marks.points == 0) return ',';
  return dialect.decimal;
}

/// The cells of the first records, without blanks around them.
using Records = std::vector<std::vector<std::string>>;

Records first_records(std::string_view bytes, const FoundDialect& found, std::size_t most) {
  Records records;
  try {
    CsvReader reader(from_memory(bytes, ""),
                     {.grammar = {found.dialect.delimiter, found.dialect.quote}, .skipped_lines = found.skipped_lines});
    while (records.size() < most && reader.next(true) == CsvReader::Step::record) {
      std::vector<std::string>& cells = records.emplace_back();
      for (const std::string_view cell : reader.cells()) cells.emplace_back(trim_blanks(cell));
    }
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): reading the table says it, with its place
  }
  return records;
}

/// Whether the first record names the columns 1, 2, 3, …, as a table of a model without names does.
bool begins_with_numbers_of_columns(const Records& records) {
  if (records.empty() || records[0].size() < 2) return false;
  for (std::size_t j = 0; j < records[0].size(); ++j) {
    if (records[0][j] != std::to_string(j + 1)) return false;
  }
  return true;
}

/// Whether the first record names columns, none of them by a number, of which some hold nothing but numbers below it.
bool begins_with_names(const Records& records, const NumberStyle& style) {
  if (records.size() < 2) return false;
  const auto is_number = [&](const std::string& cell) { return parse_number(cell, style).kind == NumberKind::finite; };
  const std::vector<std::string>& names = records[0];
  if (std::ranges::any_of(names,
                          [&](const std::string& cell) { return style.missing.contains(cell) || is_number(cell); }))
    return false;
  bool some = false;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const bool are_numbers = std::all_of(records.begin() + 1, records.end(), [&](const auto& cells) {
      return cells.size() == names.size() && is_number(cells[j]);
    });
    some = some || are_numbers;
  }
  return some;
}

/// The same of columns that may hold no number, where the file alone leaves no doubt, and no cell of the first record
/// is one of another in its column.
bool is_headed(std::string_view bytes, const Records& records, const Dialect& dialect) {
  constexpr std::size_t enough_records = 10;
  if (records.size() < enough_records) return false;
  for (std::size_t i = 1; i < records.size(); ++i) {
    for (std::size_t j = 0; j < std::min(records[0].size(), records[i].size()); ++j) {
      if (records[i][j] == records[0][j]) return false;
    }
  }
  const DialectChoice choice = {
      .delimiter = dialect.delimiter, .quote = dialect.quote, .decimal = dialect.decimal, .missing = dialect.missing};
  const FoundDialect found = find_dialect(bytes, false, choice);
  return found.dialect.header && found.doubts.empty();
}

/// Of a model whose columns have no names but their places: whether the file has a line of names all the same. Names
/// that count the places are a header; others are skipped.
void settle_header(std::string_view bytes, FoundDialect& found) {
  constexpr std::size_t most_records = 100;
  const Records records = first_records(bytes, found, most_records);
  if (begins_with_numbers_of_columns(records)) {
    found.dialect.header = true;
  } else if (begins_with_names(records, {found.dialect.decimal, MissingMarkers(found.dialect.missing)}) ||
             is_headed(bytes, records, found.dialect)) {
    ++found.skipped_lines;
    found.doubts.emplace_back(
        "the first line names columns, which the model knows by their places alone, and was skipped");
  }
}

/// R leaves the names of rows without a name of their own: where the first row has a cell more than the header, that
/// has all names that are expected.
void settle_row_names(std::string_view bytes, FoundDialect& found) {
  const bool is_settled = found.first_is_unnamed || found.last_is_unnamed || found.header_is_comment;
  if (!found.dialect.header || is_settled || !found.quotes.is_plain()) return;
  const Records records = first_records(bytes, found, 2);
  if (records.size() < 2 || records[1].size() != records[0].size() + 1) return;
  found.first_is_unnamed = !records[1].front().empty() && !records[1].back().empty();
}

/// Whether cells hold another delimiter in every record: the places of a table without names tell no delimiter.
bool has_delimiter_inside(const Records& records, char delimiter) {
  return !records.empty() && std::ranges::all_of(records, [&](const auto& cells) {
    return std::ranges::any_of(cells,
                               [&](const std::string& cell) { return cell.find(delimiter) != std::string::npos; });
  });
}

/// A dialect of the file itself, but for what is said and the markers of missing values.
FoundDialect own_dialect(std::string_view bytes, const ReadOptions& options) {
  DialectChoice choice = options.said;
  choice.missing = options.dialect.missing;
  choice.missing_as_value = options.dialect.missing_as_value;
  if (options.dialect.header == false) choice.header = false;
  FoundDialect found = find_dialect(bytes, false, choice);
  if (!options.said.decimal) {
    found.dialect.decimal = found.dialect.delimiter == ',' ? '.' : *options.dialect.decimal;
    found.dialect.decimal = decimal_of(bytes, found.dialect);
    std::erase_if(found.doubts,
                  [](const std::string& doubt) { return doubt.find("decimal mark is taken") != std::string::npos; });
  }
  if (!found.dialect.header && !options.said.header) settle_header(bytes, found);
  return found;
}

/// The dialect of a file that is to be read as an earlier one was. Where that does not show the columns that are
/// expected, another that does.
FoundDialect known_dialect(std::string_view bytes, const ReadOptions& options) {
  const DialectChoice& known = options.dialect;
  DialectChoice choice = known;
  const bool may_be_single_bytes = known.encoding == Encoding::windows_1252 && is_ascii(bytes);
  const DialectChoice& said = options.said;
  if (!may_be_single_bytes) choice.encoding = said.encoding;  // each file tells its own
  FoundDialect found = find_dialect(bytes, false, choice);
  if (!said.decimal) found.dialect.decimal = decimal_of(bytes, found.dialect);
  const bool has_names = found.dialect.header;
  if (!has_names && !said.header) settle_header(bytes, found);
  if (options.expected.empty()) return found;
  FoundDialect other;
  const bool shows_columns = has_columns(bytes, found, options);
  if (!shows_columns || !has_names) other = own_dialect(bytes, options);
  if (shows_columns && (has_names || other.dialect.delimiter == found.dialect.delimiter ||
                        !has_delimiter_inside(first_records(bytes, found, 100), other.dialect.delimiter))) {
    settle_row_names(bytes, found);
    return found;
  }
  if (other.dialect == found.dialect || !has_columns(bytes, other, options)) return found;
  settle_row_names(bytes, other);
  Dialect written = other.dialect;
  written.missing = default_missing_markers();  // those of the model, in every file
  written.missing_as_value = false;
  other.doubts.push_back("the file is not written as the one that the model was fitted on; read as: " +
                         describe(written));
  return other;
}

/// Whether a name that is expected can be none but one: no number that counts columns of a table of that width.
bool are_names(std::span<const std::string> names, std::size_t width) {
  return std::ranges::all_of(names, [&](const std::string& name) {
    const Number number = parse_number(name);
    const bool counts = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
    return !counts || number.value > static_cast<double>(width);
  });
}

/// The line of the first bytes that has all names that are expected where the first record has not, no cell of it being
/// empty or a number, and no name in another row; 0: there is none.
std::size_t line_of_names(std::string_view bytes, const FoundDialect& found, const ReadOptions& options) {
  constexpr std::size_t most_lines = 10;
  constexpr std::size_t most_records = 200;
  const auto is_expected = [&](std::string_view cell) {
    return std::ranges::find(options.expected, trim_blanks(cell)) != options.expected.end();
  };
  const auto is_name = [](std::string_view cell) {
    return !trim_blanks(cell).empty() && parse_number(cell).kind != NumberKind::finite;
  };
  std::size_t line = 0;
  try {
    CsvReader reader(from_memory(bytes, ""),
                     {.grammar = {found.dialect.delimiter, found.dialect.quote}, .skipped_lines = found.skipped_lines});
    for (std::size_t k = 0; k < most_records && reader.next(true) == CsvReader::Step::record; ++k) {
      const auto cells = reader.cells();
      const auto names = static_cast<std::size_t>(std::ranges::count_if(cells, is_expected));
      if (names == 0) continue;
      if (line > 0 || k == 0 || k >= most_lines) return 0;
      if (names != options.expected.size() || !std::ranges::all_of(cells, is_name)) return 0;
      line = reader.line();
    }
  } catch (const Error&) {
    return 0;
  }
  return line;
}

/// Lines of titles and groups of columns before the one that has the names that are expected.
FoundDialect after_titles(std::string_view bytes, FoundDialect found, const ReadOptions& options) {
  const bool is_wide = found.dialect.encoding == Encoding::utf16_le || found.dialect.encoding == Encoding::utf16_be;
  if (options.expected.empty() || is_wide || !options.dialect.header.value_or(true) ||
      !are_names(options.expected, found.width) || has_columns(bytes, found, options)) {
    return found;
  }
  const std::size_t line = line_of_names(to_utf8(bytes, found.dialect.encoding, false), found, options);
  std::size_t begin = 0;
  for (std::size_t k = 1; k < line; ++k) {
    const std::size_t end = bytes.find('\n', begin);
    if (end == std::string_view::npos) return found;
    begin = end + 1;
  }
  if (begin == 0) return found;
  DialectChoice choice = options.dialect;
  choice.header = true;
  FoundDialect named = find_dialect(bytes.substr(begin), bytes.size() < dialect_bytes, choice);
  named.skipped_lines += line - 1;
  return has_columns(bytes, named, options) ? named : found;
}

}  // namespace

/// The dialect of a file as far as it is not said. A first line that has all names that are expected is a header.
FoundDialect choose_dialect(Input& input, const ReadOptions& options) {
  const DialectChoice& known = options.dialect;
  if (known.delimiter && known.quote && known.header && known.decimal) {
    const std::string_view bytes = first_lines(input);
    return after_titles(bytes, known_dialect(bytes, options), options);
  }
  const std::string_view bytes = input.peek(dialect_bytes);
  FoundDialect found = find_dialect(bytes, bytes.size() < dialect_bytes, known);
  if (!found.dialect.header && !known.header && !options.expected.empty() && are_names(options.expected, found.width)) {
    DialectChoice with_header = known;
    with_header.header = true;
    FoundDialect named = find_dialect(bytes, bytes.size() < dialect_bytes, with_header);
    if (has_columns(bytes, named, options)) return named;  // and no doubt about its first line
  }
  return after_titles(bytes, std::move(found), options);
}

}  // namespace suffice
