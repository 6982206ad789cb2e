#include "data/formats/svmlight_columns.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "data/schema/names.hpp"

namespace suffice {
namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool is_zero(std::string_view index) {
  return !index.empty() && index.find_first_not_of('0') == std::string_view::npos;
}

// As a number of at least 0 is written, and no missing value.
bool begins_an_amount(std::string_view value) {
  if (value.starts_with('+')) value.remove_prefix(1);
  return !value.empty() && ((value[0] >= '0' && value[0] <= '9') || value[0] == '.');
}

}  // namespace

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

std::string_view take_word(std::string_view& text) {
  const auto start = std::find_if_not(text.begin(), text.end(), is_blank);
  const auto stop = std::find_if(start, text.end(), is_blank);
  text = {stop, text.end()};
  return {start, stop};
}

bool is_pair(std::string_view word) { return word.find(':') != std::string_view::npos; }

bool spells_zero(std::string_view text) {
  const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
  return mantissa.find('0') != std::string_view::npos && mantissa.find_first_not_of("+-.0") == std::string_view::npos;
}

std::string not_a_pair(std::string_view word) {
  return fmt::format(
      "{} is not index:value: {}", quoted(word),
      is_zero(word.substr(0, word.find(':'))) ? "indices start at 1; add 1 to each" : "correct it, or remove the row");
}

SvmlightIndices find_indices(LineReader& lines, std::size_t most) {
  SvmlightIndices found;
  while (lines.next(true) == LineReader::Step::line) {
    std::string_view text = without_comment(lines.line());
    const std::string_view first = take_word(text);
    found.numbers.rows += first.empty() ? 0U : 1U;
    if (found.first_row.empty() && !first.empty()) found.first_row = lines.where();
    for (auto word = is_pair(first) ? first : take_word(text); !word.empty(); word = take_word(text)) {
      const std::string_view name = word.substr(0, word.find(':'));
      const std::size_t index = is_pair(word) ? column_number(name).value_or(0) : 0;
      const std::string_view value = index == 0 ? std::string_view() : word.substr(name.size() + 1);
      if (index > found.largest && index <= most) {
        found.largest = spells_zero(value) ? std::max<std::size_t>(found.largest, 1) : index;
      }
      found.numbers.stored += index == 0 ? 0U : 1U;
      found.numbers.are_amounts = found.numbers.are_amounts && (index == 0 || begins_an_amount(value));
      if (index == 0 && name != "qid" && !found.problem) {
        found.problem.emplace(ErrorCode::bad_data, not_a_pair(word), lines.where(word));
      }
    }
  }
  return found;
}

void check_columns(const SvmlightIndices& found, std::size_t most, const std::string& file) {
  if (found.largest > 0) return;
  if (found.problem) throw *found.problem;
  if (found.first_row.empty()) {
    throw Error(ErrorCode::bad_data, "is empty: each line must be a row, label index:value …", file);
  }
  throw Error(ErrorCode::bad_data,
              fmt::format("no row has an index from 1 to {}: write each row as label index:value …", most),
              found.first_row);
}

}  // namespace suffice
