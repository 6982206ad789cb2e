// Whole numbers as codes: labels by their places among the distinct ones, categories by the largest of each column.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "rows.hpp"

namespace suffice::python {

namespace {

template <typename Number>
constexpr bool is_whole = std::is_integral_v<Number>;

/// The numbers from low to high, each with a place of its own.
struct Range {
  std::int64_t low = 0;
  std::size_t width = 0;
};

/// Nothing where there are no numbers, or they lie too far apart for a table of all between them.
template <typename Number>
std::optional<Range> range_of(const Number* values, std::size_t count, std::ptrdiff_t stride, std::size_t widest) {
  if (count == 0) {
    return {};
  }
  Number low = *values;
  Number high = low;
  for (std::size_t i = 0; i < count; ++i) {
    const Number value = values[static_cast<std::ptrdiff_t>(i) * stride];
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const auto width = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (width >= widest || (std::is_unsigned_v<Number> && static_cast<std::uint64_t>(high) > most)) {
    return {};
  }
  return Range{static_cast<std::int64_t>(low), static_cast<std::size_t>(width) + 1};
}

template <typename Number>
std::vector<std::uint32_t> looked_up(const Number* values, std::size_t count, std::ptrdiff_t stride, std::int64_t low,
                                     const std::vector<std::uint32_t>& places) {
  std::vector<std::uint32_t> codes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Number value = values[static_cast<std::ptrdiff_t>(i) * stride];
    codes[i] = places[static_cast<std::size_t>(static_cast<std::int64_t>(value) - low)];
  }
  return codes;
}

template <typename Number>
nb::object places_among_themselves(const Number* values, std::size_t count, std::ptrdiff_t stride) {
  const std::optional<Range> range = range_of(values, count, stride, std::max<std::size_t>(1024, count / 4));
  if (!range) {
    return nb::none();
  }
  std::vector<std::uint32_t> places(range->width);
  for (std::size_t i = 0; i < count; ++i) {
    places[static_cast<std::size_t>(static_cast<std::int64_t>(values[static_cast<std::ptrdiff_t>(i) * stride]) -
                                    range->low)] = 1;
  }
  std::vector<std::int64_t> distinct;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (std::exchange(places[k], static_cast<std::uint32_t>(distinct.size())) != 0) {
      distinct.push_back(range->low + static_cast<std::int64_t>(k));
    }
  }
  return nb::make_tuple(to_array(std::move(distinct)), to_array(looked_up(values, count, stride, range->low, places)));
}

template <typename Number>
nb::object places_among(const Number* values, std::size_t count, std::ptrdiff_t stride,
                        const std::vector<std::int64_t>& classes) {
  constexpr std::size_t widest = std::size_t{1} << 16U;
  const std::optional<Range> known = range_of(classes.data(), classes.size(), 1, widest);
  const std::optional<Range> found = range_of(values, count, stride, widest);
  if (!known || !found || found->low < known->low ||
      found->low - known->low + static_cast<std::int64_t>(found->width) > static_cast<std::int64_t>(known->width)) {
    return nb::none();
  }
  const auto none = static_cast<std::uint32_t>(classes.size());
  std::vector<std::uint32_t> places(known->width, none);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    places[static_cast<std::size_t>(classes[k] - known->low)] = static_cast<std::uint32_t>(k);
  }
  std::vector<std::uint32_t> codes = looked_up(values, count, stride, known->low, places);
  return std::ranges::max(codes) == none ? nb::none() : nb::cast(to_array(std::move(codes)));
}

// use(values) where the numbers of the array are whole, else nothing.
template <typename Use>
auto with_whole_numbers(const Array& array, const Use& use) {
  using Result = decltype(use(static_cast<const std::int32_t*>(nullptr)));
  return std::visit(
      [&](const auto* values) -> Result {
        if constexpr (is_whole<std::remove_cvref_t<decltype(*values)>>) {
          return use(values);
        }
        throw nb::type_error("whole numbers are expected");
      },
      numbers_of(array));
}

nb::object factorised(const Array& labels) {
  return with_whole_numbers(
      labels, [&](const auto* values) { return places_among_themselves(values, labels.shape(0), labels.stride(0)); });
}

nb::object coded(const Array& labels, const std::vector<std::int64_t>& classes) {
  return with_whole_numbers(
      labels, [&](const auto* values) { return places_among(values, labels.shape(0), labels.stride(0), classes); });
}

// A negative number counts as one above all that its type has.
template <typename Number>
std::vector<std::uint64_t> largest(const Number* values, const Array& array) {
  using Unsigned = std::make_unsigned_t<std::conditional_t<std::is_same_v<Number, bool>, std::uint8_t, Number>>;
  const std::size_t columns = array.shape(1);
  const bool dense = array.stride(1) == 1 && array.stride(0) == static_cast<std::int64_t>(columns);
  // Rows that lie side by side are taken several at a time, as one of more columns: a longer loop for the compiler.
  const std::size_t together = dense ? 16 : 1;
  const std::size_t wide = array.shape(0) / together;
  std::vector<Unsigned> most(columns * together);
  for (std::size_t i = 0; i < wide; ++i) {
    const Number* row = values + static_cast<std::ptrdiff_t>(i * together) * array.stride(0);
    if (array.stride(1) == 1) {
      for (std::size_t j = 0; j < most.size(); ++j) {
        most[j] = std::max(most[j], static_cast<Unsigned>(row[j]));
      }
      continue;
    }
    for (std::size_t j = 0; j < columns; ++j) {
      most[j] = std::max(most[j], static_cast<Unsigned>(row[static_cast<std::ptrdiff_t>(j) * array.stride(1)]));
    }
  }
  for (std::size_t i = wide * together; i < array.shape(0); ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      most[j] = std::max(most[j], static_cast<Unsigned>(values[static_cast<std::ptrdiff_t>(i) * array.stride(0) +
                                                               static_cast<std::ptrdiff_t>(j) * array.stride(1)]));
    }
  }
  std::vector<std::uint64_t> result(columns);
  for (std::size_t k = 0; k < most.size(); ++k) {
    result[k % columns] = std::max<std::uint64_t>(result[k % columns], most[k]);
  }
  return result;
}

NumpyArray<std::uint64_t> largest_codes(const Array& array) {
  if (array.ndim() != 2) {
    throw nb::value_error("expected an array of rows and columns");
  }
  return to_array(with_whole_numbers(array, [&](const auto* values) { return largest(values, array); }));
}

}  // namespace

void bind_codes(nb::module_& module) {
  module.def("factorised", &factorised, nb::arg("labels").noconvert(),
             "The distinct whole numbers and the place of each; None where they are far apart.");
  module.def("coded", &coded, nb::arg("labels").noconvert(), nb::arg("classes"),
             "The place of each whole number among classes, which ascend; None where one is not among them.");
  module.def("largest_codes", &largest_codes, nb::arg("codes").noconvert(), nb::rv_policy::move,
             "The largest number of each column; a negative one counts as above all of its type.");
}

}  // namespace suffice::python
