// How well a choice of delimiter and quote explains a sample: the best one is the dialect's.
#pragma once

#include <cstddef>
#include <string_view>

#include "data/schema/dialect/dialect_cells.hpp"

namespace suffice {

struct DialectScore {
  double score = 0;       ///< 0: the sample is no table of two or more columns by this choice
  std::size_t width = 1;  ///< cells of most of its records
};

/// After van den Burg, Nazábal and Sutton (Wrangling messy CSV files by detecting row and type patterns, 2019): the
/// share of records that have the table's width, times the share of cells that look like something, times (w − 1) / w
/// for w columns, which prefers more of them. A delimiter inside a cell makes the cell look like nothing, and so does a
/// quote around it. Records that are malformed, and lines that a quoted cell seems to swallow, count against the
/// choice.
DialectScore score_of(const SampleTable& table, char delimiter);

/// The width of most records, weighed by (w − 1) / w; 1 when none has more than one cell.
std::size_t table_width(const SampleTable& table);

}  // namespace suffice
