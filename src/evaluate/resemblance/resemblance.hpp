// Resemblance: how far rows and draws are from each other, column by column and in their correlations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "evaluate/resemblance/checked_rows.hpp"

namespace suffice {

struct ColumnDistance {
  double mean = 0;   ///< over the groups, by their rows
  double worst = 0;  ///< the distance of the group where √rows · distance is largest
  std::size_t worst_group = 0;
};
/// For each column of the rows, against the same of draws in as many groups.
std::vector<ColumnDistance> column_distances(const CheckedRows& rows, const CheckedRows& draws);

/// A number that a column enters correlations by: itself, or the indicator of one of its values.
struct CorrelationScore {
  std::size_t column = 0;
  std::string value = {};  ///< of categories
};
/// The numbers, and of categories the most common value, at most so many, spread over the columns; terms have none.
std::vector<CorrelationScore> correlation_scores(const CheckedRows& rows, std::size_t most);
/// Correlations within the groups, of the rows that have both values: p × p, row-major; NaN where one never varies.
std::vector<double> correlations_within(const CheckedRows& rows, std::span<const CorrelationScore> scores);
/// max |r − s| over the entries that both have; 0 where there is none.
double largest_difference(std::span<const double> a, std::span<const double> b);

}  // namespace suffice
