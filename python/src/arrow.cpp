// The Arrow C data interface, read: each batch of a stream becomes Rows whose views refer to the batch's own buffers.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "rows.hpp"
#include "suffice/error.hpp"
#include "suffice/report.hpp"

// As the specification of the interface declares them.
extern "C" {
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}

namespace suffice::python {

namespace {

/// A struct of the interface that is released at the end of its life.
template <typename Struct>
struct Owned : Struct {
  Owned() : Struct{} {}
  ~Owned() {
    if (this->release != nullptr) {
      this->release(this);
    }
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
};

template <typename Value>
const Value* buffer(const ArrowArray& array, std::size_t k) {
  return static_cast<const Value*>(array.buffers[k]);
}

std::size_t length_of(const ArrowArray& array) { return static_cast<std::size_t>(array.length); }

Validity validity_of(const ArrowArray& array) {
  const auto* bits = array.null_count == 0 || array.n_buffers == 0 ? nullptr : buffer<std::uint8_t>(array, 0);
  return {bits, static_cast<std::size_t>(array.offset)};
}

[[noreturn]] void refuse(const ArrowSchema& schema) {
  throw nb::type_error(("column '" + std::string(schema.name == nullptr ? "" : schema.name) + "' has the Arrow type '" +
                        schema.format + "', which is neither a number, text nor a category")
                           .c_str());
}

template <typename Value>
Numbers values_of(const ArrowArray& array) {
  return buffer<Value>(array, 1) + array.offset;
}

// Numbers that lie as they are.
std::optional<Numbers> plain_numbers(std::string_view format, const ArrowArray& array) {
  if (format == "g") return values_of<double>(array);
  if (format == "f") return values_of<float>(array);
  if (format == "c") return values_of<std::int8_t>(array);
  if (format == "C") return values_of<std::uint8_t>(array);
  if (format == "s") return values_of<std::int16_t>(array);
  if (format == "S") return values_of<std::uint16_t>(array);
  if (format == "i") return values_of<std::int32_t>(array);
  if (format == "I") return values_of<std::uint32_t>(array);
  if (format == "l") return values_of<std::int64_t>(array);
  if (format == "L") return values_of<std::uint64_t>(array);
  return {};
}

// How many of its units are a second, of dates in milliseconds, times, durations and times of day.
std::optional<double> units_per_second(std::string_view format) {
  if (format == "tdm") return 1e3;
  const bool is_time = format.starts_with("ts") || format.starts_with("tD") || format.starts_with("tt");
  if (!is_time || format.size() < 3) return {};
  switch (format[2]) {
    case 's':
      return 1.0;
    case 'm':
      return 1e3;
    case 'u':
      return 1e6;
    case 'n':
      return 1e9;
    default:
      return {};
  }
}

// The type "d:precision,scale" or "d:precision,scale,bits".
struct Decimals {
  double units;  // that are 1
  int bits = 128;
};

std::optional<Decimals> decimals_of(std::string_view format) {
  const std::size_t comma = format.find(',');
  if (!format.starts_with("d:") || comma == std::string_view::npos) return {};
  const char* const last = format.data() + format.size();
  int scale = 0;
  auto [end, error] = std::from_chars(format.data() + comma + 1, last, scale);
  Decimals decimals{std::pow(10.0, scale)};
  if (error == std::errc() && end != last && *end == ',') {
    const auto bits = std::from_chars(end + 1, last, decimals.bits);
    end = bits.ptr;
    error = bits.ec;
  }
  return error == std::errc() && end == last ? std::optional(decimals) : std::nullopt;
}

// A whole number of 256 bits in two's complement.
struct Int256 {
  std::array<std::uint64_t, 4> words;  // the lowest first

  explicit operator double() const {
    const bool is_negative = words[3] >> 63U != 0;
    std::uint64_t carry = is_negative ? 1 : 0;  // −x is ~x + 1
    double magnitude = 0;
    for (std::size_t k = 0; k < words.size(); ++k) {
      const std::uint64_t word = (is_negative ? ~words[k] : words[k]) + carry;
      carry = carry != 0 && word == 0 ? 1 : 0;
      magnitude += std::ldexp(static_cast<double>(word), 64 * static_cast<int>(k));
    }
    return is_negative ? -magnitude : magnitude;
  }
};

// A number of IEEE 754's binary16.
struct Half {
  std::uint16_t bits;

