#include "rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "finite.hpp"
#include "suffice/error.hpp"
#include "text.hpp"

namespace suffice::python {

namespace {

template <typename Number>
bool take_if(const Array& array, Numbers& numbers) {
  if (array.dtype() != nb::dtype<Number>()) {
    return false;
  }
  numbers = static_cast<const Number*>(array.data());
  return true;
}

template <typename... Number>
bool take_first(const Array& array, Numbers& numbers) {
  return (take_if<Number>(array, numbers) || ...);
}

std::size_t rows_of(const Array& array, std::size_t dimensions) {
  if (array.ndim() != dimensions) {
    throw nb::value_error(dimensions == 2 ? "expected an array of rows and columns" : "expected one column");
  }
  return array.shape(0);
}

void check_rows(Rows& rows, std::size_t count) {
  if (rows.table.columns.empty()) {
    rows.table.rows = count;
  } else if (rows.table.rows != count) {
    throw nb::value_error("columns have different numbers of rows");
  }
}

void add_name(Rows& rows, const std::optional<std::string>& name, ColumnType type) {
  if (name) {
    rows.names.push_back(*name);
    rows.types.push_back(type);
  }
}

void add_matrix(Rows& rows, Array array) {
  check_rows(rows, rows_of(array, 2));
  rows.table.columns.emplace_back(NumberMatrix{numbers_of(array), array.shape(1), array.stride(0), array.stride(1)});
  rows.kept->arrays.push_back(std::move(array));
}

void add_numbers(Rows& rows, Array array, const std::optional<std::string>& name) {
  check_rows(rows, rows_of(array, 1));
  rows.table.columns.emplace_back(NumberColumn{numbers_of(array), array.stride(0), {}});
  add_name(rows, name, ColumnType::number);
  rows.kept->arrays.push_back(std::move(array));
}

template <typename To, typename From>
std::span<const To> span_of(const Array& array) {
  return {static_cast<const To*>(array.data()), array.shape(0)};
}

// scipy's offsets are signed and never negative: check_sparse has seen to that. The library looks at the indices, of
// which a negative one is above all columns.
void check_sparse(const Array& values, const Array& indices, const Array& offsets) {
  const auto is_line = [](const Array& array) {
    return array.ndim() == 1 && (array.shape(0) < 2 || array.stride(0) == 1);
  };
  if (!is_line(values) || !is_line(indices) || !is_line(offsets) || offsets.shape(0) == 0 ||
      values.shape(0) != indices.shape(0) || indices.dtype() != nb::dtype<std::int32_t>()) {
    throw nb::value_error("a sparse matrix needs contiguous data, indices of 32 bits and offsets");
  }
  const std::size_t stored = values.shape(0);
  std::size_t before = 0;
  const auto check_offsets = [&](auto ends) {
    for (const auto end : ends) {
      if (end < 0 || static_cast<std::size_t>(end) < before || static_cast<std::size_t>(end) > stored) {
        throw nb::value_error("a sparse matrix has offsets that do not ascend");
      }
      before = static_cast<std::size_t>(end);
    }
  };
  if (offsets.dtype() == nb::dtype<std::int32_t>()) {
    check_offsets(span_of<std::int32_t, std::int32_t>(offsets));
  } else if (offsets.dtype() == nb::dtype<std::int64_t>()) {
    check_offsets(span_of<std::int64_t, std::int64_t>(offsets));
  } else {
    throw nb::type_error("a sparse matrix needs offsets of 32 or 64 bits");
  }
}

void add_sparse(Rows& rows, Array values, Array indices, Array offsets, std::size_t columns) {
  check_sparse(values, indices, offsets);
  check_rows(rows, offsets.shape(0) - 1);
  SparseMatrix matrix;
  matrix.columns = columns;
  matrix.indices = span_of<std::uint32_t, std::int32_t>(indices);
  if (offsets.dtype() == nb::dtype<std::int32_t>()) {
    matrix.offsets = span_of<std::uint32_t, std::int32_t>(offsets);
  } else {
    matrix.offsets = span_of<std::uint64_t, std::int64_t>(offsets);
  }
  if (values.dtype() == nb::dtype<double>()) {
    matrix.values = static_cast<const double*>(values.data());
  } else if (values.dtype() == nb::dtype<float>()) {
    matrix.values = static_cast<const float*>(values.data());
  } else {
    throw nb::type_error("a sparse matrix needs float32 or float64");
  }
  rows.table.columns.emplace_back(matrix);
  for (Array* array : {&values, &indices, &offsets}) {
    rows.kept->arrays.push_back(std::move(*array));
  }
}

template <typename Code>
bool take_codes(const Array& array, CategoryColumn& column) {
  if (array.dtype() != nb::dtype<Code>()) {
    return false;
  }
  column.codes = static_cast<const Code*>(array.data());
  return true;
}

CategoryColumn codes_of(const Array& array) {
  CategoryColumn column;
  if (!(take_codes<std::int8_t>(array, column) || take_codes<std::int16_t>(array, column) ||
        take_codes<std::int32_t>(array, column) || take_codes<std::uint8_t>(array, column) ||
        take_codes<std::uint16_t>(array, column) || take_codes<std::uint32_t>(array, column))) {
    throw nb::type_error("codes of categories are whole numbers of at most 32 bits");
  }
  return column;
}

void add_categories(Rows& rows, Array codes, std::vector<std::string> dictionary,
                    const std::optional<std::string>& name, bool text) {
  check_rows(rows, rows_of(codes, 1));
  CategoryColumn column = codes_of(codes);
  column.stride = codes.stride(0);
  column.dictionary = rows.kept->dictionaries.emplace_back(std::move(dictionary));
  rows.table.columns.emplace_back(column);
  add_name(rows, name, text ? ColumnType::text : ColumnType::category);
  rows.kept->arrays.push_back(std::move(codes));
}

// Each column of a matrix of codes; the value of code k is called k, and there are sizes[j] of them in column j.
void add_category_matrix(Rows& rows, Array codes, const std::vector<std::size_t>& sizes) {
  check_rows(rows, rows_of(codes, 2));
  if (sizes.size() != codes.shape(1)) {
    throw nb::value_error("there is not a size for each column");
  }
  std::vector<std::string>& names = rows.kept->dictionaries.emplace_back();
  const std::size_t most = sizes.empty() ? 0 : *std::ranges::max_element(sizes);
  for (std::size_t k = 0; k < most; ++k) {
    names.push_back(std::to_string(k));
  }
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    CategoryColumn column = codes_of(codes);
    std::visit([&](auto& values) { values += static_cast<std::ptrdiff_t>(j) * codes.stride(1); }, column.codes);
    column.stride = codes.stride(0);
    column.dictionary = std::span<const std::string>(names).first(sizes[j]);
    rows.table.columns.emplace_back(column);
  }
  rows.kept->arrays.push_back(std::move(codes));
}

// Strings stay where Python has them; None is a missing document or category.
void add_texts(Rows& rows, const nb::list& texts, const std::optional<std::string>& name, bool category) {
  check_rows(rows, texts.size());
  std::vector<std::string_view>& views = rows.kept->texts.emplace_back();
  views.reserve(texts.size());
  auto valid = std::make_shared<std::vector<std::uint8_t>>((texts.size() + 7) / 8, std::uint8_t{0xFF});
  bool missing = false;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const nb::handle text = texts[i];
    if (text.is_none()) {
      (*valid)[i / 8] = static_cast<std::uint8_t>((*valid)[i / 8] & ~(1U << (i % 8)));
      views.emplace_back();
      missing = true;
      continue;
    }
    views.push_back(utf8_of(text));
    rows.kept->objects.push_back(nb::borrow(text));
  }
  const Validity validity = missing ? Validity{valid->data(), 0} : Validity{};
  rows.kept->buffers.push_back(std::move(valid));
  rows.table.columns.emplace_back(TextColumn{std::span<const std::string_view>(views), validity});
  add_name(rows, name, category ? ColumnType::category : ColumnType::text);
}

