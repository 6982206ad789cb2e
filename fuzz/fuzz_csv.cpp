// Any bytes as a CSV file: rows of the right shape or an Error, the same for every size of chunks and,
// where records are converted together, of these and for every number of threads.
// Byte 0 chooses delimiter and options, byte 1 the second chunk size and what the columns are; the rest is the file.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/csv/csv_rows.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

/// How the columns are read: the last is the target, the first may be the weight, the others are numbers or, where
/// `mixed`, numbers, categories, amounts and text in turn.
struct Choice {
  bool weighted = false;
  bool mixed = false;
};

Schema schema_of(const std::vector<std::string>& columns, const Choice& choice) {
  Schema schema;
  schema.target = columns.back();
  const bool has_weight = choice.weighted && columns.size() > 1;
  if (has_weight) schema.weight = columns.front();
  const std::vector<std::string> features(columns.begin() + (has_weight ? 1 : 0), columns.end() - 1);
  if (!choice.mixed) {
    schema.blocks = {{.features = features}};
    return schema;
  }
  const Kind kinds[] = {Kind::measurements, Kind::categories, Kind::amounts, Kind::text};
  for (std::size_t j = 0; j < features.size(); ++j) {
    schema.blocks.push_back({.kind = kinds[j % 4], .features = {features[j]}});
  }
  return schema;
}

Outcome read(std::string_view text, const ReadOptions& options, const Dialect& dialect, const Choice& choice,
             const CsvRowsOptions& limits) {
  return read_all([&] { return CsvRows(input_of(text), dialect, 0, options, limits); },
                  [&](const CsvRows& rows) { return schema_of(rows.columns(), choice); }, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const unsigned choice = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const Dialect dialect = {.delimiter = ",;\t|"[choice & 3U], .header = (choice & 4U) == 0};
  const ReadOptions options = {.labels = (choice & 8U) == 0,
                               .keep_bad_rows = (choice & 16U) != 0,
                               .keep_cells = (choice & 32U) != 0,
                               .allow_missing = (choice & 128U) != 0};
  const Choice columns{.weighted = (choice & 64U) != 0, .mixed = (data[1] & 128U) != 0};
  const std::size_t chunk = std::size_t{1} + data[1] % 64U;
  const Outcome whole = read(text, options, dialect, columns, {.chunk_bytes = 4096});
  require(whole == read(text, options, dialect, columns, {.chunk_bytes = chunk}));
  ReadOptions together = options;
  together.threads = 1 + data[1] % 3U;
  require(whole == read(text, together, dialect, columns,
                        {.chunk_bytes = chunk, .thread_bytes = 8 * chunk, .fewest_bytes = 0, .task_rows = 1}));
  require(whole == read(text, together, dialect, columns, {.fewest_bytes = 0, .task_rows = 1}));
  return 0;
}