  explicit operator double() const {
    const int exponent = bits >> 10U & 31U;
    const int fraction = bits & 1023U;
    double magnitude = std::ldexp(exponent == 0 ? fraction : fraction + 1024, std::max(exponent, 1) - 25);
    if (exponent == 31) {
      magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    }
    return bits >> 15U != 0 ? -magnitude : magnitude;
  }
};

template <typename Value>
const double* divided(const ArrowArray& array, double units, Kept& kept, double of_each = 1) {
  auto numbers = std::make_shared<std::vector<double>>();
  numbers->reserve(length_of(array));
  const Value* values = buffer<Value>(array, 1) + array.offset;
  for (std::size_t i = 0; i < length_of(array); ++i) {
    numbers->push_back(static_cast<double>(values[i]) * of_each / units);
  }
  const double* data = numbers->data();
  kept.buffers.push_back(std::move(numbers));
  return data;
}

// Numbers that have to be computed: dates and times are seconds, those of a calendar since 1970, in UTC.
std::optional<Numbers> computed_numbers(std::string_view format, const ArrowArray& array, Kept& kept) {
  __extension__ using Wide = __int128;
  if (format == "tdD") return divided<std::int32_t>(array, 1, kept, 86400);
  if (const auto units = units_per_second(format)) {
    const bool narrow = format == "tts" || format == "ttm";
    return narrow ? divided<std::int32_t>(array, *units, kept) : divided<std::int64_t>(array, *units, kept);
  }
  if (format == "e") return divided<Half>(array, 1, kept);
  if (const auto decimals = decimals_of(format)) {
    if (decimals->bits == 32) return divided<std::int32_t>(array, decimals->units, kept);
    if (decimals->bits == 64) return divided<std::int64_t>(array, decimals->units, kept);
    if (decimals->bits == 128) return divided<Wide>(array, decimals->units, kept);
    if (decimals->bits == 256) return divided<Int256>(array, decimals->units, kept);
  }
  return {};
}

// A text of at most 12 bytes lies in the view itself, a longer one in a buffer.
std::string_view text_of_view(const ArrowArray& array, std::size_t i) {
  const auto* view = buffer<std::int32_t>(array, 1) + 4 * i;
  const auto size = static_cast<std::size_t>(view[0]);
  if (size <= 12) {
    return {static_cast<const char*>(static_cast<const void*>(view + 1)), size};
  }
  return {buffer<char>(array, 2 + static_cast<std::size_t>(view[2])) + view[3], size};
}

std::optional<Texts> texts_of(std::string_view format, const ArrowArray& array, Kept& kept) {
  const auto first = static_cast<std::size_t>(array.offset);
  const std::size_t count = length_of(array);
  if (format == "u" || format == "z") {
    return Texts(std::span(buffer<std::uint32_t>(array, 1) + first, count + 1), buffer<char>(array, 2));
  }
  if (format == "U" || format == "Z") {
    return Texts(std::span(buffer<std::uint64_t>(array, 1) + first, count + 1), buffer<char>(array, 2));
  }
  if (format == "vu" || format == "vz") {
    std::vector<std::string_view>& views = kept.texts.emplace_back();
    const Validity valid = validity_of(array);
    for (std::size_t i = 0; i < count; ++i) {
      views.push_back(valid(i) ? text_of_view(array, first + i) : std::string_view());
    }
    return Texts(std::span<const std::string_view>(views));
  }
  return {};
}

// Of whole numbers that doubles do not tell apart, all digits.
std::string number_name(const Numbers& numbers, std::size_t i) {
  return std::visit(
      [i]<typename Number>(const Number* values) {
        const auto rounded = static_cast<double>(values[i]);
        if constexpr (std::is_integral_v<Number>) {
          if (std::abs(rounded) >= 0x1p53) return std::to_string(values[i]);
        }
        return number_text(rounded);
      },
      numbers);
}

Texts dictionary_of(const ArrowSchema& schema, const ArrowArray& array, Kept& kept) {
  if (const auto texts = texts_of(schema.format, array, kept)) {
    return *texts;
  }
  const auto numbers = plain_numbers(schema.format, array);
  if (!numbers) {
    refuse(schema);
  }
  std::vector<std::string>& names = kept.dictionaries.emplace_back();
  for (std::size_t i = 0; i < length_of(array); ++i) {
    names.push_back(number_name(*numbers, i));
  }
  return names;
}

template <typename Code>
auto codes_at(const ArrowArray& array) {
  return buffer<Code>(array, 1) + array.offset;
}

CategoryColumn categories_of(const ArrowSchema& schema, const ArrowArray& array, Kept& kept) {
  CategoryColumn column;
  const std::string_view format = schema.format;
  if (format == "c") {
    column.codes = codes_at<std::int8_t>(array);
  } else if (format == "C") {
    column.codes = codes_at<std::uint8_t>(array);
  } else if (format == "s") {
    column.codes = codes_at<std::int16_t>(array);
  } else if (format == "S") {
    column.codes = codes_at<std::uint16_t>(array);
  } else if (format == "i") {
    column.codes = codes_at<std::int32_t>(array);
  } else if (format == "I") {
    column.codes = codes_at<std::uint32_t>(array);
  } else if (format == "l" || format == "L") {
    auto narrow = std::make_shared<std::vector<std::int32_t>>();
    const auto* wide = codes_at<std::int64_t>(array);
    for (std::size_t i = 0; i < length_of(array); ++i) {
      narrow->push_back(static_cast<std::int32_t>(wide[i]));
    }
    column.codes = narrow->data();
    kept.buffers.push_back(std::move(narrow));
  } else {
    refuse(schema);
  }
  column.dictionary = dictionary_of(*schema.dictionary, *array.dictionary, kept);
  column.valid = validity_of(array);
  return column;
}

const std::vector<std::string>& truth_names() {
  static const std::vector<std::string> names = {"False", "True"};
  return names;
}

// Bits as the categories False and True.
CategoryColumn truths_of(const ArrowArray& array, Kept& kept) {
  const Validity bits{buffer<std::uint8_t>(array, 1), static_cast<std::size_t>(array.offset)};
  auto codes = std::make_shared<std::vector<std::uint8_t>>();
  for (std::size_t i = 0; i < length_of(array); ++i) {
    codes->push_back(bits(i) ? 1 : 0);
  }
  const CategoryColumn column{codes->data(), truth_names(), 1, validity_of(array)};
  kept.buffers.push_back(std::move(codes));
  return column;
}

void add_column(Rows& rows, const ArrowSchema& schema, const ArrowArray& array) {
  const std::string_view format = schema.format;
  ColumnType type = ColumnType::number;
  if (schema.dictionary != nullptr) {
    type = ColumnType::category;
    rows.table.columns.emplace_back(categories_of(schema, array, *rows.kept));
  } else if (format == "b") {
    type = ColumnType::category;
    rows.table.columns.emplace_back(truths_of(array, *rows.kept));
  } else if (const auto numbers = plain_numbers(format, array)) {
    rows.table.columns.emplace_back(NumberColumn{*numbers, 1, validity_of(array)});
  } else if (const auto computed = computed_numbers(format, array, *rows.kept)) {
    rows.table.columns.emplace_back(NumberColumn{*computed, 1, validity_of(array)});
  } else if (const auto texts = texts_of(format, array, *rows.kept)) {
    type = ColumnType::text;
    rows.table.columns.emplace_back(TextColumn{*texts, validity_of(array)});
  } else if (format == "n") {
    auto nothing = std::make_shared<std::vector<double>>(length_of(array), std::nan(""));
    rows.table.columns.emplace_back(NumberColumn{nothing->data(), 1, {}});
    rows.kept->buffers.push_back(std::move(nothing));
  } else {
    refuse(schema);
  }
  rows.names.emplace_back(schema.name == nullptr ? "" : schema.name);
  rows.types.push_back(type);
}

/// A stream of batches of equal columns: an iterator of Rows.
class ArrowBatches {
 public:
  explicit ArrowBatches(nb::object capsule) : capsule_(std::move(capsule)) {
    stream_ = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule_.ptr(), "arrow_array_stream"));
    if (stream_ == nullptr) {
      throw nb::python_error();
    }
    schema_ = std::make_shared<Owned<ArrowSchema>>();
    check(stream_->get_schema(stream_, schema_.get()));
    if (std::string_view(schema_->format) != "+s") {
      throw nb::type_error("the stream is not one of record batches");
    }
  }

