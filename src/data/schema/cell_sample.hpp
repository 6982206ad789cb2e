// CellSample: the first rows of a table as text, from which roles are guessed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace suffice {

struct CellSample {
  std::vector<std::string> columns;             ///< names
  std::vector<std::vector<std::string>> cells;  ///< for each column, its cells in the order of the rows
  bool complete = false;                        ///< the table has no other rows
  [[nodiscard]] std::size_t rows() const { return cells.empty() ? 0 : cells.front().size(); }
};

}  // namespace suffice
