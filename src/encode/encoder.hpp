// Encoder: a table's columns become the rows of each block, without a copy where they lie as the block wants them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema/binding.hpp"
#include "data/schema/name_table.hpp"
#include "encode/block_rows.hpp"
#include "encode/column_pieces.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Room for the rows of one block, where they have to be written out. Reused from chunk to chunk; one for each thread
/// and block.
struct EncodeBuffer {
  std::vector<double> values;
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> indices;
  std::vector<std::uint32_t> codes;
  std::vector<Texts> dictionaries;
  std::vector<std::vector<std::string>> made;  ///< dictionaries that the table does not have: of numbers and documents
  std::vector<std::vector<std::uint32_t>> made_codes;  ///< of their columns
  std::optional<NameTable> names;                      ///< to make them with
  std::vector<std::string> number_keys;                ///< the numbers of one of them, by their bytes
  std::vector<std::string_view> documents;
  unsigned threads = 1;                       ///< that encode the rows of a block
  std::vector<std::uint8_t> with_log_slopes;  ///< asked for: 1 for the features of a block whose log slopes are summed
  std::vector<double> log_slopes;             ///< then of each row, the sum of log dz/dx over these features
  std::uint64_t unknown_values = 0;           ///< added up: values that indicators do not know
};

class BlockEncoding;

/// How many columns there are up to the end of each column of a table, which may be a matrix. Made once for calls about
/// many blocks; each makes its own where it is given none.
using ColumnEnds = std::vector<std::size_t>;
ColumnEnds column_ends(const Table& table);

/// Which columns of a table each block takes, found once. Blocks of numbers and bins take columns of numbers;
/// categories and indicators take columns of categories, of text (each document is a value) and of numbers (by their
/// shortest text, NaN missing); text takes columns of text and of categories.
class Encoder {
 public:
  /// Cost O(columns); O(1) for one block of many.
  explicit Encoder(const Schema& schema);

  /// Error (bad_data) unless the table has the columns of the schema, of types that its blocks take, as many weights as
  /// rows or none, and as many rows in every column as far as that can be seen. Sparse numbers that have to be written
  /// out have offsets and indices that ascend within what they index.
  void check(const Table& table) const;
  /// Whether columns enter a block other than as they are; then its rows are always written out.
  [[nodiscard]] bool is_encoded(std::size_t block) const { return plans_[block].encoding != nullptr; }
  /// Whether rows of a block need not be written out.
  [[nodiscard]] bool is_view(const Table& table, std::size_t block) const {
    return is_view(table, block, column_ends(table));
  }
  [[nodiscard]] bool is_view(const Table& table, std::size_t block, const ColumnEnds& ends) const;
  /// The rows first, …, first + count − 1 of a block of a table that was checked, in memory of the table or of the
  /// buffer, with their weights. Cost O(columns) where is_view(), else O(count · columns); O(1) where the block is one
  /// matrix of the table. A dictionary is the table's own or that of bins, or lies in buffer.made at its feature.
  /// Error (bad_data) where text or indicators are taken from categories and a code is not in their dictionary.
  [[nodiscard]] BlockRows rows(const Table& table, std::size_t block, std::size_t first, std::size_t count,
                               EncodeBuffer& buffer, const ColumnEnds& ends) const;
  [[nodiscard]] BlockRows rows(const Table& table, std::size_t block, std::size_t first, std::size_t count,
                               EncodeBuffer& buffer) const {
    return rows(table, block, first, count, buffer, column_ends(table));
  }
  [[nodiscard]] BlockRows rows(const Table& table, std::size_t block, EncodeBuffer& buffer) const {
    return rows(table, block, 0, table.rows, buffer);
  }
  /// What each column of a block, numbered as in columns_of(block), holds in row i of a table that was checked: the
  /// text of its number or category; empty where it is missing.
  [[nodiscard]] std::vector<std::string> cell_texts(const Table& table, std::size_t block, std::size_t i) const;
  [[nodiscard]] std::size_t blocks() const { return plans_.size(); }

 private:
  /// Columns of a block that are neighbours among those of the table too.
  struct Run {
    std::size_t feature;  // the first one
    std::size_t place;    // of its column
    std::size_t count;
  };
  struct Plan {  // of a block
    Kind kind;
    std::size_t features;
    std::vector<Run> runs;
    std::vector<CellForm> forms = {};  // of its columns, where it is encoded
    std::shared_ptr<const BlockEncoding> encoding = {};
  };

  static void encode(const Block& block, Plan& plan);
  static std::vector<ColumnPiece> pieces_of(const Plan& plan, const Table& table, const ColumnEnds& ends);
  void check_piece(const Plan& plan, const ColumnPiece& piece) const;
  [[nodiscard]] std::string name_of(std::size_t place) const;

  std::size_t columns_ = 0;  // of a table
  std::vector<Plan> plans_;
  std::vector<std::string> names_;  // of the columns, for messages; none where they are many
};

}  // namespace suffice
