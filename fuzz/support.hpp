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

#include "data/input.hpp"
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

/// All that came out of a reader, in the order it came: equal for equal bytes, however they are cut.
struct Outcome {
  std::vector<std::string> texts;  // columns, cells, problems, labels and the error
  std::vector<std::uint64_t> numbers;

  bool operator==(const Outcome&) const = default;
};

template <typename Number>
void check_numbers(const RowBlock& block, const std::vector<Number>& values, bool allow_missing) {
  for (std::size_t i = 0; i < block.rows; ++i) {
    const bool good = block.problems.empty() || block.problems[i].empty();
    for (std::size_t j = 0; j < block.features; ++j) {
      const Number value = values[i * block.features + j];
      require(good ? std::isfinite(value) || (allow_missing && std::isnan(value)) : std::isnan(value));
    }
  }
}

inline void check_shape(const RowBlock& block, std::size_t columns, std::size_t labels, const ReadOptions& options,
                        const Schema& schema) {
  const std::size_t rows = block.rows;
  const bool weighted = options.labels && !schema.weight.empty();
  const bool labelled = options.labels && !schema.target.empty();
  require(rows > 0);
  require(block.features == schema.features.size());
  require(block.values.size() + block.values32.size() == rows * block.features);
  require(block.weights.size() == (weighted ? rows : 0));
  require(block.codes.size() == (labelled ? rows : 0));
  require(block.cells.size() == (options.keep_cells ? rows * columns : 0));
  require(block.problems.size() == (options.keep_bad_rows ? rows : 0));
  if (block.values32.empty()) {
    check_numbers(block, block.values, options.allow_missing);
  } else {
    check_numbers(block, block.values32, options.allow_missing);
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const bool good = block.problems.empty() || block.problems[i].empty();
    if (weighted) require(std::isfinite(block.weights[i]) && block.weights[i] >= 0);
    if (labelled) require(good ? block.codes[i] < labels : block.codes[i] == 0);
  }
}

inline void append(Outcome& outcome, const RowBlock& block) {
  outcome.texts.insert(outcome.texts.end(), block.cells.begin(), block.cells.end());
  outcome.texts.insert(outcome.texts.end(), block.problems.begin(), block.problems.end());
  outcome.numbers.insert(outcome.numbers.end(), block.codes.begin(), block.codes.end());
  std::vector<double> numbers(block.values32.begin(), block.values32.end());
  numbers.insert(numbers.end(), block.values.begin(), block.values.end());
  numbers.insert(numbers.end(), block.weights.begin(), block.weights.end());
  for (const double number : numbers) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    outcome.numbers.push_back(std::isnan(number) ? 0 : bits);
  }
}

/// Reads everything: rows of the right shape, or an Error after them.
template <typename Rows>
void read_rows(Rows& rows, const ReadOptions& options, const Schema& schema, Outcome& outcome) {
  RowBlock block;
  try {
    while (rows.next(block)) {
      check_shape(block, rows.columns().size(), rows.label_names().size(), options, schema);
      append(outcome, block);
    }
  } catch (const Error& error) {
    require(block.rows == 0);
    require(error.code() != ErrorCode::internal);
    outcome.texts.emplace_back(error.what());
  }
  outcome.texts.insert(outcome.texts.end(), rows.label_names().begin(), rows.label_names().end());
}

}  // namespace suffice
