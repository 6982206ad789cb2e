// RowReader: the records of a CSV input become typed rows, their columns bound by name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "data/csv_reader.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// What Source does, for any Input and any size of chunks.
class RowReader {
 public:
  RowReader(Input input, const ReadOptions& options, std::size_t chunk_bytes = CsvOptions{}.chunk_bytes);

  void bind(const Schema& schema);
  bool next(RowBlock& block);
  [[nodiscard]] bool would_wait();

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::string>& label_names() const { return label_names_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return csv_.input().bytes_read(); }

 private:
  void read_header();
  void add_rows(RowBlock& block);
  void add_row(RowBlock& block);
  std::optional<Error> read_row(double* values, double& weight, std::uint32_t& code);
  [[nodiscard]] Error bad_width() const;
  [[nodiscard]] Error bad_feature(std::size_t column) const;
  [[nodiscard]] std::optional<Error> bad_label(std::size_t column) const;
  std::uint32_t label_code(std::size_t column);
  void keep_cells(RowBlock& block) const;
  [[nodiscard]] std::size_t block_rows() const;
  [[nodiscard]] bool reads_labels() const { return target_.has_value(); }
  [[nodiscard]] bool reads_weights() const { return weight_.has_value(); }

  ReadOptions options_;
  CsvReader csv_;
  std::vector<std::string> columns_;

  std::vector<std::size_t> features_;  // positions in columns_
  std::optional<std::size_t> target_;
  std::optional<std::size_t> weight_;

  std::vector<std::string> label_names_;
  std::map<std::string, std::uint32_t, std::less<>> label_codes_;
  std::optional<Error> failure_;
};

}  // namespace suffice
