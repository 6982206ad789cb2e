// Dropped columns: how many a schema names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "suffice/schema.hpp"

namespace suffice {

/// Lists are held in memory several times while a model is read.
inline constexpr std::size_t most_dropped_columns = 100'000;

/// In byte order, each once, and no more than may be.
inline std::vector<DroppedColumn> listed_columns(std::vector<DroppedColumn> columns) {
  std::ranges::sort(columns, {}, &DroppedColumn::column);
  const auto again = std::ranges::unique(columns, {}, &DroppedColumn::column);
  columns.erase(again.begin(), again.end());
  if (columns.size() > most_dropped_columns) columns.resize(most_dropped_columns);
  return columns;
}

}  // namespace suffice
