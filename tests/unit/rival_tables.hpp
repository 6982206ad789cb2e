// Tables of several kinds of columns for tests of rivals and of their comparison.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "math/special/random.hpp"
#include "suffice/schema.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Two numbers and a category that depend on the class, which alternates.
struct RivalTable {
  explicit RivalTable(std::size_t rows, std::size_t classes = 2, std::uint64_t seed = 1) {
    Random random(seed);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto c = static_cast<std::uint32_t>(i % classes);
      codes.push_back(c);
      numbers.push_back(random.normal() + static_cast<double>(c));
      numbers.push_back(0.5 * numbers.back() + random.normal());
      categories.push_back(random.uniform() < 0.6 ? c % 2 : static_cast<std::uint32_t>(random.below(3)));
    }
    for (std::size_t c = 0; c < classes; ++c) {
      names.push_back("c" + std::to_string(c));
    }
  }

  [[nodiscard]] std::size_t rows() const { return codes.size(); }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  [[nodiscard]] Table number_table() const { return Table::row_major(numbers.data(), rows(), 2); }
  [[nodiscard]] Table table() const {
    Table both = number_table();
    both.columns.emplace_back(CategoryColumn{categories.data(), values});
    return both;
  }
  static Schema number_schema() {
    return {.blocks = {{.kind = Kind::measurements, .features = {"x", "z"}}}, .target = "y"};
  }
  static Schema schema() {
    Schema both = number_schema();
    both.blocks.push_back({.kind = Kind::categories, .features = {"k"}});
    return both;
  }

  std::vector<double> numbers;
  std::vector<std::uint32_t> categories;
  std::vector<std::uint32_t> codes;
  std::vector<std::string> names;
  std::vector<std::string> values{"red", "green", "blue"};
};

}  // namespace suffice
