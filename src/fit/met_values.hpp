// Met values: the distinct values of categories, and the number of missing values, of each column over all rows, not
// only those of the sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "suffice/fit.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// By column of categories, values in the order in which they were met.
using ValuesByColumn = std::map<std::string, std::vector<std::string>>;

/// Collects the dictionaries of one table after the other, of a column with very many values the first 65,536, and
/// counts missing values.
class MetValues {
 public:
  explicit MetValues(const Schema& schema) : columns_(columns_of(schema)), met_(columns_.size()) {}

  /// A table of columns_of(schema). Where dictionaries only grow, their values are looked at once.
  void add(const Table& rows);
  [[nodiscard]] ValuesByColumn values() const;
  /// Of each column of numbers or categories.
  [[nodiscard]] std::map<std::string, std::uint64_t> missing() const;

 private:
  struct Met {
    bool is_category = false;
    bool is_counted = false;
    std::uint64_t missing = 0;
    std::size_t looked_at = 0;  // of the last dictionary
    std::vector<std::string> values = {};
    std::unordered_set<std::string> known = {};
  };
  void add_values(const CategoryColumn& column, Met& met) const;

  std::vector<std::string> columns_;
  std::vector<Met> met_;
};

/// sample_rows(), and what all rows hold.
RowSample sample_rows(Source& source, const Schema& schema, std::uint64_t seed, const WorkOptions& work,
                      MetValues& met);

/// Values that have no indicator, and are not among those that have none either, are from now on: a row that has one
/// holds 0 in the indicators of its column, where it would have been missing.
void know_values(const ValuesByColumn& values, Schema& schema);

}  // namespace suffice
