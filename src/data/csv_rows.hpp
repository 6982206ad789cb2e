// CsvRows: the records of a CSV input become typed rows, their columns bound by name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/category_codes.hpp"
#include "data/csv_reader.hpp"
#include "data/label_codes.hpp"
#include "data/row_block.hpp"
#include "data/text_arena.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// What Source does, for any Input and any size of chunks.
class CsvRows {
 public:
  CsvRows(Input input, const ReadOptions& options, std::size_t chunk_bytes = CsvOptions{}.chunk_bytes);

  void bind(const Schema& schema);
  bool next(RowBlock& block);
  [[nodiscard]] bool would_wait();

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::string>& label_names() const { return labels_.names(); }
  /// For each feature the values met, where the schema has categories.
  [[nodiscard]] std::span<const std::vector<std::string>> value_names() const { return categories_.names(); }
  [[nodiscard]] std::uint64_t bytes_read() const { return csv_.input().bytes_read(); }

 private:
  void read_header();
  void add_rows(RowBlock& block);
  template <typename Value>
  void add_table_row(RowBlock& block, std::vector<Value>& values);
  void add_document(RowBlock& block);
  template <typename Value>
  RowEnd read_row(Value* values);
  std::optional<Error> read_feature(std::size_t j, double& value) const;
  std::optional<Error> read_feature(std::size_t j, std::uint32_t& code);
  std::optional<Error> read_weight(std::size_t column, double& weight) const;
  std::optional<Error> read_label(std::size_t column, std::uint32_t& code);
  [[nodiscard]] Error bad_width() const;
  [[nodiscard]] Error bad_feature(std::size_t column) const;
  void keep_cells(RowBlock& block) const;

  ReadOptions options_;
  CsvReader csv_;
  std::vector<std::string> columns_;
  Encoding encoding_ = Encoding::numbers;
  Binding binding_;
  LabelCodes labels_;
  CategoryCodes categories_;
  TextArena documents_;
  std::optional<Error> failure_;
};

}  // namespace suffice
