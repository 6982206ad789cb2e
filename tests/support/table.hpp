// Test table: labelled rows made up for a test, owned, with the views the library takes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "math/kernels/batch.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

struct TestTable {
  std::size_t columns = 0;
  std::vector<double> values;  // row-major
  std::vector<std::uint32_t> codes;
  std::vector<std::string> names;
  std::vector<double> weights = {};  // empty: every row weighs 1
  std::vector<float> floats = {};    // the values again; where there are some, they are what the library gets

  [[nodiscard]] std::size_t rows() const { return codes.size(); }
  [[nodiscard]] Table table() const {
    return floats.empty() ? Table::row_major(values.data(), rows(), columns, weights)
                          : Table::row_major(floats.data(), rows(), columns, weights);
  }
  [[nodiscard]] Batch batch() const {
    return floats.empty() ? Batch::row_major(values.data(), rows(), columns, weights)
                          : Batch::row_major(floats.data(), rows(), columns, weights);
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  [[nodiscard]] Block block(Kind kind = Kind::measurements) const {
    Block block{.kind = kind, .features = {}};
    for (std::size_t j = 0; j < columns; ++j) {
      block.features.push_back(fmt::format("x{}", j));
    }
    return block;
  }
  [[nodiscard]] Schema schema(Kind kind = Kind::measurements) const { return {.blocks = {block(kind)}, .target = "y"}; }
  [[nodiscard]] Summary summary(unsigned threads = 1, Keep keep = {}) const {
    return summarise(table(), labels(), schema(), {.threads = threads, .keep = {keep}});
  }

  /// The same rows as float, and their values rounded to that.
  [[nodiscard]] TestTable as_float() const {
    TestTable table = *this;
    table.floats.assign(values.begin(), values.end());
    table.values.assign(table.floats.begin(), table.floats.end());
    return table;
  }

  /// Rows first, …, first + count − 1.
  [[nodiscard]] TestTable part(std::size_t first, std::size_t count) const {
    TestTable table{columns, {}, {}, names};
    for (std::size_t i = first; i < first + count; ++i) {
      table.append(*this, i);
    }
    return table;
  }
  /// Each row as many times as it weighs, in the place of its weight.
  [[nodiscard]] TestTable repeated() const {
    TestTable table = part(0, 0);
    for (std::size_t i = 0; i < rows(); ++i) {
      for (double copies = weights[i]; copies > 0; --copies) {
        table.append(*this, i);
      }
    }
    std::ranges::fill(table.weights, 1.0);
    return table;
  }
  void append(const TestTable& other, std::size_t i) {
    values.insert(values.end(), other.values.begin() + static_cast<std::ptrdiff_t>(i * columns),
                  other.values.begin() + static_cast<std::ptrdiff_t>((i + 1) * columns));
    if (!other.floats.empty()) {
      floats.insert(floats.end(), other.floats.begin() + static_cast<std::ptrdiff_t>(i * columns),
                    other.floats.begin() + static_cast<std::ptrdiff_t>((i + 1) * columns));
    }
    codes.push_back(other.codes[i]);
    if (!other.weights.empty()) {
      weights.push_back(other.weights[i]);
    }
  }
};

/// Rows of Gaussian classes with correlated columns; the first rows take the classes in turn, so that each has some.
inline TestTable random_table(std::uint32_t seed, std::size_t rows, std::size_t columns, std::size_t classes,
                              bool weighted = false) {
  std::mt19937 bits(seed);
  std::normal_distribution<double> normal;
  TestTable table{columns, {}, {}, {}};
  for (std::size_t c = 0; c < classes; ++c) {
    table.names.push_back(fmt::format("class {}", c));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const auto c = static_cast<std::uint32_t>(i < 2 * classes ? i % classes : bits() % classes);
    const double common = normal(bits);
    for (std::size_t j = 0; j < columns; ++j) {
      const double centre = 1.5 * std::sin(static_cast<double>(c * (j + 1)));
      table.values.push_back(centre + 0.5 * common + normal(bits) * (1 + static_cast<double>(j)));
    }
    table.codes.push_back(c);
    if (weighted) {
      table.weights.push_back(static_cast<double>(bits() % 4));
    }
  }
  for (std::size_t i = 0; weighted && i < 2 * classes; ++i) {
    table.weights[i] = 1;  // each class has rows that count
  }
  return table;
}

/// The moments of the first block.
inline const Moments& moments_of(const Summary& summary) { return std::get<Moments>(summary.sums[0]); }
inline Moments& moments_of(Summary& summary) { return std::get<Moments>(summary.sums[0]); }

/// The largest |a_ij − b_ij| / (1 + √(b_ii b_jj)) of two scatters of the same kind, matrices or diagonals.
inline double scatter_difference(const Moments& a, const Moments& b, std::size_t d) {
  if (a.kind != b.kind || a.scatter.size() != b.scatter.size()) {
    return INFINITY;
  }
  const bool diagonal = a.kind == MomentKind::diagonal || a.kind == MomentKind::pooled_diagonal;
  double largest = 0;
  for (std::size_t k = 0; k < b.scatter.size(); ++k) {
    const double* set = &b.scatter[k / (d * d) * (d * d)];
    const std::size_t i = k / d % d;
    const std::size_t j = k % d;
    const double scale = diagonal ? b.scatter[k] : std::sqrt(std::abs(set[i * d + i] * set[j * d + j]));
    largest = std::max(largest, std::abs(a.scatter[k] - b.scatter[k]) / (1 + scale));
  }
  return largest;
}

/// The largest |a − b|; infinite when the sizes differ.
inline double largest_gap(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < a.size() && largest < INFINITY; ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
  }
  return largest;
}

/// The largest |a − b| / (1 + |b|); infinite when the sizes differ.
inline double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < a.size() && largest < INFINITY; ++i) {
    const double gap = a[i] == b[i] ? 0 : std::abs(a[i] - b[i]) / (1 + std::abs(b[i]));
    largest = std::isnan(gap) ? INFINITY : std::max(largest, gap);
  }
  return largest;
}

}  // namespace suffice
