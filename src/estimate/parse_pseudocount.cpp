// The spelling of pseudocounts: a number, or a table of rules.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "data/bytes/number.hpp"
#include "data/formats/csv/csv_reader.hpp"
#include "data/schema/names.hpp"
#include "estimate/pseudocounts.hpp"
#include "suffice/error.hpp"
#include "suffice/options.hpp"

namespace suffice {

namespace {

const std::vector<std::string>& rule_columns() {
  static const std::vector<std::string> names{"label", "feature", "value", "pseudocount"};
  return names;
}

std::optional<double> read_count(std::string_view text) {
  const Number number = parse_number(text);
  return number.kind == NumberKind::finite && is_pseudocount(number.value) ? std::optional(number.value) : std::nullopt;
}

Input text_input(const std::string& text) {
  return {"pseudocounts", [&text, done = std::size_t{0}](char* to, std::size_t size) mutable {
            const std::size_t count = std::min(size, text.size() - done);
            std::memcpy(to, text.data() + done, count);
            done += count;
            return count;
          }};
}

// For each cell of the header the number of its column.
std::vector<std::size_t> read_header(const CsvReader& reader) {
  std::vector<std::size_t> columns;
  for (const std::string_view cell : reader.cells()) {
    const auto place = std::ranges::find(rule_columns(), trim_blanks(cell)) - rule_columns().begin();
    const auto column = static_cast<std::size_t>(place);
    if (column == rule_columns().size() || std::ranges::find(columns, column) != columns.end()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} is not, or not only once, one of the columns label, feature, value and pseudocount",
                              quoted(cell)),
                  reader.where());
    }
    columns.push_back(column);
  }
  if (std::ranges::find(columns, rule_columns().size() - 1) == columns.end()) {
    throw Error(ErrorCode::usage, "a table of pseudocounts needs a column 'pseudocount'", reader.where());
  }
  return columns;
}

PseudocountRule read_rule(const CsvReader& reader, std::span<const std::size_t> columns) {
  if (reader.cells().size() != columns.size()) {
    throw Error(ErrorCode::usage,
                fmt::format("{} cells where the header has {}", reader.cells().size(), columns.size()), reader.where());
  }
  PseudocountRule rule;
  const std::array<std::string*, 3> texts{&rule.label, &rule.feature, &rule.value};
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::string_view cell = reader.cells()[k];
    if (columns[k] < texts.size()) {
      *texts[columns[k]] = cell;
    } else if (const auto count = read_count(cell)) {
      rule.count = *count;
    } else {
      throw Error(ErrorCode::usage, fmt::format("the pseudocount {} is not a number from 0 to 1e100", quoted(cell)),
                  reader.where(k));
    }
  }
  return rule;
}

}  // namespace

Pseudocount parse_pseudocount(const std::string& text) {
  if (const auto count = read_count(text)) {
    return {.all = count, .rules = {}};
  }
  if (text.find("pseudocount") == std::string::npos) {
    throw Error(
        ErrorCode::usage,
        fmt::format("cannot read {} as a pseudocount: give a number from 0 to 1e100, or a table with the columns "
                    "label, feature, value and pseudocount",
                    quoted(text)));
  }
  CsvReader reader(text_input(text), {});
  if (reader.next(true) == CsvReader::Step::end) {
    throw Error(ErrorCode::usage, "the table of pseudocounts is empty");
  }
  const std::vector<std::size_t> columns = read_header(reader);
  Pseudocount result;
  while (reader.next(true) != CsvReader::Step::end) {
    PseudocountRule rule = read_rule(reader, columns);
    if (rule.label.empty() && rule.feature.empty() && rule.value.empty()) {
      if (result.all) {
        throw Error(ErrorCode::usage, "a second pseudocount for all: leave out one of them", reader.where());
      }
      result.all = rule.count;
    } else {
      result.rules.push_back(std::move(rule));
    }
  }
  if (result == Pseudocount{}) {
    throw Error(ErrorCode::usage, "the table of pseudocounts has no row");
  }
  return result;
}

}  // namespace suffice
