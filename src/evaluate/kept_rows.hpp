// Kept rows: copies of rows of tables of any mix of columns, replaced one by one, and a view of all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema/binding.hpp"
#include "encode/encoder.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Each column of a schema is kept once, as it is read before it is encoded: as numbers where some block has it so,
/// else as a category, else as text. Numbers are kept as the first table has them, dense or sparse. Categories are kept
/// as texts, so that values of rows that are gone leave nothing behind.
class KeptRows {
 public:
  explicit KeptRows(const Schema& schema);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// Bytes that all rows take, those of the view included.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Bytes that each row of a table would take. Error (bad_data) unless the table is one of the schema, and codes of
  /// categories and indices of sparse numbers are those of values and columns that there are.
  [[nodiscard]] std::vector<std::size_t> bytes_of(const Table& table);

  /// Puts row i of a table at a place: one that is taken, or the one after the last. `bytes` is what bytes_of() says of
  /// the row.
  void put(std::size_t place, const Table& table, std::size_t i, std::size_t bytes);
  /// The last row takes the place of this one.
  void drop(std::size_t place);
  /// A table of the schema. Holds until the rows change, or until the next call.
  [[nodiscard]] Table view(std::span<const double> weights);

 private:
  struct KeptColumn {
    std::uint32_t block = 0;  ///< the one that it is kept for
    std::uint32_t feature = 0;
    std::uint32_t slot = 0;  ///< among the dense columns, or among the categories and texts
    CellForm form = CellForm::number;
    bool is_sparse = false;  ///< of numbers

    [[nodiscard]] bool is_dense() const { return form == CellForm::number && !is_sparse; }
  };
  /// One kept row without its dense numbers, which lie together with those of the others.
  struct Row {
    std::vector<double> values = {};  ///< sparse numbers
    /// The columns of these, ascending; then the end of each category and text in `text`, 2³²−1 of one that is missing.
    std::vector<std::uint32_t> indices = {};
    std::string text = {};
    std::size_t bytes = 0;
  };
  /// What views of the categories or documents of a column point to.
  struct TextsOfColumn {
    std::vector<std::uint32_t> codes = {};
    std::vector<std::string> dictionary = {};
    std::vector<std::string_view> documents = {};
  };
  /// What a view of sparse numbers, of neighbouring columns, points to.
  struct SparseRun {
    std::vector<double> values = {};
    std::vector<std::uint64_t> offsets = {};
    std::vector<std::uint32_t> indices = {};
  };

  /// Whether some column is kept for the block.
  [[nodiscard]] bool is_kept(std::size_t block) const { return kept_[block] > 0; }
  void choose_blocks();
  void add_number_bytes(const Table& table, std::size_t block, std::vector<std::size_t>& bytes);
  void find_sparse(const std::vector<BlockRows>& rows);
  void put_numbers(std::size_t block, const BlockRows& rows, std::size_t place, Row& row);
  [[nodiscard]] std::vector<TextsOfColumn> texts_of_columns() const;
  [[nodiscard]] SparseRun sparse_run(std::size_t first, std::size_t last) const;

  Schema schema_;
  Encoder encoder_;
  std::vector<KeptColumn> columns_;
  std::vector<std::vector<std::uint32_t>> column_of_;  // of each feature of a block that columns are kept for
  std::vector<std::size_t> kept_;                      // how many columns are kept for each block
  std::vector<std::size_t> text_columns_;              // those that are categories or text
  std::vector<EncodeBuffer> buffers_;                  // one for each block
  std::size_t dense_ = 0;                              // how many columns are dense
  std::vector<Row> rows_;
  std::size_t bytes_ = 0;
  std::vector<double> values_;  // of dense columns, row-major
  std::vector<TextsOfColumn> viewed_texts_;
  std::vector<SparseRun> viewed_runs_;
};

}  // namespace suffice
