// ColumnProfile: what the sampled cells of one column are: missing, numbers or other text, and how often each value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema/name_table.hpp"
#include "suffice/dialect.hpp"

namespace suffice {

/// How a dialect writes missing values and numbers, ready for many cells.
class CellRules {
 public:
  explicit CellRules(const Dialect& dialect);

  /// Whether a cell without blanks around it holds no value: an empty one, or a marker in any case.
  [[nodiscard]] bool is_missing(std::string_view cell) const;
  /// The number that a cell without blanks around it writes; NaN where it writes none, or none that is finite.
  [[nodiscard]] double number(std::string_view cell) const;
  /// The same of a column of WrittenNumbers.
  [[nodiscard]] double number(std::string_view cell, std::string_view unit) const;

 private:
  std::vector<std::string> markers_;  // in lower case
  std::array<bool, 256> begins_marker_ = {};
  std::size_t longest_marker_ = 0;
  char decimal_;
};

struct SampledCell {
  std::string_view text;  ///< without blanks around it
  double number = 0;      ///< NaN where the text is no number
  std::uint32_t row = 0;
  std::uint32_t value = 0;  ///< its place among the values
};

struct SampledValue {
  std::string_view text;  ///< as it is written first
  double number = 0;
  std::size_t count = 0;
};

struct ColumnProfile {
  std::size_t rows = 0;
  std::vector<SampledCell> cells;    ///< those with a value, in the order of the rows
  std::vector<SampledValue> values;  ///< the different ones: numbers in ascending order, then other texts in byte order
  std::size_t numbers = 0;           ///< cells that are numbers
  std::size_t number_values = 0;     ///< values that are numbers, which stand first
  bool whole = false;                ///< every number is whole and below 2⁵³
  /// Every number is written by digits alone, and some begin with a 0 that is not the only one: codes, not numbers.
  bool leading_zeros = false;

  [[nodiscard]] std::size_t missing() const { return rows - cells.size(); }
  [[nodiscard]] double least() const { return values.front().number; }
  [[nodiscard]] double greatest() const { return values[number_values - 1].number; }
};

/// Profiles columns one after the other. Texts are hashed by a random key, so that no choice of cells is slow: O(n) for
/// n cells, and O(m log m) for m different ones.
class ColumnProfiler {
 public:
  explicit ColumnProfiler(const Dialect& dialect) : rules_(dialect) {}

  /// The views of the profile refer to the cells. With a unit, numbers are those of a column of WrittenNumbers.
  ColumnProfile profile(std::span<const std::string> cells, const std::optional<std::string>& unit = std::nullopt);
  /// The same where no cell is taken for a number, so that 1 and 1.0 are two values.
  ColumnProfile texts(std::span<const std::string> cells);

 private:
  template <typename ReadNumber>
  ColumnProfile profile_by(std::span<const std::string> cells, const ReadNumber& read_number);

  CellRules rules_;
  NameTable places_;
  std::vector<std::string> texts_;  // different ones, in the order of the rows
};

}  // namespace suffice
