// NpyHeader: what the first bytes of an npy file say of its array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "data/bytes/window.hpp"
#include "data/formats/npy/npy_type.hpp"

namespace suffice {

inline constexpr std::string_view npy_signature = "\x93NUMPY";

/// rows × columns × the size of an element is below 2⁶³.
struct NpyHeader {
  NpyType type;
  bool columns_together = false;  ///< Fortran order: column after column
  std::uint64_t rows = 0;
  std::size_t columns = 1;         ///< 1 for an array of one dimension
  std::uint64_t header_bytes = 0;  ///< before the first element

  [[nodiscard]] std::uint64_t row_bytes() const { return columns * type.size; }
};

/// Takes the header off the window. Error (bad_data) unless it is one of version 1 to 3, of at most 64 KiB, for an
/// array of one or two dimensions whose elements can be read.
NpyHeader read_npy_header(Window& window);

/// The array that a header's dictionary describes, such as
/// {'descr': '<f8', 'fortran_order': False, 'shape': (150, 4), }
NpyHeader parse_npy_dictionary(std::string_view text, const std::string& file);

}  // namespace suffice
