// Decisions about a dialect, one after the other: encoding, delimiter and quote together, where the table begins,
// header, decimal mark.
#include "suffice/dialect.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/transcode.hpp"
#include "data/schema/dialect/dialect_cells.hpp"
#include "data/schema/dialect/dialect_encoding.hpp"
#include "data/schema/dialect/dialect_header.hpp"
#include "data/schema/dialect/dialect_score.hpp"
#include "data/schema/names.hpp"

namespace suffice {
namespace {

/// A choice whose score is lower explains no table.
constexpr double least_score = 0.2;
/// A second choice whose score is so near to the first one's is a doubt.
constexpr double near_share = 0.9;

std::string name_of(char delimiter) {
  switch (delimiter) {
    case '\t':
      return "a tab";
    case ' ':
      return "spaces";
    default:
      return fmt::format("'{}'", delimiter);
  }
}

/// The delimiter that a first line names, as in sep=; which spreadsheet programs write; 0: it names none.
char named_delimiter(std::string_view line) {
  if (line.size() >= 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  const auto same = [](char expected, char c) { return static_cast<char>(c | ' ') == expected; };
  constexpr std::string_view key = "sep=";
  if (line.size() != key.size() + 1 || !std::equal(key.begin(), key.end() - 1, line.begin(), same) || line[3] != '=') {
    return 0;
  }
  const char delimiter = line.back();
  const bool letter_or_digit =
      (delimiter >= '0' && delimiter <= '9') || ((delimiter | ' ') >= 'a' && (delimiter | ' ') <= 'z');
  const bool printable = delimiter == '\t' || (delimiter >= ' ' && delimiter <= '~');
  return printable && !letter_or_digit && delimiter != '"' && delimiter != '\'' ? delimiter : '\0';
}

/// Length of the first line, and with its line end.
std::pair<std::size_t, std::size_t> first_line(std::string_view text) {
  const std::size_t length = std::min(text.find_first_of("\r\n"), text.size());
  const std::size_t line_end = text.substr(length).starts_with("\r\n") ? 2 : 1;
  return {length, std::min(length + line_end, text.size())};
}

struct DialectCandidate {
  char delimiter = ',';
  char quote = '"';
  bool escaped = false;
  DialectScore score = {};
};

std::vector<DialectCandidate> candidates(std::string_view text, const DialectChoice& known) {
  const auto occurs = [text](char c) { return text.find(c) != std::string_view::npos; };
  std::vector<char> quotes = {'"'};
  if (occurs('"')) quotes.push_back('\0');
  if (occurs('\'')) quotes.push_back('\'');
  if (known.quote) quotes = {*known.quote};
  std::vector<DialectCandidate> result;
  for (const char delimiter : {',', '\t', ';', '|', ' '}) {
    if (known.delimiter ? delimiter != ',' : !occurs(delimiter) && delimiter != ',') continue;
    for (const char quote : quotes) result.push_back({known.delimiter.value_or(delimiter), quote});
  }
  // Behind all others, so that these are taken where both explain the table.
  const auto count = static_cast<std::ptrdiff_t>(result.size());
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const DialectCandidate candidate = result[static_cast<std::size_t>(i)];
    const std::string escaped = {'\\', candidate.quote};
    if (candidate.quote == 0 || text.find(escaped) == std::string_view::npos) continue;
    result.push_back({candidate.delimiter, candidate.quote, true});
  }
  return result;
}

/// No delimiter gives lines of like widths. A quote is one where no line is malformed by it.
DialectCandidate one_column(std::string_view text, bool complete, const DialectChoice& known,
                            std::vector<std::string>& doubts) {
  DialectCandidate result = {known.delimiter.value_or(','), known.quote.value_or('"')};
  SampleTable table = split_sample(text, complete, result.delimiter, result.quote);
  const auto malformed = [](const SampleRecord& record) { return record.malformed; };
  if (!known.quote && std::any_of(table.records.begin(), table.records.end(), malformed)) {
    result.quote = '\0';
    table = split_sample(text, complete, result.delimiter, result.quote);
  }
  const auto wide = [](const SampleRecord& record) { return record.cells > 1; };
  if (known.delimiter) {
    result.score.width = table_width(table);
  } else if (std::any_of(table.records.begin(), table.records.end(), wide)) {
    doubts.emplace_back("no delimiter gives lines of equally many cells; the delimiter is taken as ','");
  }
  return result;
}

/// Runs of spaces delimit lines of equally many cells, and every comma stands between the digits of a number among
/// them: 1,5  2,25  a. By commas such lines are of like widths too, but their cells hold spaces between digits.
bool commas_are_decimal_marks(const SampleTable& table, std::size_t width) {
  if (width < 2) return false;
  std::size_t records = 0;
  std::size_t with_numbers = 0;
  for (const SampleRecord& record : table.records) {
    if (record.cells != width || record.malformed) continue;
    ++records;
    bool has_number = false;
    for (std::size_t j = 0; j < width; ++j) {
      const SampleCell& cell = table.cells[record.first_cell + j];
      if (cell.quoted || cell.text.find(',') == std::string_view::npos) continue;
      if (look_of(cell.text) != CellLook::comma_number) return false;
      has_number = true;
    }
    with_numbers += has_number ? 1U : 0U;
  }
  return 10 * records >= 9 * table.records.size() && 2 * with_numbers >= records && with_numbers > 0;
}

/// Delimiter and quote together, as each decides where the other counts.
DialectCandidate best_candidate(std::string_view text, bool complete, const DialectChoice& known,
                                std::vector<std::string>& doubts) {
  std::vector<DialectCandidate> all = candidates(text, known);
  const DialectCandidate* spaces = nullptr;  // between numbers with decimal commas
  for (DialectCandidate& candidate : all) {
    const SampleTable table = split_sample(text, complete, candidate.delimiter, candidate.quote, candidate.escaped);
    candidate.score = score_of(table, candidate.delimiter);
    if (!known.delimiter && candidate.delimiter == ' ' && commas_are_decimal_marks(table, candidate.score.width)) {
      spaces = &candidate;
    }
  }
  const auto lower = [](const DialectCandidate& a, const DialectCandidate& b) {
    return a.score.score < b.score.score - 1e-12;
  };
  DialectCandidate best = *std::max_element(all.begin(), all.end(), lower);
  const bool has_decimal_commas = spaces != nullptr && best.delimiter == ',';
  if (has_decimal_commas) best = *spaces;
  if (best.score.score < least_score) {
    return one_column(text, complete, known, doubts);
  }
  for (const DialectCandidate& other : all) {
    const bool is_near = other.score.score >= near_share * best.score.score ||
                         (has_decimal_commas && other.delimiter == ',' && other.score.score >= least_score);
    if (other.delimiter == best.delimiter || !is_near) continue;
    doubts.push_back(fmt::format("cells may be delimited by {} ({} to a line); {} taken ({} to a line)",
                                 name_of(other.delimiter), other.score.width,
                                 name_of(best.delimiter) + (best.delimiter == ' ' ? " are" : " is"), best.score.width));
    if (has_decimal_commas) break;
  }
  return best;
}

/// Whether a cell behind blanks needs its quotes, as it holds a delimiter or a line end.
bool has_quotes_after_blanks(const SampleTable& table, char delimiter) {
  return delimiter != ' ' && std::ranges::any_of(table.cells, [&](const SampleCell& cell) {
           return cell.after_blanks &&
                  cell.text.find_first_of(std::array{delimiter, '\n', '\r', '\0'}.data()) != std::string_view::npos;
         });
}

void find_text(std::string_view sample, bool complete, const DialectChoice& known, FoundDialect& found,
               std::string& text) {
  const FoundEncoding encoding = find_encoding(sample, complete);
  found.dialect.encoding = known.encoding.value_or(encoding.encoding);
  if (!known.encoding && encoding.not_utf8) {
    const std::string_view before = sample.substr(0, *encoding.not_utf8);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    found.doubts.push_back(
        encoding.encoding == Encoding::utf8
            ? fmt::format("line {} has bytes that are not UTF-8, which the rest is; taken as UTF-8", line)
            : fmt::format("line {} has bytes that are not UTF-8; the encoding is taken as Windows-1252{}", line,
                          encoding.has_runs
                              ? ", but they stand together as letters of other alphabets do: make the file UTF-8 "
                                "first, iconv -f CP1251 -t UTF-8 (Cyrillic), -f GB18030 (Chinese), -f CP932 (Japanese)"
                              : " (iconv makes a file of another one UTF-8)"));
  }
  text = to_utf8(sample, found.dialect.encoding, complete);
}

}  // namespace

std::string_view encoding_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::utf16_le:
      return "UTF-16 (little-endian)";
    case Encoding::utf16_be:
      return "UTF-16 (big-endian)";
    case Encoding::windows_1252:
      return "Windows-1252";
    case Encoding::utf8:
      break;
  }
  return "UTF-8";
}

