#include "data/formats/arff.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/line_reader.hpp"
#include "data/formats/arff_line.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

[[noreturn]] void fail_at(const LineReader& lines, std::size_t column, const std::string& message) {
  throw Error(ErrorCode::bad_data, message, fmt::format("{}:{}", lines.where(), column + 1));
}

/// Appends a cell, in quotes where it needs them; the missing value is a bare ?.
void append_csv_cell(std::string_view value, bool quoted, std::string& to) {
  const bool plain = !value.empty() && value.find_first_of(",\"\r\n") == std::string_view::npos &&
                     value.front() != ' ' && value.back() != ' ' && value.front() != '\'' && !(quoted && value == "?");
  if (plain) {
    to += value;
    return;
  }
  to += '"';
  for (const char c : value) {
    if (c == '"') to += '"';
    to += c == '\n' || c == '\r' ? ' ' : c;
  }
  to += '"';
}

/// The lines before the rows.
class ArffHeader {
 public:
  ArffHeader(LineReader& lines, std::size_t most_bytes) : lines_(lines), most_bytes_(most_bytes) {}

  /// Reads to the line @data, and counts the lines up to it.
  void read() {
    std::size_t bytes = 0;
    while (!complete_) {
      if (lines_.next(true) == LineReader::Step::end) {
        throw Error(ErrorCode::bad_data,
                    "ends before a line @data, behind which the rows of an ARFF file are; check that the "
                    "file is whole",
                    lines_.input().name());
      }
      ++count;
      bytes += lines_.line().size();
      if (bytes > most_bytes_) {
        fail_at(lines_, 0, fmt::format("a header of more than {} MiB: check that the file is ARFF", most_bytes_ >> 20));
      }
      read_line();
    }
    if (attributes.empty()) fail_at(lines_, 0, "no @attribute comes before @data; declare the columns");
  }

  std::string relation;
  std::vector<ArffAttribute> attributes;
  std::size_t count = 0;

 private:
  void read_line() {
    ArffLine line(lines_.line());
    const ArffToken first = line.next();
    if (first.kind == ArffToken::Kind::end) return;
    const std::string keyword = first.kind == ArffToken::Kind::value && !first.quoted ? ascii_lower(first.text) : "";
    if (keyword == "@relation") {
      relation = value(line, "a name").text;
    } else if (keyword == "@attribute") {
      read_attribute(line);
      return;
    } else if (keyword == "@data") {
      complete_ = true;
    } else {
      fail_at(
          lines_, first.column,
          fmt::format("{} where @relation, @attribute or @data is expected; the rows of an ARFF file come behind @data",
                      quoted(first.text)));
    }
    expect_end(line);
  }

  ArffToken value(ArffLine& line, std::string_view what) {
    ArffToken token = line.next();
    if (token.kind == ArffToken::Kind::problem) fail_at(lines_, token.column, token.text);
    if (token.kind != ArffToken::Kind::value) fail_at(lines_, token.column, fmt::format("{} is expected here", what));
    return token;
  }

  void expect_end(ArffLine& line) {
    const ArffToken token = line.next();
    if (token.kind != ArffToken::Kind::end)
      fail_at(lines_, token.column, "the declaration ends before this; remove it, or quote names with blanks");
  }

  void read_attribute(ArffLine& line) {
    const ArffToken name = value(line, "the name of an attribute");
    if (!names_.insert(name.text).second) {
      fail_at(lines_, name.column, fmt::format("the attribute {} is declared twice; rename one", quoted(name.text)));
    }
    ArffAttribute attribute{.name = name.text};
    if (line.peek().kind == ArffToken::Kind::open) {
      read_values(line, attribute);
    } else {
      read_kind(line, attribute);
    }
    expect_end(line);
    attributes.push_back(std::move(attribute));
  }

