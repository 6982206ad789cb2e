#include "math/huge_pages.hpp"

#include <cstdint>

#include <sys/mman.h>

namespace suffice {

void advise_huge_pages([[maybe_unused]] const void* start, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21U;
  const auto address = reinterpret_cast<std::uintptr_t>(start);
  const std::uintptr_t first = (address + huge_page - 1) / huge_page * huge_page;
  const std::uintptr_t last = (address + bytes) / huge_page * huge_page;
  if (first < last) {
    auto* bytes_at = static_cast<char*>(const_cast<void*>(start));
    ::madvise(bytes_at + (first - address), last - first, MADV_HUGEPAGE);
  }
#endif
}

}  // namespace suffice
