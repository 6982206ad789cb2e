// Any bytes as documents, one a line or one a cell, or as a table of categories: what a plain splitter or the cells
// themselves say, or an Error, the same for every size of chunks. Byte 0 chooses kind and options, byte 1 the second
// chunk size; the rest is the file.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/number.hpp"
#include "data/bytes/utf8.hpp"
#include "data/formats/csv/csv_rows.hpp"
#include "data/formats/line_rows.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> lines;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Outcome read_lines(std::string_view text, std::size_t chunk) {
  const ReadOptions options = {.labels = false};
  const auto open = [&] { return LineRows(input_of(text), options, {.chunk_bytes = chunk, .block_bytes = 4 * chunk}); };
  const auto choose = [](const LineRows& rows) {
    return Schema{.blocks = {{.kind = Kind::text, .features = rows.columns()}}, .target = ""};
  };
  return read_all(open, choose, options);
}

/// The last column is the target; the first is the document, or all others are categories.
Schema schema_of(const std::vector<std::string>& columns, Kind kind) {
  Block block{.kind = kind, .features = columns};
  block.features.pop_back();
  if (kind == Kind::text) block.features = {columns.front()};
  return {.blocks = {block}, .target = columns.back()};
}

void compare_with_cells(const CsvRows& rows, const RowBlock& block) {
  const std::size_t columns = rows.columns().size();
  for (std::size_t i = 0; i < block.rows; ++i) {
    if (!is_good(block, i)) continue;
    if (!block.documents.empty()) require(block.documents[i] == block.cells[i * columns]);
    const std::size_t features = rows.binding().categories.size();
    for (std::size_t j = 0; j < features; ++j) {
      const std::string& cell = block.cells[i * columns + j];
      const std::uint32_t code = block.categories[i * features + j];
      require((code == missing_category) == is_missing(cell));
      const std::string_view name = code == missing_category ? std::string_view() : rows.value_names()[j][code];
      require(code == missing_category || name == cell || name == trim_blanks(cell));
    }
  }
}

Outcome read_table(std::string_view text, const ReadOptions& options, Kind kind, std::size_t chunk) {
  return read_all(
      [&] {
        return CsvRows(input_of(text), dialect_of(options.dialect), 0, options,
                       {.chunk_bytes = chunk, .fewest_bytes = chunk});
      },
      [&](const CsvRows& rows) { return schema_of(rows.columns(), kind); }, options, compare_with_cells);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const unsigned choice = data[0];
  const std::size_t chunk = std::size_t{1} + data[1] % 64U;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  if ((choice & 3U) == 0) {
    const Outcome whole = read_lines(text, 4096);
    require(whole == read_lines(text, chunk));
    require(whole.bytes == split(text));
    return 0;
  }
  const Kind kind = (choice & 1U) != 0 ? Kind::text : Kind::categories;
  const ReadOptions options = {.dialect = {.delimiter = (choice & 2U) != 0 ? ',' : '\t',
                                           .quote = (choice & 32U) == 0 ? '"' : '\0',
                                           .header = (choice & 4U) == 0},
                               .labels = (choice & 8U) == 0,
                               .keep_bad_rows = (choice & 16U) != 0,
                               .keep_cells = true};
  const Outcome whole = read_table(text, options, kind, 4096);
  require(whole == read_table(text, options, kind, chunk));
  return 0;
}
