#include "math/system/huge_pages.hpp"

#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

namespace suffice {

namespace {

constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21U;

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

}  // namespace

void advise_huge_pages([[maybe_unused]] const void* start, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  const auto address = reinterpret_cast<std::uintptr_t>(start);
  const std::uintptr_t first = (address + huge_page - 1) / huge_page * huge_page;
  const std::uintptr_t last = (address + bytes) / huge_page * huge_page;
  if (first < last) {
    auto* bytes_at = static_cast<char*>(const_cast<void*>(start));
    ::madvise(bytes_at + (first - address), last - first, MADV_HUGEPAGE);
  }
#endif
}

void* take_pages(std::size_t bytes) {
  const std::size_t size = whole_pages(bytes);
  const std::size_t spare = bytes < huge_page ? 0 : huge_page;  // so that a large page begins somewhere
  void* all = ::mmap(nullptr, size + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) {
    throw std::bad_alloc();
  }
  const std::size_t before =
      spare > 0 ? (huge_page - reinterpret_cast<std::uintptr_t>(all) % huge_page) % huge_page : 0;
  char* pages = static_cast<char*>(all) + before;
  if (before > 0) {
    ::munmap(all, before);
  }
  if (before < spare) {
    ::munmap(pages + size, spare - before);
  }
  advise_huge_pages(pages, size);
  return pages;
}

void give_back_pages(void* pages, std::size_t bytes) { ::munmap(pages, whole_pages(bytes)); }

}  // namespace suffice