std::vector<std::string> default_missing_markers() {
  return {"", "NA", "N/A", "NaN", "null", "?", "#N/A", "<NA>", "<null>", "\\N"};
}

DialectChoice as_choice(const Dialect& dialect) {
  return {.delimiter = dialect.delimiter,
          .quote = dialect.quote,
          .header = dialect.header,
          .decimal = dialect.decimal,
          .encoding = dialect.encoding,
          .missing = dialect.missing,
          .missing_as_value = dialect.missing_as_value};
}

Dialect dialect_of(const DialectChoice& known) {
  const Dialect defaults;
  return {.delimiter = known.delimiter.value_or(defaults.delimiter),
          .quote = known.quote.value_or(defaults.quote),
          .header = known.header.value_or(defaults.header),
          .decimal = known.decimal.value_or(defaults.decimal),
          .encoding = known.encoding.value_or(defaults.encoding),
          .missing = known.missing.value_or(defaults.missing),
          .missing_as_value = known.missing_as_value.value_or(defaults.missing_as_value)};
}

FoundDialect find_dialect(std::string_view sample, bool complete, const DialectChoice& known) {
  FoundDialect found;
  if (known.missing) found.dialect.missing = *known.missing;
  found.dialect.missing_as_value = known.missing_as_value.value_or(false);
  std::string decoded;
  find_text(sample, complete, known, found, decoded);
  std::string_view text = decoded;

  DialectChoice choice = known;
  const auto [length, with_end] = first_line(text);
  const char named = named_delimiter(text.substr(0, length));
  if (named != 0) {
    if (!choice.delimiter) choice.delimiter = named;
    text.remove_prefix(with_end);
  }
  const DialectCandidate best = best_candidate(text, complete, choice, found.doubts);
  found.dialect.delimiter = best.delimiter;
  found.dialect.quote = best.quote;
  found.width = best.score.width;

  const SampleTable table = split_sample(text, complete, best.delimiter, best.quote, best.escaped);
  found.quotes = {best.escaped, has_quotes_after_blanks(table, best.delimiter)};
  if (best.escaped) {
    found.doubts.push_back(fmt::format("\\{} inside a cell is read as a quote, as some programs write it", best.quote));
  }
  const TableStart start = find_start(table, found.width);
  found.header_is_comment = start.header_is_comment && known.header.value_or(true);
  const std::size_t record = start.record + (start.header_is_comment && !found.header_is_comment ? 1 : 0);
  found.skipped_lines = (named != 0 ? 1 : 0) + (record < table.records.size() ? table.records[record].line : 0);

  const HeaderVote header = vote_on_header(table, start, found.width);
  found.dialect.header = known.header.value_or(header.header);
  if (!known.header && !header.doubt.empty()) found.doubts.push_back(header.doubt);
  if (start.trailing_delimiter) {
    found.last_is_unnamed = found.dialect.header;
    found.doubts.emplace_back("the lines below the first one end with a delimiter; the last column has no name");
  }
  if (start.short_header) {
    found.first_is_unnamed = found.dialect.header && table.records.size() > record + 2;
    found.doubts.emplace_back("the first line has one cell fewer than the others; the first column may have no name");
  }
  const DecimalVote decimal = vote_on_decimal(table, start, found.width, best.delimiter);
  found.dialect.decimal = known.decimal.value_or(decimal.decimal);
  if (!known.decimal && !decimal.doubt.empty()) found.doubts.push_back(decimal.doubt);
  return found;
}

std::string describe(const Dialect& dialect) {
  std::string text = "delimiter " + (dialect.delimiter == '\t' ? "tab" : name_of(dialect.delimiter));
  if (dialect.quote == 0) text += ", no quotes";
  if (dialect.quote != 0 && dialect.quote != '"') text += fmt::format(", quote {}", dialect.quote);
  if (dialect.decimal == ',') text += ", decimal comma";
  if (dialect.encoding != Encoding::utf8) text += fmt::format(", {}", encoding_name(dialect.encoding));
  if (!dialect.header) text += ", no header";
  if (dialect.missing != default_missing_markers()) {
    text += ", missing";
    for (const std::string& marker : dialect.missing) text += marker.empty() ? " empty" : " " + quoted(marker);
  }
  if (dialect.missing_as_value) text += ", missing as a value";
  return text;
}

}  // namespace suffice
