// Any bytes as a CSV file: rows of the right shape or an Error, the same for every size of chunks.
// Byte 0 chooses delimiter and options, byte 1 the second chunk size; the rest is the file.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/row_reader.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

struct Outcome {
  std::vector<std::string> texts;  // columns, cells, problems, labels and the error, in the order they came
  std::vector<std::uint64_t> numbers;

  bool operator==(const Outcome&) const = default;
};

/// The last column is the target, the first may be the weight, the others are features.
Schema schema_of(const std::vector<std::string>& columns, bool weighted) {
  Schema schema;
  schema.target = columns.back();
  const bool has_weight = weighted && columns.size() > 1;
  if (has_weight) schema.weight = columns.front();
  schema.features.assign(columns.begin() + (has_weight ? 1 : 0), columns.end() - 1);
  return schema;
}

void check_shape(const RowBlock& block, const RowReader& reader, const ReadOptions& options, const Schema& schema) {
  const std::size_t rows = block.rows;
  const bool weighted = options.labels && !schema.weight.empty();
  require(block.features == schema.features.size());
  require(block.values.size() == rows * block.features);
  require(block.weights.size() == (weighted ? rows : 0));
  require(block.codes.size() == (options.labels ? rows : 0));
  require(block.cells.size() == (options.keep_cells ? rows * reader.columns().size() : 0));
  require(block.problems.size() == (options.keep_bad_rows ? rows : 0));
  for (std::size_t i = 0; i < rows; ++i) {
    const bool good = block.problems.empty() || block.problems[i].empty();
    for (std::size_t j = 0; j < block.features; ++j) {
      require(std::isfinite(block.values[i * block.features + j]) == good);
    }
    if (weighted) require(std::isfinite(block.weights[i]) && block.weights[i] >= 0);
    if (options.labels) require(good ? block.codes[i] < reader.label_names().size() : block.codes[i] == 0);
  }
}

void append(Outcome& outcome, const RowBlock& block) {
  outcome.texts.insert(outcome.texts.end(), block.cells.begin(), block.cells.end());
  outcome.texts.insert(outcome.texts.end(), block.problems.begin(), block.problems.end());
  outcome.numbers.insert(outcome.numbers.end(), block.codes.begin(), block.codes.end());
  for (const auto& numbers : {block.values, block.weights}) {
    for (const double number : numbers) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &number, sizeof bits);
      outcome.numbers.push_back(bits);
    }
  }
}

Outcome read(std::string_view text, const ReadOptions& options, bool weighted, std::size_t chunk) {
  Outcome outcome;
  try {
    RowReader reader(input_of(text), options, chunk);
    outcome.texts = reader.columns();
    const Schema schema = schema_of(reader.columns(), weighted);
    reader.bind(schema);
    RowBlock block;
    try {
      while (reader.next(block)) {
        require(block.rows > 0);
        check_shape(block, reader, options, schema);
        append(outcome, block);
      }
    } catch (const Error& error) {
      require(block.rows == 0);
      outcome.texts.emplace_back(error.what());
    }
    outcome.texts.insert(outcome.texts.end(), reader.label_names().begin(), reader.label_names().end());
    for (const std::string& name : outcome.texts) require(is_utf8(name) || options.keep_cells);
  } catch (const Error& error) {
    outcome.texts.emplace_back(error.what());
    require(is_utf8(outcome.texts.back()));
  }
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const unsigned choice = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const ReadOptions options = {.delimiter = ",;\t|"[choice & 3U],
                               .header = (choice & 4U) == 0,
                               .labels = (choice & 8U) == 0,
                               .keep_bad_rows = (choice & 16U) != 0,
                               .keep_cells = (choice & 32U) != 0};
  const bool weighted = (choice & 64U) != 0;
  const Outcome whole = read(text, options, weighted, 4096);
  require(whole == read(text, options, weighted, std::size_t{1} + data[1] % 64U));
  return 0;
}
