// SvmlightRows: lines of `label index:value …` become typed rows, their columns called label, 1, 2, 3 …
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/bytes/line_reader.hpp"
#include "data/formats/label_codes.hpp"
#include "data/formats/row_block.hpp"
#include "data/formats/svmlight_columns.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

struct SvmlightOptions {
  std::size_t chunk_bytes = LineOptions{}.chunk_bytes;
  std::size_t most_columns = most_numbered_columns;  ///< a larger index is an Error
};

/// Whether each whole line among the first bytes that have come is a number and index:value behind it, with ascending
/// indices and some line with several; times of the day, as in 12:05, are none.
bool starts_like_svmlight(Input& input);

/// What Source does, for any Input. How many columns there are is what the bound schema says; when columns() is asked
/// for first, it is the largest index of the input, which is then read twice: through `reopen`, or else through a
/// temporary file. So it is to fit a schema to it.
class SvmlightRows {
 public:
  SvmlightRows(Input input, std::function<Input()> reopen, const ReadOptions& options,
               const SvmlightOptions& limits = {});

  /// What all rows store, found as columns() are.
  [[nodiscard]] const StoredNumbers& stored_numbers();
  /// Whether rows come sparse: they may by what the options say, and always do where all columns are counts.
  [[nodiscard]] bool is_sparse() const { return is_sparse_; }

  [[nodiscard]] Schema fit_columns(const Schema& schema);
  void bind(const Schema& schema);
  bool next(RowBlock& block);
  [[nodiscard]] bool would_wait();

  [[nodiscard]] const std::vector<std::string>& columns();
  [[nodiscard]] const std::vector<std::string>& label_names() const { return labels_.names(); }
  [[nodiscard]] const Binding& binding() const { return binding_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return lines_->input().bytes_read(); }
  [[nodiscard]] std::uint64_t ignored_numbers() const { return ignored_numbers_; }

 private:
  template <typename Check>
  std::size_t look_ahead(Check check);
  SvmlightIndices read_twice();
  void number_columns(std::size_t largest_index);
  LineReader::Step find_row(bool may_wait);
  void add_rows(RowBlock& block);
  void add_dense_row(RowBlock& block);
  void add_sparse_row(RowBlock& block);
  template <typename Put>
  RowEnd read_row(Put put);
  std::optional<Error> read_label(std::string_view text, std::uint32_t& code);
  template <typename Put>
  std::optional<Error> read_feature(std::string_view token, std::size_t& previous, double& weight, Put put);
  [[nodiscard]] std::optional<Error> bad_value(std::string_view text, std::size_t index) const;
  [[nodiscard]] Error error_at(std::string_view part, const std::string& message) const;

  ReadOptions options_;
  SvmlightOptions limits_;
  std::function<Input()> reopen_;
  std::optional<LineReader> lines_;
  bool has_row_ = false;  // the line is a row that next() has not given

  std::vector<std::string> columns_;  // empty: not yet known
  StoredNumbers numbers_;
  bool is_sparse_ = false;
  Binding binding_;
  std::vector<std::uint32_t> place_;                       // of the column in the row of features, or none
  std::vector<std::uint8_t> refuses_negative_;             // of the column: 1 where a number below 0 is bad
  bool in_order_ = true;                                   // the features are in the order of the columns
  std::vector<std::pair<std::uint32_t, double>> entries_;  // of a sparse row, place and value
  std::uint64_t ignored_numbers_ = 0;
  LabelCodes labels_;
  std::optional<Error> failure_;
};

}  // namespace suffice
