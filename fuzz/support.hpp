// What fuzz targets share: a check that ends the process, bytes in memory as an Input, and what a reader gives of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/input.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline Input input_of(std::string_view text) {
  return {"fuzz.csv", [text](char* to, std::size_t size) mutable {
            const std::size_t count = std::min(size, text.size());
            if (count > 0) std::memcpy(to, text.data(), count);
            text.remove_prefix(count);
            return count;
          }};
}

/// All that came out of a reader, in the order it came: equal for equal bytes, however they are cut and
/// whatever blocks they come in.
struct Outcome {
  std::vector<std::string> texts;  // columns, problems, labels and the error: UTF-8
  std::vector<std::string> bytes;  // documents
  std::vector<std::string> categories;
  std::vector<std::string> cells;
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint64_t> weights;
  std::vector<std::uint32_t> codes;

  bool operator==(const Outcome&) const = default;
};

inline bool is_good(const RowBlock& block, std::size_t row) {
  return block.problems.empty() || block.problems[row].empty();
}

inline std::uint64_t bits_of(double number) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return std::isnan(number) ? 0 : bits;
}

/// Numbers are finite, or missing where they may be and where a row is bad.
template <typename Number>
void add_numbers(Outcome& outcome, const RowBlock& block, const std::vector<Number>& values, std::size_t columns,
                 bool allow_missing) {
  require(values.size() == block.rows * columns);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const bool good = is_good(block, k / columns);
    require(good ? std::isfinite(values[k]) || (allow_missing && std::isnan(values[k])) : std::isnan(values[k]));
    outcome.numbers.push_back(bits_of(static_cast<double>(values[k])));
  }
}

/// As add_numbers() of the same rows, written out.
inline void add_sparse(Outcome& outcome, const RowBlock& block, std::size_t columns, bool allow_missing) {
  require(block.offsets.size() == block.rows + 1 && block.offsets.front() == 0);
  require(block.offsets.back() == block.indices.size() && block.indices.size() == block.values.size());
  for (std::size_t i = 0; i < block.rows; ++i) {
    std::vector<double> row(columns, 0.0);
    require(block.offsets[i] <= block.offsets[i + 1]);
    require(is_good(block, i) || block.offsets[i] == block.offsets[i + 1]);
    for (std::size_t k = block.offsets[i]; k < block.offsets[i + 1]; ++k) {
      require(block.indices[k] < columns);
      require(k == block.offsets[i] || block.indices[k - 1] < block.indices[k]);
      require(std::isfinite(block.values[k]) || (allow_missing && std::isnan(block.values[k])));
      row[block.indices[k]] = block.values[k];
    }
    for (const double value : row) outcome.numbers.push_back(bits_of(value));
  }
}

/// Every category by its name; a missing one has none.
template <typename Reader>
void add_categories(Outcome& outcome, const Reader& reader, const RowBlock& block) {
  const std::size_t columns = reader.binding().categories.size();
  require(block.categories.size() == block.rows * columns);
  for (std::size_t k = 0; k < block.categories.size(); ++k) {
    const std::uint32_t code = block.categories[k];
    const auto& names = reader.value_names()[k % columns];
    require(code == missing_category || (code < names.size() && is_good(block, k / columns)));
    outcome.categories.push_back(code == missing_category ? "" : names[code]);
    require(is_utf8(outcome.categories.back()));
  }
}

template <typename Reader>
void add_features(Outcome& outcome, const Reader& reader, const RowBlock& block, const ReadOptions& options) {
  const std::size_t numbers = reader.binding().numbers.size();
  const std::size_t texts = reader.binding().documents.size();
  require(block.documents.size() == texts * block.rows);
  for (std::size_t i = 0; i < block.rows; ++i) {
    for (std::size_t j = 0; j < texts; ++j) outcome.bytes.emplace_back(block.documents[j * block.rows + i]);
  }
  if constexpr (requires { reader.value_names(); }) add_categories(outcome, reader, block);
  if (options.sparse || !block.offsets.empty()) {  // rows of counts are sparse in any case
    add_sparse(outcome, block, numbers, options.allow_missing);
  } else if (block.values32.empty()) {
    add_numbers(outcome, block, block.values, numbers, options.allow_missing);
  } else {
    add_numbers(outcome, block, block.values32, numbers, options.allow_missing);
  }
}

/// Takes a block into the outcome, if it has the right shape.
template <typename Reader>
void add_block(Outcome& outcome, Reader& reader, const RowBlock& block, const ReadOptions& options,
               const Schema& schema) {
  const std::size_t rows = block.rows;
  const bool weighted = options.labels && !schema.weight.empty();
  const bool labelled = options.labels && !schema.target.empty();
  require(rows > 0);
  require(block.weights.size() == (weighted ? rows : 0));
  require(block.codes.size() == (labelled ? rows : 0));
  require(block.cells.size() == (options.keep_cells ? rows * reader.columns().size() : 0));
  require(block.problems.size() == (options.keep_bad_rows ? rows : 0));
  for (std::size_t i = 0; i < rows; ++i) {
    if (weighted) require(std::isfinite(block.weights[i]) && block.weights[i] >= 0);
    if (labelled) require(is_good(block, i) ? block.codes[i] < reader.label_names().size() : block.codes[i] == 0);
  }
  add_features(outcome, reader, block, options);
  for (const double weight : block.weights) outcome.weights.push_back(bits_of(weight));
  outcome.codes.insert(outcome.codes.end(), block.codes.begin(), block.codes.end());
  outcome.texts.insert(outcome.texts.end(), block.problems.begin(), block.problems.end());
  outcome.cells.insert(outcome.cells.end(), block.cells.begin(), block.cells.end());
}

/// Reads everything that open() opens, bound to the schema that choose() chooses: rows of the right shape, each block
/// of which inspect() sees, or an Error after them.
template <typename Open, typename Choose, typename Inspect>
Outcome read_all(Open open, Choose choose, const ReadOptions& options, Inspect inspect) {
  Outcome outcome;
  RowBlock block;
  try {
    auto reader = open();
    const Schema schema = choose(reader);
    reader.bind(schema);
    outcome.texts = reader.columns();
    try {
      while (reader.next(block)) {
        add_block(outcome, reader, block, options, schema);
        inspect(reader, block);
      }
    } catch (const Error&) {
      require(block.rows == 0);
      outcome.texts.insert(outcome.texts.end(), reader.label_names().begin(), reader.label_names().end());
      throw;
    }
    outcome.texts.insert(outcome.texts.end(), reader.label_names().begin(), reader.label_names().end());
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal);
    outcome.texts.emplace_back(error.what());
  }
  for (const std::string& text : outcome.texts) require(is_utf8(text));
  return outcome;
}

template <typename Open, typename Choose>
Outcome read_all(Open open, Choose choose, const ReadOptions& options) {
  return read_all(open, choose, options, [](const auto&, const RowBlock&) {});
}

}  // namespace suffice
