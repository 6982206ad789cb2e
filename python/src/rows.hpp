// Rows: a Table whose views refer to arrays, strings and Arrow batches that Python holds.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "suffice/table.hpp"

namespace suffice::python {

namespace nb = nanobind;

/// An array of any type and any strides, which is only read.
using Array = nb::ndarray<nb::ro, nb::device::cpu>;

/// What a column was in the caller's frame.
enum class ColumnType { number, category, text };

/// Owns, or keeps alive, what the views of a table refer to.
struct Kept {
  std::vector<Array> arrays;
  std::vector<nb::object> objects;
  std::deque<std::vector<std::string>> dictionaries;
  std::deque<std::vector<std::string_view>> texts;
  std::vector<std::shared_ptr<const void>> buffers;
};

/// Columns have names where the caller's had, else none has; copies share what they refer to.
struct Rows {
  Table table;
  std::vector<std::string> names;
  std::vector<ColumnType> types;  ///< one for each name
  std::shared_ptr<Kept> kept = std::make_shared<Kept>();

  [[nodiscard]] std::size_t width() const;
  /// How many values the dictionary of each column of categories has, in their order.
  [[nodiscard]] std::vector<std::size_t> dictionary_sizes() const;
  /// The named columns in another order, or fewer of them. Error (bad_data) for one that there is not.
  [[nodiscard]] Rows arranged(const std::vector<std::string>& wanted) const;
  /// Numbers as 1 where they are above the threshold, else 0. Error (bad_data) where one is not finite.
  [[nodiscard]] Rows above(double threshold, unsigned threads) const;
};

/// The numbers of an array. TypeError for complex numbers and types that are none of Numbers.
Numbers numbers_of(const Array& array);

void bind_rows(nb::module_& module);
void bind_arrow(nb::module_& module);
void bind_codes(nb::module_& module);

}  // namespace suffice::python
