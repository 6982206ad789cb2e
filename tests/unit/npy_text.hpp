// npy files written by hand.
#pragma once

#include <cstring>
#include <initializer_list>
#include <string>

namespace suffice {

/// A file of version 1: signature, length, dictionary, elements.
inline std::string npy_file(const std::string& type, const std::string& shape, const std::string& elements,
                            const std::string& fortran_order = "False") {
  const std::string dictionary =
      "{'descr': '" + type + "', 'fortran_order': " + fortran_order + ", 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dictionary.size()) + '\0' + dictionary + elements;
}

/// The bytes of numbers, one after the other.
template <typename Number>
std::string elements(std::initializer_list<Number> numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), std::data(numbers), bytes.size());
  return bytes;
}

}  // namespace suffice
