// Numbers as codes: labels by their places among the distinct ones, categories with the largest of each column.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "rows.hpp"
#include "work.hpp"

namespace suffice::python {

namespace {

/// The numbers from low to high, each with a place of its own.
struct Range {
  std::int64_t low = 0;
  std::size_t width = 0;
};

/// Nothing where there are no numbers, or they lie too far apart for a table of all between them.
template <typename Number>
std::optional<Range> range_of(std::span<const Number> values, std::size_t widest) {
  if (values.empty()) {
    return {};
  }
  Number low = values.front();
  Number high = low;
  for (const Number value : values) {
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
std::size_t place_of(Number value, std::int64_t low) {
  return static_cast<std::size_t>(static_cast<std::int64_t>(value) - low);
}

template <typename Number>
std::vector<std::uint32_t> looked_up(std::span<const Number> values, std::int64_t low,
                                     const std::vector<std::uint32_t>& places) {
  std::vector<std::uint32_t> codes(values.size());
  std::ranges::transform(values, codes.begin(), [&](Number value) { return places[place_of(value, low)]; });
  return codes;
}

// Nothing stands for places that are the numbers themselves.
template <typename Number>
nb::object places_among_themselves(std::span<const Number> values) {
  const std::optional<Range> range = range_of(values, std::max<std::size_t>(1024, values.size() / 4));
  if (!range) {
    return nb::none();
  }
  std::vector<std::uint32_t> places(range->width);
  for (const Number value : values) {
    places[place_of(value, range->low)] = 1;
  }
  std::vector<std::int64_t> distinct;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (std::exchange(places[k], static_cast<std::uint32_t>(distinct.size())) != 0) {
      distinct.push_back(range->low + static_cast<std::int64_t>(k));
    }
  }
  const bool are_places = std::is_same_v<Number, std::uint32_t> && range->low == 0 && distinct.size() == places.size();
  const nb::object codes = are_places ? nb::none() : nb::cast(to_array(looked_up(values, range->low, places)));
  return nb::make_tuple(to_array(std::move(distinct)), codes);
}

template <typename Number>
nb::object places_among(std::span<const Number> values, const std::vector<std::int64_t>& classes) {
  constexpr std::size_t widest = std::size_t{1} << 16U;
  const std::optional<Range> known = range_of(std::span(classes), widest);
  const std::optional<Range> found = range_of(values, widest);
  if (!known || !found || found->low < known->low ||
      found->low - known->low + static_cast<std::int64_t>(found->width) > static_cast<std::int64_t>(known->width)) {
    return nb::none();
  }
  const auto none = static_cast<std::uint32_t>(classes.size());
  std::vector<std::uint32_t> places(known->width, none);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    places[place_of(classes[k], known->low)] = static_cast<std::uint32_t>(k);
  }
  std::vector<std::uint32_t> codes = looked_up(values, known->low, places);
  return std::ranges::max(codes) == none ? nb::none() : nb::cast(to_array(std::move(codes)));
}

// use(the numbers of the array), which are whole and come side by side.
template <typename Use>
nb::object with_whole_numbers(const Array& array, const Use& use) {
  return std::visit(
      [&](const auto* values) -> nb::object {
        using Number = std::remove_cvref_t<decltype(*values)>;
        if constexpr (std::is_integral_v<Number> && !std::is_same_v<Number, bool>) {
          if (array.shape(0) < 2 || array.stride(0) == 1) {
            return use(std::span<const Number>(values, array.shape(0)));
          }
          std::vector<Number> together(array.shape(0));
          for (std::size_t i = 0; i < together.size(); ++i) {
            together[i] = values[static_cast<std::ptrdiff_t>(i) * array.stride(0)];
          }
          return use(std::span<const Number>(together));
        }
        throw nb::type_error("whole numbers are expected");
      },
      numbers_of(array));
}

nb::object factorised(const Array& labels) {
  return with_whole_numbers(labels, [](const auto& values) { return places_among_themselves(values); });
}

nb::object coded(const Array& labels, const std::vector<std::int64_t>& classes) {
  return with_whole_numbers(labels, [&](const auto& values) { return places_among(values, classes); });
}

// A category that is none: negative, not finite, or beyond the codes.
constexpr std::uint32_t no_category = std::numeric_limits<std::uint32_t>::max();

template <typename Number>
std::uint32_t category_of(Number value) {
  if constexpr (std::is_floating_point_v<Number>) {
    return value > Number{-1} && value < static_cast<Number>(no_category) ? static_cast<std::uint32_t>(value)
                                                                          : no_category;
  } else if constexpr (sizeof(Number) > sizeof(std::uint32_t)) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(value), no_category));
  } else {
    return static_cast<std::uint32_t>(value);  // a negative one is above 2³¹
  }
}

