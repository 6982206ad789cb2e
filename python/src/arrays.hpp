// Vectors of the library as arrays of NumPy, without a copy.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace suffice::python {

template <typename Number>
using NumpyArray = nanobind::ndarray<nanobind::numpy, Number>;

/// An array of that shape, which owns the numbers.
template <typename Number>
NumpyArray<Number> to_array(std::vector<Number> values, std::initializer_list<std::size_t> shape) {
  auto* owned = new std::vector<Number>(std::move(values));
  const nanobind::capsule owner(owned, [](void* vector) noexcept { delete static_cast<std::vector<Number>*>(vector); });
  return NumpyArray<Number>(owned->data(), shape, owner);
}
template <typename Number>
NumpyArray<Number> to_array(std::vector<Number> values) {
  const std::size_t size = values.size();
  return to_array(std::move(values), {size});
}

}  // namespace suffice::python
