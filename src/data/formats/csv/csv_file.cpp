#include "data/formats/csv/csv_file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/bytes/transcode.hpp"
#include "data/formats/arff.hpp"
#include "data/formats/csv/csv_dialect.hpp"
#include "data/formats/csv/csv_quotes.hpp"
#include "data/formats/csv/csv_reader.hpp"
#include "data/formats/document_rows.hpp"
#include "data/formats/mailbox.hpp"
#include "data/schema/dialect/description_lines.hpp"
#include "data/schema/dialect/dialect_cells.hpp"
#include "data/schema/names.hpp"

namespace suffice {
namespace {

/// Bytes from which roles are guessed.
constexpr std::size_t sample_bytes = std::size_t{1} << 20;
constexpr std::size_t sample_rows = 10'000;

/// The first labels of lines that are a label, a blank and a text, with no delimiter between them; none where lines are
/// something else. A part of a file may have one label only.
std::vector<std::string> labels_of_lines(std::string_view bytes) {
  constexpr std::size_t least_lines = 10;
  constexpr std::size_t most_labels = 20;
  constexpr std::size_t longest_label = 20;
  std::map<std::string_view, std::size_t> rows_of_label;
  std::size_t lines = 0;
  std::size_t with_words = 0;
  for (std::size_t begin = 0, end = 0; (end = bytes.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
    const std::string_view line = trim_blanks(bytes.substr(begin, end - begin));
    if (line.empty()) continue;
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    if (blank > longest_label || line.substr(blank).starts_with('\t')) return {};
    if (rows_of_label[line.substr(0, blank)]++ == 0 && rows_of_label.size() > most_labels) return {};
    ++lines;
    with_words += line.find(' ', std::min(blank + 1, line.size())) == std::string_view::npos ? 0U : 1U;
  }
  if (lines < least_lines || lines < 5 * rows_of_label.size() || 10 * with_words < 8 * lines) return {};
  std::vector<std::string> labels;
  for (const auto& [label, rows] : rows_of_label) labels.emplace_back(label);
  return labels;
}

/// A table of fixed width: the cells that most lines have where runs of two blanks or more delimit them.
struct AlignedTable {
  std::size_t width = 0;   // 0: lines differ
  std::size_t header = 0;  // of the first line that is not blank, cells of that kind
  std::size_t words = 0;   // and between single blanks
  std::size_t line = 0;    // its number, from 1
};

std::size_t cells_between(std::string_view line, std::string_view blanks) {
  std::size_t count = 1;
  for (std::size_t at = 0; (at = line.find(blanks, at)) != std::string_view::npos; ++count) {
    at = line.find_first_not_of(' ', at);
  }
  return count;
}

AlignedTable aligned_table(std::string_view bytes) {
  constexpr std::size_t least_lines = 3;
  AlignedTable table;
  std::map<std::size_t, std::size_t> lines_of_width;
  std::size_t lines = 0;
  std::size_t number = 0;
  for (std::size_t begin = 0, end = 0; (end = bytes.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
    std::string_view line = bytes.substr(begin, end - begin);
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = trim_blanks(line);
    if (line.empty()) continue;
    const std::size_t width = cells_between(line, "  ");
    if (lines == 0) table = {0, width, cells_between(line, " "), number};
    ++lines_of_width[width];
    ++lines;
  }
  for (const auto& [width, count] : lines_of_width) {
    if (width > 1 && lines >= least_lines && 10 * count >= 9 * lines) table.width = width;
  }
  return table;
}

/// What puts tabs between the cells: of a header whose names stand closer than the cells below them, between all words.
std::string putting_tabs(const AlignedTable& table) {
  const bool is_closer = table.header < table.width && table.words == table.width;
  const std::string header = is_closer ? fmt::format("{}s/ +/\\t/g; ", table.line) : std::string();
  return fmt::format("sed -E 's/^ +//; s/ +\\r?$//; {}s/ {{2,}}/\\t/g'", header);
}

/// Whether most records have as many cells as the table.
bool have_one_width(std::string_view bytes, const FoundDialect& found) {
  const std::string text = to_utf8(bytes, found.dialect.encoding, false);
  const SampleTable table =
      split_sample(text, false, found.dialect.delimiter, found.dialect.quote, found.quotes.escaped);
  const auto alike = std::ranges::count(table.records, found.width, &SampleRecord::cells);
  return 4 * static_cast<std::size_t>(alike) >= 3 * table.records.size();
}

/// Mail, and a file whose lines no delimiter cuts, but that are cells of fixed width, or hold labels before their
/// texts, is no table yet.
void check_lines(std::string_view bytes, const FoundDialect& found, const ReadOptions& options,
                 const std::string& name) {
  if (options.dialect.delimiter) return;
  if (looks_like_mail(bytes)) {
    throw Error(ErrorCode::bad_data, "is mail, which does not tell its label; name the label of each file or folder",
                name, {naming_labels()});
  }
  const AlignedTable aligned = aligned_table(bytes);
  const bool is_closer = found.dialect.header && found.dialect.delimiter == ' ' && aligned.words == aligned.width &&
                         found.width > aligned.width;
  if (found.width > 1 && have_one_width(bytes, found) && !is_closer) return;
  const std::string file = name == "<stdin>" ? "" : fmt::format("'{}' ", name);
  if (aligned.width > 1) {
    const bool is_narrow = aligned.header != aligned.width && aligned.words != aligned.width;
    throw Error(ErrorCode::bad_data,
                fmt::format("no delimiter cuts the lines into equally many cells, but runs of two blanks or more do "
                            "({} to a line), as in a table of fixed width: put a tab there, {} {}> table.tsv{}",
                            aligned.width, putting_tabs(aligned), file,
                            is_narrow ? fmt::format(", and between the names of line {}, which seem to be {}",
                                                    aligned.line, aligned.header)
                                      : ""),
                name);
  }
  const std::vector<std::string> labels = labels_of_lines(bytes);
  if (labels.empty()) return;
  throw Error(
      ErrorCode::bad_data,
      fmt::format(
          "no delimiter cuts the lines into equally many cells; each seems to be a label ({}) and a "
          "text behind a blank: put a tab between them, sed 's/ /\\t/' {}> table.tsv, where the label is column 1",
          list_names(labels), file),
      name);
}

/// Blanks alone would be rows of a column without a name.
void check_not_blank(std::string_view bytes, const std::string& name) {
  if (bytes.empty() || bytes.find_first_not_of(" \t\r\n") != std::string_view::npos) return;
  if (bytes.size() == dialect_bytes) {
    throw Error(ErrorCode::bad_data,
                fmt::format("its first {} bytes are blank, and no table is looked for behind so many: remove the blank "
                            "lines",
                            dialect_bytes),
                name);
  }
  throw Error(ErrorCode::bad_data, "is empty: the first line must name the columns, the others are rows", name);
}

/// Text has a control character here and there at most, one kind of which may delimit cells.
void check_text(std::string_view bytes, const FoundDialect& found, const std::string& name) {
  constexpr std::size_t least_kinds = 5;
  if (found.dialect.encoding == Encoding::utf16_le || found.dialect.encoding == Encoding::utf16_be) return;
  std::set<char> controls;
  for (const char c : bytes) {
    if (c >= 0 && c < ' ' && (c < '\t' || c > '\r')) controls.insert(c);
  }
  if (controls.size() < least_kinds) return;
  throw Error(
      ErrorCode::bad_data,
      "is no text, as its bytes hold many control characters; export the table as CSV, or give an array as .npy", name);
}

/// The lines behind the header that describe the columns, by the first bytes.
std::size_t description_lines_of(std::string_view bytes, const FoundDialect& found) {
  constexpr std::size_t most_records = 50;
  if (!found.dialect.header || found.first_is_unnamed || found.last_is_unnamed) return 0;
  CsvReader reader(from_memory(bytes, ""),
                   {.grammar = {found.dialect.delimiter, found.dialect.quote}, .skipped_lines = found.skipped_lines});
  std::vector<std::vector<std::string>> records;
  std::size_t rules = 0;
  try {
    if (reader.next(true) != CsvReader::Step::record) return 0;
    const std::size_t width = reader.cells().size();
    while (records.size() < most_records && reader.next(true) == CsvReader::Step::record) {
      if (records.empty() && rules == 0 && is_rule(reader.bytes())) {
        ++rules;
        continue;
      }
      if (reader.cells().size() != width) break;
      records.emplace_back();
      for (const std::string_view cell : reader.cells()) records.back().emplace_back(trim_blanks(cell));
    }
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): reading the table says it, with its place
  }
  return rules + count_description_lines(records, found.dialect.decimal);
}

/// Records of the width of the header; the last one is dropped where the table goes on.
CellSample sample_of(std::string_view bytes, const FoundDialect& found, std::size_t description_lines,
                     const std::vector<std::string>& columns) {
  CellSample sample = {columns, std::vector<std::vector<std::string>>(columns.size()), bytes.size() < sample_bytes};
  CsvReader reader(from_memory(bytes, ""),
                   {.grammar = {found.dialect.delimiter, found.dialect.quote}, .skipped_lines = found.skipped_lines});
  try {
    std::string header;
    if (found.dialect.header && reader.next(true) == CsvReader::Step::record) header = reader.bytes();
    for (std::size_t k = 0; k < description_lines; ++k) reader.next(true);
    const CsvGrammar grammar = {found.dialect.delimiter, found.dialect.quote};
    while (sample.rows() < sample_rows && reader.next(true) == CsvReader::Step::record) {
      const auto cells = reader.cells();
      if (cells.size() != columns.size() || (cells.size() > 1 && repeats_header(reader.bytes(), header, grammar)) ||
          is_below_table(reader.bytes(), grammar)) {
        continue;
      }
      for (std::size_t j = 0; j < cells.size(); ++j) sample.cells[j].emplace_back(trim_blanks(cells[j]));
    }
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): reading the table says it, with its place
  }
  if (sample.rows() == sample_rows) sample.complete = false;
  if (!sample.complete && sample.rows() > 1 && sample.rows() < sample_rows) {
    for (auto& cells : sample.cells) cells.pop_back();
  }
  return sample;
}

/// The cell of the last row that says that the row holds sums of the others; empty where none does.
std::string sums_cell(const CellSample& sample) {
  for (const std::vector<std::string>& cells : sample.cells) {
    if (sample.complete && cells.size() > 2 && names_sums(cells.back()) &&
        std::ranges::count_if(cells, names_sums) == 1) {
      return cells.back();
    }
  }
  return {};
}

CsvFile open_text(Input text, FoundDialect found, const ReadOptions& options, std::size_t described = 0) {
  std::optional<CellSample> sample;
  CsvRowsOptions limits = limits_of(found, described);
  if (options.sample) {
    const std::string_view bytes = text.peek(sample_bytes);
    const CsvRows rows(from_memory(bytes, text.name()), found.dialect, found.skipped_lines, options, limits);
    sample = sample_of(bytes, found, described, rows.columns());
  }
  limits.watch_sums = !sample || !sample->complete;
  CsvRows rows(std::move(text), found.dialect, found.skipped_lines, options, limits);
  if (options.sample && described > 0) {
    found.doubts.push_back(fmt::format("{} behind the header {} the columns and {} skipped",
                                       described == 1 ? "the line" : fmt::format("the {} lines", described),
                                       described == 1 ? "describes" : "describe", described == 1 ? "was" : "were"));
  }
  if (options.sample && found.skipped_lines > 0) {
    found.doubts.push_back(
        fmt::format("the first {} no part of the table and {} skipped",
                    found.skipped_lines == 1 ? "line is" : fmt::format("{} lines are", found.skipped_lines),
                    found.skipped_lines == 1 ? "was" : "were"));
  }
  if (options.sample && rows.has_longer_header()) {
    found.doubts.emplace_back("the header ends with a delimiter, and the rows do not; no column is behind it");
  }
  if (const std::string cell = sample ? sums_cell(*sample) : std::string(); !cell.empty()) {
    found.doubts.push_back(doubt_about_sums(cell));
  }
  if (const std::vector<std::string>& names = rows.renamed_columns(); names.size() == 1) {
    found.doubts.push_back(
        fmt::format("two columns have the same name; the later one is called {}", quoted(names.front())));
  } else if (!names.empty()) {
    found.doubts.push_back(
        fmt::format("{} columns have names of earlier ones; they are called {}", names.size(), list_names(names)));
  }
  return {std::move(rows), found.dialect, std::move(found.doubts), std::move(sample)};
}

/// The cells of the first record, without blanks around them.
std::vector<std::string> first_record(std::string_view bytes, const Dialect& dialect) {
  CsvReader reader(from_memory(bytes, ""), {.grammar = {dialect.delimiter, dialect.quote}});
  std::vector<std::string> cells;
  try {
    if (reader.next(true) != CsvReader::Step::record) return {};
    for (const std::string_view cell : reader.cells()) cells.emplace_back(trim_blanks(cell));
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): a line of text, in which a quote is a quote
  }
  return cells;
}

/// The cell of a record in the column that a table without names calls by its number; none beyond its cells.
std::optional<std::string> numbered_cell(const std::vector<std::string>& record, const std::string& column) {
  for (std::size_t j = 0; j < record.size(); ++j) {
    if (column == std::to_string(j + 1)) return record[j];
  }
  return std::nullopt;
}

}  // namespace

