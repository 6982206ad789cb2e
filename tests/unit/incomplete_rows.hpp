// Incomplete rows: the rows of a table with some values missing, and their sums worked out by plain arithmetic.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "suffice/summary.hpp"
#include "support/table.hpp"
#include "unit/plain_patterns.hpp"

namespace suffice {

/// NaN in about that share of the cells; the first two rows of each class keep theirs.
inline TestTable with_missing(TestTable table, double share, std::uint32_t seed = 1) {
  std::mt19937 bits(seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<std::size_t> seen(table.names.size());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const bool kept = seen[table.codes[i]]++ < 2;
    for (std::size_t j = 0; j < table.columns; ++j) {
      if (uniform(bits) < share && !kept) {
        table.values[i * table.columns + j] = std::nan("");
      }
    }
  }
  return table;
}

/// By patterns for the kinds pooled and full, with weights for each column for the others.
inline Summary incomplete_sums(const TestTable& table, MomentKind kind) {
  std::vector<std::vector<double>> rows;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const auto first = table.values.begin() + static_cast<std::ptrdiff_t>(i * table.columns);
    rows.emplace_back(first, first + static_cast<std::ptrdiff_t>(table.columns));
    labels.push_back(table.names[table.codes[i]]);
  }
  return plain_patterns(rows, labels, table.weights, kind);
}

}  // namespace suffice
