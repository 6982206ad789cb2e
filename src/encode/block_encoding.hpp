// Block encoding: how the columns of a block enter it, made ready for many rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encode/block_rows.hpp"
#include "encode/column_pieces.hpp"
#include "encode/encoder.hpp"
#include "encode/normal_score.hpp"
#include "math/kernels/sorted_lookup.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// Of a block that has_encodings(). Pieces are those of columns_of(block).
class BlockEncoding {
 public:
  explicit BlockEncoding(const Block& block);

  /// Rows first, …, first + count − 1, without weights, in the buffer: a row-major Batch of double, or codes. Bins have
  /// their dictionary here, others in buffer.made. Error (bad_data) where a code of an indicator's column is not in its
  /// dictionary.
  BlockRows rows(std::span<const ColumnPiece> pieces, std::size_t first, std::size_t count, EncodeBuffer& buffer) const;

 private:
  /// What becomes of feature j, which is a column.
  struct Feature {
    ScoreTable score;
    double fill;
    SortedLookup edges;
    std::vector<std::string> bins;  ///< their names, and of a missing value
    bool missing_is_value = false;
  };
  struct IndicatorColumn {
    std::size_t column = 0;                                    ///< among columns_of(block)
    std::map<std::string, std::uint32_t, std::less<>> places;  ///< of all values; those without an indicator are last
    std::uint32_t indicators = 0;
  };

  Batch numbers(std::span<const ColumnPiece> pieces, std::size_t first, std::size_t count, EncodeBuffer& buffer) const;
  CategoryBatch codes(std::span<const ColumnPiece> pieces, std::size_t first, std::size_t count,
                      EncodeBuffer& buffer) const;

  Kind kind_;
  std::size_t columns_;
  std::size_t features_;            // indicators included
  std::vector<Feature> of_column_;  // features that are columns
  std::vector<IndicatorColumn> indicators_;
};

}  // namespace suffice