  [[nodiscard]] std::optional<Rows> next() {
    auto array = std::make_shared<Owned<ArrowArray>>();
    check(stream_->get_next(stream_, array.get()));
    if (array->release == nullptr) {
      return {};
    }
    if (array->offset != 0 || array->null_count > 0) {
      throw nb::type_error("record batches with an offset, or that are null themselves, are not taken");
    }
    Rows rows;
    rows.table.rows = length_of(*array);
    for (std::int64_t j = 0; j < array->n_children; ++j) {
      add_column(rows, *schema_->children[j], *array->children[j]);
    }
    rows.kept->buffers.push_back(schema_);
    rows.kept->buffers.push_back(std::move(array));
    return rows;
  }

 private:
  void check(int code) const {
    if (code != 0) {
      const char* message = stream_->get_last_error(stream_);
      throw nb::value_error(message == nullptr ? "the Arrow stream failed" : message);
    }
  }

  nb::object capsule_;
  ArrowArrayStream* stream_ = nullptr;
  std::shared_ptr<Owned<ArrowSchema>> schema_;
};

}  // namespace

void bind_arrow(nb::module_& module) {
  nb::class_<ArrowBatches>(module, "ArrowBatches", "The batches of an Arrow stream, as Rows.")
      .def(nb::init<nb::object>(), nb::arg("capsule"))
      .def(
          "__iter__", [](ArrowBatches& self) -> ArrowBatches& { return self; }, nb::rv_policy::none)
      .def("__next__", [](ArrowBatches& self) {
        auto rows = self.next();
        if (!rows) {
          throw nb::stop_iteration();
        }
        return std::move(*rows);
      });
}

}  // namespace suffice::python
