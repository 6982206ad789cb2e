// LineRows: each line of an input is a document, seen where it was read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/bytes/window.hpp"
#include "data/formats/row_block.hpp"
#include "data/schema/binding.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

struct LineRowsOptions {
  std::size_t chunk_bytes = std::size_t{1} << 18;  ///< asked of the input at a time: what a cache holds
  std::size_t first_bytes = std::size_t{1} << 20;  ///< a block ends when so much is held, so that work starts soon
  std::size_t block_bytes = text_block_bytes;      ///< the same later: blocks become twice as large, up to this
};

/// The input's text as UTF-8, from the encoding that is said or else that its first bytes tell; the latter is counted.
/// Waits for the first byte.
Input lines_as_utf8(Input input, const ReadOptions& options, TranscodedFiles& transcoded_files);

/// What Source does, for any Input and any size of chunks. Memory is two blocks, or twice the longest line.
class LineRows {
 public:
  LineRows(Input input, const ReadOptions& options, const LineRowsOptions& limits = {});

  void bind(const Schema& schema);
  bool next(RowBlock& block);
  /// Leaves the documents of the last block where they are.
  [[nodiscard]] bool would_wait();

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::string>& label_names() const { return no_labels_; }
  [[nodiscard]] const Binding& binding() const { return binding_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return window_.input().bytes_read(); }

 private:
  enum class Step { lines, waiting, end };
  struct Line {  // its place in what is held, without its end
    std::size_t start;
    std::size_t size;
  };

  Step find_lines(bool may_wait);
  void pass_byte_order_mark();
  void find_line_ends();
  void end_line(std::size_t end);
  void add_rows(RowBlock& block);
  [[noreturn]] void fail_too_long() const;

  ReadOptions options_;
  LineRowsOptions limits_;
  std::size_t document_bytes_;  // a longer line is an Error
  Window window_;
  std::vector<std::string> columns_ = {std::string(text_column)};
  std::vector<std::string> no_labels_;
  Binding binding_;
  bool at_start_ = true;         // a byte order mark may come
  bool given_ = false;           // documents have been given that renew() must spare
  bool ended_ = false;           // nothing more comes
  std::optional<Error> broken_;  // why nothing more can be read
  std::size_t block_bytes_;      // of the next block
  std::vector<Line> found_;      // whole lines that are held
  std::size_t complete_ = 0;     // bytes of them, with their ends
  std::size_t scanned_ = 0;      // bytes held that were looked at for line ends
  std::uint64_t lines_ = 0;      // given before
  std::optional<Error> failure_;
};

}  // namespace suffice
