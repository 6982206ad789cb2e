// Checked rows: the rows of a table column by column, as distances and correlations take them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suffice/schema.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// A feature of a block, or all features of a block of terms.
struct CheckedColumn {
  std::string name;
  Kind kind = Kind::measurements;
  std::size_t place = 0;                  ///< of the feature among those of all blocks
  std::vector<double> numbers = {};       ///< of numbers, one a row; NaN: missing
  std::vector<std::uint32_t> codes = {};  ///< of categories and bins, one a row, into `values`, or missing_category
  std::vector<std::string> values = {};
  TermCounts terms = {};          ///< of text and counts, for each group
  bool counts_documents = false;  ///< a term counts once in a row
};

/// Rows in groups that are compared apart: those of each class.
struct CheckedRows {
  std::vector<CheckedColumn> columns;
  std::vector<std::vector<std::size_t>> groups;  ///< the rows of each

  [[nodiscard]] std::size_t rows() const;
};

/// How the readings of a model, one for each block of a schema, count terms: 1 where each counts once in a row.
using CountsOnce = std::vector<std::uint8_t>;

/// `group_of_rows` has the group of each row, of `groups` there are. Values that are missing are so whatever the schema
/// fills in for them. The table has columns_of(schema). Errors as those of Encoder.
CheckedRows checked_rows(const Schema& schema, const Table& table, std::span<const std::uint32_t> group_of_rows,
                         std::size_t groups, const CountsOnce& counts_once);

/// The counts of the terms of two sums that either has, in one group, term by term, and where they are named.
struct SharedTerms {
  std::vector<std::string> names = {};
  std::vector<double> first = {};
  std::vector<double> second = {};
};
/// The terms of all groups, or of one. Names only where they are `named`.
SharedTerms shared_terms(const CheckedColumn& a, const CheckedColumn& b, std::size_t group, bool named = false);
inline constexpr std::size_t every_group = SIZE_MAX;

}  // namespace suffice
