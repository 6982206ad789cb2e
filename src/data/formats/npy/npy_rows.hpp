// NpyRows: the rows of an npy array, with labels from a second one or from a column, become typed rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/formats/label_codes.hpp"
#include "data/formats/npy/npy_array.hpp"
#include "data/formats/row_block.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// What Source does, for any Input and any size of chunks.
class NpyRows {
 public:
  NpyRows(Input input, std::optional<Input> labels, const ReadOptions& options,
          std::size_t chunk_bytes = Window::usual_chunk_bytes);

  void bind(const Schema& schema);
  bool next(RowBlock& block);
  [[nodiscard]] bool would_wait();

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::string>& label_names() const { return labels_.names(); }
  [[nodiscard]] const Binding& binding() const { return binding_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return numbers_.bytes_read(); }

 private:
  void check_label_array() const;
  NpyArray::Step find_rows(bool may_wait);
  void add_rows(RowBlock& block);
  template <typename Number>
  void add_found_rows(RowBlock& block, std::vector<Number>& numbers, std::size_t count);
  template <typename Number>
  void convert_rows(std::size_t count, Number* out) const;
  template <typename Number>
  RowEnd end_row(std::size_t i, const Number* values);
  std::optional<Error> bad_feature(std::size_t i, std::size_t j, double value) const;
  std::optional<Error> read_weight(std::size_t i, double& weight) const;
  std::optional<Error> read_label(std::size_t i, std::uint32_t& code);
  [[nodiscard]] const char* element(std::size_t i, std::size_t column) const;
  [[nodiscard]] std::string where(std::size_t i, std::size_t column) const;
  [[nodiscard]] bool is_float() const;

  ReadOptions options_;
  NpyArray numbers_;
  std::optional<NpyArray> label_array_;
  std::vector<std::string> columns_;
  Binding binding_;
  bool refuses_negative_ = false;  // in some column
  bool side_by_side_ = true;       // the features are neighbours in the file, in its order
  LabelCodes labels_;
  std::optional<Error> failure_;
};

}  // namespace suffice
