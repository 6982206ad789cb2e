#include "text/characters.hpp"

#include <utf8proc.h>

namespace suffice {

CharacterTable::CharacterTable() {
  constexpr std::uint32_t size = 0x3000;
  table_.reserve(size);
  for (std::uint32_t code = 0; code < size; ++code) {
    table_.push_back(character(code));
  }
}

Character CharacterTable::character(std::uint32_t code) {
  const auto point = static_cast<utf8proc_int32_t>(code);
  const utf8proc_property_t* property = ::utf8proc_get_property(point);
  const int category = property->category;
  const bool cased = property->lowercase_seqindex != UINT16_MAX;
  return {.lower = static_cast<std::uint32_t>(cased ? ::utf8proc_tolower(point) : point) & 0x1FFFFFU,
          .word = (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO) || code == '_',
          .space = (category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP) ||
                   (code >= '\t' && code <= '\r') || code == 0x85};
}

}  // namespace suffice