Column part_of(const Column& column, std::size_t j) {
  const auto* matrix = std::get_if<NumberMatrix>(&column);
  if (matrix == nullptr) {
    return column;
  }
  NumberColumn part{matrix->values, matrix->row_stride, {}};
  std::visit([&](auto& values) { values += static_cast<std::ptrdiff_t>(j) * matrix->column_stride; }, part.values);
  return part;
}

}  // namespace

Numbers numbers_of(const Array& array) {
  Numbers numbers;
  if (!take_first<double, float, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                  std::uint32_t, std::uint64_t, bool>(array, numbers)) {
    throw nb::type_error("numbers are real, of at most 64 bits");
  }
  return numbers;
}

std::size_t Rows::width() const {
  std::size_t count = 0;
  for (const Column& column : table.columns) {
    count += column_count(column);
  }
  return count;
}

std::vector<std::size_t> Rows::dictionary_sizes() const {
  std::vector<std::size_t> sizes;
  for (const Column& column : table.columns) {
    if (const auto* categories = std::get_if<CategoryColumn>(&column)) {
      sizes.push_back(categories->dictionary.size());
    }
  }
  return sizes;
}

Rows Rows::arranged(const std::vector<std::string>& wanted) const {
  if (wanted == names) {
    return *this;
  }
  std::map<std::string_view, std::pair<std::size_t, std::size_t>> places;
  std::size_t place = 0;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    for (std::size_t j = 0; j < column_count(table.columns[k]) && place < names.size(); ++j) {
      places.emplace(names[place++], std::pair(k, j));
    }
  }
  Rows result{{.rows = table.rows, .columns = {}, .weights = table.weights}, wanted, {}, kept};
  for (const std::string& name : wanted) {
    const auto found = places.find(name);
    if (found == places.end()) {
      throw Error(ErrorCode::bad_data, "there is no column '" + name + "' among the features");
    }
    const Column& column = table.columns[found->second.first];
    if (std::holds_alternative<SparseMatrix>(column)) {
      throw Error(ErrorCode::usage, "the columns of a sparse matrix cannot be rearranged");
    }
    result.table.columns.push_back(part_of(column, found->second.second));
    result.types.push_back(types.empty()
                               ? ColumnType::number
                               : types[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())]);
  }
  return result;
}

