// Column sample: the columns of a sample of rows, as `auto` looks at them.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "encode/sampled_knots.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Rows of positive weight. A column is asked for by its name, and is one of the schema's numbers or categories.
class ColumnSample {
 public:
  ColumnSample(const Schema& schema, const Table& rows, const Labels& labels);

  [[nodiscard]] std::size_t rows() const { return classes_.size(); }
  /// The numbers that are there.
  [[nodiscard]] std::vector<double> numbers(const std::string& column) const;
  /// The same with their weights.
  [[nodiscard]] RankedNumbers ranked(const std::string& column) const;
  /// The values that are there, in byte order.
  [[nodiscard]] const std::vector<std::string>& values(const std::string& column) const;
  /// Those that at least so many rows have, in byte order; a row of weight 2 counts as two.
  [[nodiscard]] std::vector<std::string> common_values(const std::string& column, std::size_t rows) const;
  /// How many rows have none; a row of weight 2 counts as two.
  [[nodiscard]] double missing_rows(const std::string& column) const { return of(column).missing; }
  [[nodiscard]] bool has_missing(const std::string& column) const;
  /// The weighted mean of the numbers that are there; 0 where there is none.
  [[nodiscard]] double mean(const std::string& column) const;
  /// Whether its numbers are constant within each class but for a few rows, and not over all rows: some folds would
  /// have no variance.
  [[nodiscard]] bool separates(const std::string& column) const;
  /// Whether it says the class and nothing else: one number or value for all rows of a class, none missing, and not
  /// one for all rows.
  [[nodiscard]] bool repeats_label(const std::string& column) const { return of(column).repeats_label; }
  /// Whether so few rows have another number than the commonest that some folds would have next to no variance.
  [[nodiscard]] bool is_nearly_constant(const std::string& column) const;
  /// How many rows are of classes that have a number in one row at most, others missing, so that such a class has no
  /// mean, or none in some fold.
  [[nodiscard]] std::size_t rows_without_mean(const std::string& column) const;
  /// How many sets of columns are missing together in some row, none missing being one.
  [[nodiscard]] std::size_t patterns(std::span<const std::string> columns) const;

 private:
  struct SampledColumn {
    std::vector<double> numbers = {};  // NaN: missing
    std::vector<std::string> values = {};
    std::vector<double> counts = {};  // of the values
    double missing = 0;
    bool repeats_label = false;
  };

  [[nodiscard]] const SampledColumn& of(const std::string& column) const { return columns_.at(column); }

  std::map<std::string, SampledColumn, std::less<>> columns_;
  std::vector<std::uint32_t> classes_;
  std::vector<double> weights_;  // of the rows; empty: each weighs 1
};

/// The indicators of a column of categories: of the values that at least so many rows have, and of a missing value as
/// of any other. No values where fewer than two are told apart.
Indicators indicators_of(const ColumnSample& sample, const std::string& column, std::size_t least_rows);

}  // namespace suffice
