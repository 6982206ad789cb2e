#include "data/formats/category_codes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "data/bytes/utf8.hpp"
#include "data/formats/label_codes.hpp"
#include "data/schema/names.hpp"
#include "suffice/source.hpp"
#include "suffice/table.hpp"

namespace suffice {

void CategoryCodes::start_block() {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (names_[j].size() <= most_kept_values && columns_[j].bytes <= most_kept_bytes) continue;
    columns_[j].table.clear();
    columns_[j].bytes = 0;
    columns_[j].written.clear();
    names_[j].clear();
  }
}

std::string CategoryCodes::add(std::size_t j, std::string_view cell, std::uint32_t& code) {
  code = missing_category;
  if (missing_.contains(cell)) return {};
  std::string problem = category_problem(cell);
  if (!problem.empty()) return problem;
  Column& column = columns_[j];
  code = column.table.add(column.written, cell);
  names_[j].push_back(known_name(j, column.written.back()));
  column.bytes += cell.size();
  return {};
}

/// What a value that is written so is called.
std::string CategoryCodes::known_name(std::size_t j, const std::string& cell) {
  constexpr std::size_t most = 5;
  Column& column = columns_[j];
  if (column.known.empty()) return cell;
  Strangers& strangers = column.strangers;
  const std::string* const known = column.known.find(cell);
  if (known == nullptr) {
    const bool is_new = std::ranges::find(strangers.unknown, cell) == strangers.unknown.end();
    if (is_new && strangers.unknown.size() < most) strangers.unknown.push_back(cell);
    return cell;
  }
  if (*known == cell || composed(*known) == composed(cell)) return *known;  // no difference that can be seen
  const bool is_new = std::ranges::find(strangers.respelled, cell, &Respelled::written) == strangers.respelled.end();
  if (is_new && strangers.respelled.size() < most) strangers.respelled.push_back({cell, *known});
  return *known;
}

std::string category_problem(std::string_view cell) {
  if (!is_utf8(cell)) return fmt::format("the value {} is not UTF-8: {}", quoted(cell), how_to_convert);
  if (cell.size() > most_name_bytes) {
    return fmt::format(
        "a value of {} bytes ({} is the most): is it text, not the name of a value? Leave out the column", cell.size(),
        most_name_bytes);
  }
  return {};
}

}  // namespace suffice