void bind_rows(nb::module_& module) {
  nb::enum_<ColumnType>(module, "ColumnType", "What a column is in the caller's frame.")
      .value("number", ColumnType::number)
      .value("category", ColumnType::category)
      .value("text", ColumnType::text);
  nb::class_<Rows>(module, "Rows", "Rows as the caller holds them: views of arrays, frames and strings.")
      .def(nb::init<>())
      .def("add_matrix", &add_matrix, nb::arg("array").noconvert())
      .def("add_numbers", &add_numbers, nb::arg("array").noconvert(), nb::arg("name") = nb::none())
      .def("add_sparse", &add_sparse, nb::arg("values").noconvert(), nb::arg("indices").noconvert(),
           nb::arg("offsets").noconvert(), nb::arg("columns"))
      .def("add_categories", &add_categories, nb::arg("codes").noconvert(), nb::arg("dictionary"),
           nb::arg("name") = nb::none(), nb::arg("text") = false)
      .def("add_category_matrix", &add_category_matrix, nb::arg("codes").noconvert(), nb::arg("sizes"))
      .def("add_texts", &add_texts, nb::arg("texts"), nb::arg("name") = nb::none(), nb::arg("category") = false)
      .def("arranged", &Rows::arranged, nb::arg("names"))
      .def("above", &Rows::above, nb::arg("threshold"), nb::arg("threads") = 1)
      .def("require_finite",
           [](const Rows& rows) {
             const nb::gil_scoped_release release;
             require_finite(rows.table, 0);
           })
      .def_prop_ro("rows", [](const Rows& rows) { return rows.table.rows; })
      .def_prop_ro("width", &Rows::width)
      .def_prop_ro("dictionary_sizes", &Rows::dictionary_sizes)
      .def_rw("names", &Rows::names)
      .def_prop_ro("types", [](const Rows& rows) { return rows.types; });
}

}  // namespace suffice::python