  void read_kind(ArffLine& line, ArffAttribute& attribute) {
    using Kind = ArffAttribute::Kind;
    constexpr std::array<std::pair<std::string_view, Kind>, 5> kinds = {{{"numeric", Kind::numeric},
                                                                         {"integer", Kind::integer},
                                                                         {"real", Kind::real},
                                                                         {"string", Kind::string},
                                                                         {"date", Kind::date}}};
    const ArffToken token = value(line, "a type (numeric, string, date or {values})");
    const std::string word = ascii_lower(token.text);
    if (word == "relational") {
      fail_at(lines_, token.column, "relational attributes are not read; export the table without them, or as CSV");
    }
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.first == word; });
    if (found == kinds.end()) {
      fail_at(lines_, token.column,
              fmt::format("{} is no type of ARFF; write numeric, integer, real, string, date or {{values}}",
                          quoted(token.text)));
    }
    attribute.kind = found->second;
    if (attribute.kind == Kind::date && line.peek().kind == ArffToken::Kind::value)
      attribute.date_format = line.next().text;
  }

  void read_values(ArffLine& line, ArffAttribute& attribute) {
    attribute.kind = ArffAttribute::Kind::nominal;
    const std::size_t column = line.next().column;
    line.hold_blanks();
    std::unordered_set<std::string> seen;
    for (ArffToken token = line.next(); token.kind != ArffToken::Kind::close; token = line.next()) {
      if (token.kind == ArffToken::Kind::comma) continue;
      if (token.kind == ArffToken::Kind::problem) fail_at(lines_, token.column, token.text);
      if (token.kind == ArffToken::Kind::end)
        fail_at(lines_, column, "the values of the attribute are not closed by } in its line");
      if (token.kind == ArffToken::Kind::open)
        fail_at(lines_, token.column, "a second {; quote values that hold braces");
      if (seen.insert(token.text).second) attribute.values.push_back(std::move(token.text));
    }
    if (attribute.values.empty()) fail_at(lines_, column, "the attribute has no values; name them between { and }");
  }

  LineReader& lines_;
  std::size_t most_bytes_;
  std::unordered_set<std::string> names_;
  bool complete_ = false;
};

/// Lines of ARFF on one side, lines of CSV on the other; an Error is kept to be given again.
class ArffConversion {
 public:
  ArffConversion(Input input, const ArffOptions& options)
      : lines_(std::move(input), {.chunk_bytes = options.chunk_bytes, .line_bytes = options.line_bytes}),
        chunk_bytes_(options.chunk_bytes) {}

  ArffHeader read_header(std::size_t most_bytes) {
    ArffHeader header(lines_, most_bytes);
    header.read();
    attributes_ = header.attributes;
    for (const ArffAttribute& attribute : attributes_) {
      declared_.emplace_back(attribute.values.begin(), attribute.values.end());
    }
    for (std::size_t j = 0; j < attributes_.size(); ++j) {
      if (j > 0) text_ += ',';
      append_csv_cell(attributes_[j].name, true, text_);
    }
    text_.append(header.count, '\n');
    return header;
  }

  std::size_t read(char* to, std::size_t size) {
    fill(true);
    const std::size_t count = text_.copy(to, size, start_);
    start_ += count;
    if (count == 0 && size > 0 && problem_) throw Error(*problem_);
    return count;
  }

  /// An Error ahead is no reason to wait; read() gives it.
  bool would_wait() {
    fill(false);
    return start_ == text_.size() && !ended_ && !problem_;
  }

 private:
  /// Makes up to a chunk of text ready; waits only while there is none, and only if it may.
  void fill(bool may_wait) {
    if (start_ < text_.size()) return;
    text_.clear();
    start_ = 0;
    while (text_.size() < chunk_bytes_ && !ended_ && !problem_) {
      const std::size_t before = text_.size();
      try {
        const LineReader::Step step = lines_.next(may_wait && text_.empty());
        if (step == LineReader::Step::waiting) return;
        ended_ = step == LineReader::Step::end;
        if (!ended_) add_row();
      } catch (const Error& error) {
        text_.resize(before);
        problem_ = error;
      }
    }
  }

  void add_row() {
    ArffLine line(lines_.line());
    if (line.peek().kind == ArffToken::Kind::open) {
      line.next();
      add_sparse_row(line);
    } else {
      add_dense_row(line);
    }
    text_ += '\n';
  }

  void add_dense_row(ArffLine& line) {
    line.hold_blanks();
    bool expected = false;  // a value, behind a comma
    std::size_t cells = 0;
    while (true) {
      const ArffToken token = line.next();
      if (token.kind == ArffToken::Kind::end && !expected) return;
      if (token.kind == ArffToken::Kind::end || (token.kind == ArffToken::Kind::comma && (expected || cells == 0))) {
        fail_at(lines_, token.column, "a value is missing here; write ? for one that is not known");
      }
      if (token.kind == ArffToken::Kind::comma) {
        expected = true;
        continue;
      }
      check_value(token);
      check_declared(token, cells);
      if (cells++ > 0) text_ += ',';
      append_csv_cell(token.text, token.quoted, text_);
      expected = false;
    }
  }

