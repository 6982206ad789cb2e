#include "data/formats/category_codes.hpp"

#include <fmt/format.h>

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
    names_[j].clear();
  }
}

std::string CategoryCodes::add(std::size_t j, std::string_view cell, std::uint32_t& code) {
  code = missing_category;
  if (missing_.contains(cell)) return {};
  std::string problem = category_problem(cell);
  if (!problem.empty()) return problem;
  code = columns_[j].table.add(names_[j], cell);
  columns_[j].bytes += cell.size();
  return {};
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
