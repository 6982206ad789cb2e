// NpyType: the type of an npy array's elements, and elements as numbers or as labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace suffice {

struct NpyType {
  enum class Kind { boolean, integer, natural, real, unicode, bytes };

  Kind kind = Kind::real;
  std::size_t size = 8;  ///< bytes of one element
  bool big_endian = false;

  bool operator==(const NpyType&) const = default;
};

/// '<f4', '>i8', '|b1', '<U12' and the like: float, double, integers of 1 to 8 bytes, bool, text. None for others, and
/// for text of more than 1 MiB.
std::optional<NpyType> npy_type(std::string_view description);

/// False for text.
bool is_number(const NpyType& type);

/// out[k]: the double nearest to element k of `count` numbers that lie one after the other.
void convert(const NpyType& type, const char* elements, std::size_t count, double* out);
/// The same for float, the type being a real of 4 bytes.
void convert(const NpyType& type, const char* elements, std::size_t count, float* out);

/// One element as a label: an integer's digits, True or False, text as UTF-8 without the zeros that pad it.
/// None for a real that is not an integer of up to 2⁵³, and for what is not Unicode.
std::optional<std::string> label_text(const NpyType& type, const char* element);

}  // namespace suffice