bool begins_like_table(Input& input, const ReadOptions& options) {
  const Dialect dialect = dialect_of(options.dialect);
  const std::vector<std::string> record = first_record(to_utf8(first_lines(input), dialect.encoding, false), dialect);
  const auto has_name = [&](const std::string& name) { return std::ranges::find(record, name) != record.end(); };
  if (dialect.header) return std::ranges::all_of(options.expected, has_name);
  const std::optional<std::string> label = numbered_cell(record, options.unless_table->target);
  const auto has_cell = [&](const std::string& column) { return numbered_cell(record, column).has_value(); };
  return label && std::ranges::all_of(options.expected, has_cell) &&
         std::ranges::find(options.unless_table->labels, *label) != options.unless_table->labels.end();
}

namespace {

/// UTF-8, with quotes as the reader knows them.
Input as_plain_text(Input input, const FoundDialect& found) {
  Input text = transcoded(std::move(input), found.dialect.encoding);
  if (found.quotes.is_plain()) return text;
  return with_plain_quotes(std::move(text), {found.dialect.delimiter, found.dialect.quote}, found.quotes,
                           found.skipped_lines);
}

}  // namespace

CsvFile open_csv(Input input, const ReadOptions& options) {
  FoundDialect found = choose_dialect(input, options);
  if (options.sample) {
    const std::string_view bytes = input.peek(dialect_bytes);
    check_not_blank(bytes, input.name());
    check_text(bytes, found, input.name());
    check_lines(bytes, found, options, input.name());
  }
  Input text = as_plain_text(std::move(input), found);
  constexpr std::size_t described_bytes = std::size_t{1} << 14;
  const std::string_view first_bytes = options.sample ? text.peek(described_bytes) : text.peek_some(described_bytes);
  const std::size_t described = description_lines_of(first_bytes, found);
  return open_text(std::move(text), std::move(found), options, described);
}

CsvFile open_arff(Input input, const ReadOptions& options) {
  FoundDialect found;
  found.dialect.missing = options.dialect.missing.value_or(found.dialect.missing);
  found.dialect.missing_as_value = options.dialect.missing_as_value.value_or(false);
  found.dialect.encoding =
      find_dialect(input.peek(dialect_bytes), false, {.encoding = options.dialect.encoding}).dialect.encoding;
  ArffTable table =
      read_arff(transcoded(std::move(input), found.dialect.encoding), {.line_bytes = options.limits.row_bytes});
  found.dialect.encoding = Encoding::utf8;
  CsvFile file = open_text(std::move(table.csv), std::move(found), options);
  for (const ArffAttribute& attribute : table.attributes) {
    if (attribute.kind == ArffAttribute::Kind::nominal) {
      file.declared_roles.push_back({attribute.name, Role::categorical, attribute.values});
    }
  }
  return file;
}

}  // namespace suffice