  void check_value(const ArffToken& token) const {
    if (token.kind == ArffToken::Kind::problem) fail_at(lines_, token.column, token.text);
    if (token.kind != ArffToken::Kind::value) {
      fail_at(lines_, token.column,
              "a brace inside a row: weights of rows are not read; quote values that hold braces");
    }
  }

  /// A nominal attribute has no values but those that it declares.
  void check_declared(const ArffToken& token, std::size_t index) const {
    if (index >= attributes_.size() || attributes_[index].kind != ArffAttribute::Kind::nominal) return;
    if ((token.text == "?" && !token.quoted) || declared_[index].contains(token.text)) return;
    const ArffAttribute& attribute = attributes_[index];
    fail_at(lines_, token.column,
            fmt::format("{} is no value that the attribute {} declares ({}); correct it, or add it to the declaration",
                        quoted(token.text), quoted(attribute.name), list_names(attribute.values)));
  }

  void add_sparse_row(ArffLine& line) {
    std::size_t next = 0;
    ArffToken token = line.next();
    while (token.kind != ArffToken::Kind::close) {
      check_value(token);
      std::size_t index = 0;
      const char* const end = token.text.data() + token.text.size();
      const auto [stop, problem] = std::from_chars(token.text.data(), end, index);
      if (stop != end || problem != std::errc{} || index >= attributes_.size() || index < next) {
        fail_at(lines_, token.column,
                fmt::format("{} is no index of a sparse row: they count from 0 to {} and rise", quoted(token.text),
                            attributes_.size() - 1));
      }
      while (next < index) add_left_out(next++);
      const ArffToken value = line.next();
      if (value.kind == ArffToken::Kind::end || value.kind == ArffToken::Kind::comma ||
          value.kind == ArffToken::Kind::close) {
        fail_at(lines_, value.column, "the index has no value");
      }
      check_value(value);
      check_declared(value, next);
      start_cell(next++);
      append_csv_cell(value.text, value.quoted, text_);
      token = line.next();
      if (token.kind == ArffToken::Kind::comma) token = line.next();
      if (token.kind == ArffToken::Kind::end) fail_at(lines_, token.column, "the sparse row is not closed by }");
    }
    while (next < attributes_.size()) add_left_out(next++);
    const ArffToken behind = line.next();
    if (behind.kind != ArffToken::Kind::end) {
      fail_at(lines_, behind.column, "text behind the sparse row; weights of rows are not read");
    }
  }

  void start_cell(std::size_t index) {
    if (index > 0) text_ += ',';
  }

  void add_left_out(std::size_t index) {
    using Kind = ArffAttribute::Kind;
    start_cell(index);
    const ArffAttribute& attribute = attributes_[index];
    if (attribute.kind == Kind::nominal) {
      append_csv_cell(attribute.values.front(), true, text_);
    } else {
      text_ += attribute.kind == Kind::string || attribute.kind == Kind::date ? '?' : '0';
    }
  }

  LineReader lines_;
  std::size_t chunk_bytes_;
  std::vector<ArffAttribute> attributes_;
  std::vector<std::unordered_set<std::string>> declared_;  // values of each attribute
  std::string text_;
  std::size_t start_ = 0;  // of the text that is ready
  bool ended_ = false;
  std::optional<Error> problem_;
};

}  // namespace

bool starts_like_arff(Input& input) {
  constexpr std::string_view keyword = "@relation";
  constexpr std::size_t most_bytes = std::size_t{1} << 16;
  if (!input.starts_with("@") && !input.starts_with("%")) return false;
  std::string_view text = input.peek(most_bytes);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    if (!line.empty() && line.front() != '%') {
      return line.size() > keyword.size() && ascii_lower(line.substr(0, keyword.size())) == keyword;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

ArffTable read_arff(Input input, const ArffOptions& options) {
  std::string name = input.name();
  const auto rows = std::make_shared<ArffConversion>(std::move(input), options);
  ArffHeader header = rows->read_header(options.header_bytes);
  return {std::move(header.relation), std::move(header.attributes),
          Input(
              std::move(name), [rows](char* to, std::size_t size) { return rows->read(to, size); },
              [rows] { return rows->would_wait(); })};
}

}  // namespace suffice
