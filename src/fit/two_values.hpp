// Two values: columns that are said to have two values are held to it while rows are read.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "encode/encoder.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {

class TwoValues {
 public:
  /// `columns` stand in blocks of categories of the schema; others are ignored.
  TwoValues(const Schema& schema, std::span<const std::string> columns);

  /// Error (bad_data) naming row and column where a row of positive weight has a third value, those of earlier calls
  /// counted. Codes that are not in their dictionary are skipped. Cost O(rows) for each column; nothing without
  /// columns.
  void check(const Table& rows);

 private:
  struct Column {
    std::size_t block;
    std::size_t feature;  // of the block
    std::string name;
    std::vector<std::string> values = {};  // met so far
  };

  void check(const CategoryBatch& rows, Column& column) const;

  Encoder encoder_;
  EncodeBuffer buffer_;
  std::vector<Column> columns_;
};

}  // namespace suffice
