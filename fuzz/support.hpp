// What fuzz targets share: a check that ends the process, and bytes in memory as an Input.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "data/input.hpp"

namespace suffice {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline Input input_of(std::string_view text) {
  return {"fuzz.csv", [text](char* to, std::size_t size) mutable {
            const std::size_t count = std::min(size, text.size());
            if (count > 0) std::memcpy(to, text.data(), count);
            text.remove_prefix(count);
            return count;
          }};
}

}  // namespace suffice
