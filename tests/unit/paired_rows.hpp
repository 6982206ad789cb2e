// Paired rows: made-up rows of categories whose columns depend on one another, for tests of counts of pairs.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "encode/block_rows.hpp"
#include "suffice/estimate.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Column j has j + 2 values, v0, v1, …, and leans on the column before it; some are missing. Classes a, b and c.
struct PairedRows {
  std::size_t columns;
  std::vector<std::uint32_t> cells = {};
  std::vector<std::uint32_t> codes = {};
  std::vector<double> weights = {};
  std::vector<std::vector<std::string>> values = {};
  std::vector<std::string> names = {"a", "b", "c"};

  PairedRows(std::size_t rows, std::size_t count, std::uint32_t seed, bool weighted = false, bool missing = true)
      : columns(count), values(count) {
    std::mt19937 bits(seed);
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t m = 0; m < j + 2; ++m) values[j].push_back("v" + std::to_string(m));
    }
    for (std::size_t i = 0; i < rows; ++i) {
      codes.push_back(static_cast<std::uint32_t>(bits() % 3));
      if (weighted) weights.push_back(0.25 * static_cast<double>(bits() % 8));
      std::size_t before = bits() % 2;
      for (std::size_t j = 0; j < columns; ++j) {
        before = bits() % 3 == 0 ? bits() % (j + 2) : (before + codes[i]) % (j + 2);
        cells.push_back(missing && bits() % 8 == 0 ? missing_category : static_cast<std::uint32_t>(before));
      }
    }
  }

  [[nodiscard]] std::size_t rows() const { return codes.size(); }
  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }
  [[nodiscard]] Schema schema() const {
    Schema schema{.blocks = {{.kind = Kind::categories, .features = {}}}, .target = "t"};
    for (std::size_t j = 0; j < columns; ++j) schema.blocks[0].features.push_back("x" + std::to_string(j));
    return schema;
  }
  [[nodiscard]] Table table() const { return Table::categories(cells.data(), rows(), values, weights); }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  [[nodiscard]] Summary summary(bool pairs = true, unsigned threads = 1) const {
    return summarise(table(), labels(), schema(), {.threads = threads, .keep = {{.pairs = pairs}}});
  }
  /// N_c(u, v) of the columns j and k; a value of SIZE_MAX: whichever, but not missing.
  [[nodiscard]] double count(std::size_t c, std::size_t j, std::size_t u, std::size_t k, std::size_t v,
                             std::size_t without = SIZE_MAX) const {
    double sum = 0;
    for (std::size_t i = 0; i < rows(); ++i) {
      const std::uint32_t in_j = cells[i * columns + j];
      const std::uint32_t in_k = cells[i * columns + k];
      const bool has_j = in_j != missing_category && (u == SIZE_MAX || in_j == u);
      const bool has_k = in_k != missing_category && (v == SIZE_MAX || in_k == v);
      sum += i != without && codes[i] == c && has_j && has_k ? weight(i) : 0;
    }
    return sum;
  }
  /// p(v | c), by MODELS §5 with β = 1.
  [[nodiscard]] double single(std::size_t c, std::size_t k, std::size_t v, std::size_t without = SIZE_MAX) const {
    return (count(c, k, v, k, v, without) + 1) /
           (count(c, k, SIZE_MAX, k, SIZE_MAX, without) + static_cast<double>(values[k].size()));
  }
  /// p(v | c, u), by MODELS §13.
  [[nodiscard]] double given(std::size_t c, std::size_t j, std::size_t u, std::size_t k, std::size_t v, double rows,
                             std::size_t without = SIZE_MAX) const {
    return (count(c, j, u, k, v, without) + rows * single(c, k, v, without)) /
           (count(c, j, u, k, SIZE_MAX, without) + rows);
  }
  /// p(x | c) by MODELS §13: of AODE, or of a tree, where parents are given (SIZE_MAX: none).
  [[nodiscard]] double density(std::size_t c, const std::vector<std::uint32_t>& x,
                               const std::vector<std::size_t>& parents = {}, std::size_t without = SIZE_MAX) const {
    double mean = 0;
    double observed = 0;
    double product = 1;
    for (std::size_t j = 0; j < columns; ++j) {
      if (x[j] == missing_category) continue;
      double term = single(c, j, x[j], without);
      ++observed;
      if (!parents.empty()) {
        const bool has_parent = parents[j] != SIZE_MAX && x[parents[j]] != missing_category;
        product *= has_parent ? given(c, parents[j], x[parents[j]], j, x[j], 5, without) : term;
        continue;
      }
      for (std::size_t k = 0; k < columns; ++k) {
        if (k != j && x[k] != missing_category) term *= given(c, j, x[j], k, x[k], 2, without);
      }
      mean += term;
    }
    return parents.empty() && observed > 0 ? mean / observed : product;
  }
  /// Gives the first rows values of their own in the last column.
  void add_values_of_one_row(std::size_t rows_with_one) {
    for (std::size_t i = 0; i < rows_with_one; ++i) {
      cells[i * columns + columns - 1] = static_cast<std::uint32_t>(values.back().size());
      values.back().push_back("w" + std::to_string(i));
    }
  }
  /// The row, with what no other row has missing.
  [[nodiscard]] std::vector<std::uint32_t> known_row(std::size_t i) const {
    std::vector<std::uint32_t> known = row(i);
    for (std::size_t j = 0; j < columns; ++j) {
      double others = 0;
      for (std::size_t c = 0; c < names.size() && known[j] != missing_category; ++c) {
        others += count(c, j, known[j], j, known[j], i);
      }
      if (!(others > 0)) known[j] = missing_category;
    }
    return known;
  }
  [[nodiscard]] std::vector<std::uint32_t> row(std::size_t i) const {
    const auto first = cells.begin() + static_cast<std::ptrdiff_t>(i * columns);
    return {first, first + static_cast<std::ptrdiff_t>(columns)};
  }
};

inline ValueOptions dependence_options(Dependence dependence) { return {.dependence = dependence}; }

}  // namespace suffice
