#include "fit/two_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "encode/block_rows.hpp"
#include "suffice/error.hpp"

namespace suffice {

TwoValues::TwoValues(const Schema& schema, std::span<const std::string> columns) : encoder_(schema) {
  for (std::size_t block = 0; block < schema.blocks.size(); ++block) {
    const std::vector<std::string>& features = schema.blocks[block].features;
    for (std::size_t j = 0; schema.blocks[block].kind == Kind::categories && j < features.size(); ++j) {
      if (std::ranges::find(columns, features[j]) != columns.end()) {
        columns_.push_back({block, j, features[j]});
      }
    }
  }
}

void TwoValues::check(const Table& rows) {
  if (columns_.empty()) {
    return;
  }
  encoder_.check(rows);
  for (Column& column : columns_) {
    check(std::get<CategoryBatch>(encoder_.rows(rows, column.block, buffer_)), column);
  }
}

void TwoValues::check(const CategoryBatch& rows, Column& column) const {
  const Texts& names = rows.values[column.feature];
  std::vector<std::uint8_t> is_known(names.size());  // of each code
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::uint32_t code = rows.codes[i * rows.columns + column.feature];
    if (code >= names.size() || is_known[code] != 0 || !(rows.weight(i) > 0)) {
      continue;
    }
    is_known[code] = 1;
    const std::string_view value = names[code];
    if (std::ranges::find(column.values, value) != column.values.end()) {
      continue;
    }
    if (column.values.size() == 2) {
      throw Error(
          ErrorCode::bad_data,
          fmt::format("{} in column {} is a third value, after {}, where bernoulli has two; correct it, or make "
                      "the column categorical",
                      quoted(value), quoted(column.name), list_names(column.values)),
          fmt::format("row {}", i), {{"column", {column.name + "=categorical"}}, {"drop", {column.name}}});
    }
    column.values.emplace_back(value);
  }
}

}  // namespace suffice
