// CsvRows: the records of a CSV input become typed rows, their columns bound by name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/bytes/text_arena.hpp"
#include "data/formats/category_codes.hpp"
#include "data/formats/csv_reader.hpp"
#include "data/formats/label_codes.hpp"
#include "data/formats/row_block.hpp"
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
  [[nodiscard]] const Binding& binding() const { return binding_; }
  /// For each column of categories the values met.
  [[nodiscard]] std::span<const std::vector<std::string>> value_names() const { return categories_.names(); }
  [[nodiscard]] std::uint64_t bytes_read() const { return csv_.input().bytes_read(); }

 private:
  void read_header();
  void add_rows(RowBlock& block);
  RowEnd read_row(double* numbers, std::uint32_t* categories);
  std::optional<Error> read_numbers(double* numbers);
  std::optional<Error> read_categories(std::uint32_t* codes);
  std::optional<Error> read_weight(std::size_t column, double& weight) const;
  std::optional<Error> read_label(std::size_t column, std::uint32_t& code);
  [[nodiscard]] Error bad_width() const;
  Error bad_number(std::size_t column);
  Error not_a_number(std::size_t column);
  [[nodiscard]] std::vector<std::string> find_text(std::size_t first);
  void keep_cells(RowBlock& block) const;

  ReadOptions options_;
  CsvReader csv_;
  std::vector<std::string> columns_;
  Binding binding_;
  LabelCodes labels_;
  CategoryCodes categories_;
  TextArena documents_;
  std::optional<Error> failure_;
};

}  // namespace suffice