// most[j] = max(most[j], category j), in a loop that compilers vectorise.
template <typename Number>
void raise(std::uint32_t* __restrict most, const Number* __restrict row, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) {
    most[j] = std::max(most[j], category_of(row[j]));
  }
}

// The largest category of each column over some rows; where `to` is given, each is written there.
template <typename Number>
std::vector<std::uint32_t> largest_of(const Number* values, const Array& array, std::size_t first, std::size_t count,
                                      std::uint32_t* to) {
  const std::size_t columns = array.shape(1);
  const bool dense = array.stride(1) == 1 && array.stride(0) == static_cast<std::int64_t>(columns);
  // Rows that lie side by side are taken several at a time, as one of more columns: a longer loop for the compiler.
  const std::size_t together = dense ? 16 : 1;
  std::vector<std::uint32_t> most(columns * together);
  for (std::size_t i = first; i < first + count;) {
    const std::size_t rows = i + together <= first + count ? together : 1;
    const Number* row = values + static_cast<std::ptrdiff_t>(i) * array.stride(0);
    const std::size_t numbers = rows * columns;
    if (to != nullptr) {
      std::uint32_t* codes = to + i * columns;
      for (std::size_t j = 0; j < numbers; ++j) {
        codes[j] = category_of(row[static_cast<std::ptrdiff_t>(j) * array.stride(1)]);
      }
      raise(most.data(), codes, numbers);
    } else if (array.stride(1) == 1) {
      raise(most.data(), row, numbers);
    } else {
      for (std::size_t j = 0; j < numbers; ++j) {
        most[j] = std::max(most[j], category_of(row[static_cast<std::ptrdiff_t>(j) * array.stride(1)]));
      }
    }
    i += rows;
  }
  for (std::size_t k = columns; k < most.size(); ++k) {
    most[k % columns] = std::max(most[k % columns], most[k]);
  }
  most.resize(columns);
  return most;
}

// Categories of 32 bits stay where they are.
nb::tuple category_codes(const Array& array, unsigned threads, bool written) {
  if (array.ndim() != 2) {
    throw nb::value_error("expected an array of rows and columns");
  }
  const std::size_t rows = array.shape(0);
  const std::size_t columns = array.shape(1);
  std::vector<std::uint32_t> most(columns);
  std::vector<std::uint32_t> codes;
  std::visit(
      [&](const auto* values) {
        using Number = std::remove_cvref_t<decltype(*values)>;
        const nb::gil_scoped_release release;
        constexpr bool ready = std::is_integral_v<Number> && sizeof(Number) == sizeof(std::uint32_t);
        codes.resize(ready || !written ? 0 : rows * columns);
        std::mutex mutex;
        each_part(rows, columns, threads, [&](std::size_t first, std::size_t count) {
          const auto part = largest_of(values, array, first, count, codes.empty() ? nullptr : codes.data());
          const std::scoped_lock lock(mutex);
          std::ranges::transform(most, part, most.begin(), [](auto a, auto b) { return std::max(a, b); });
        });
      },
      numbers_of(array));
  const nb::object made = codes.empty() ? nb::none() : nb::cast(to_array(std::move(codes), {rows, columns}));
  return nb::make_tuple(made, to_array(std::move(most)));
}

}  // namespace

void bind_codes(nb::module_& module) {
  module.def(
      "factorised", &factorised, nb::arg("labels").noconvert(),
      "The distinct whole numbers and the place of each, None where that is the number itself; None where they are "
      "far apart.");
  module.def("coded", &coded, nb::arg("labels").noconvert(), nb::arg("classes"),
             "The place of each whole number among classes, which ascend; None where one is not among them.");
  module.def("category_codes", &category_codes, nb::arg("array").noconvert(), nb::arg("threads") = 1,
             nb::arg("written") = true,
             "Numbers as codes of 32 bits, None where they are such already or not to be written, and the largest of "
             "each column; what is no "
             "category is above all.");
}

}  // namespace suffice::python
