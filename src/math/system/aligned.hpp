// AlignedVector: numbers that start on a cache line, so that a vector load never straddles two. Many of them have pages
// of their own.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "math/system/huge_pages.hpp"

namespace suffice {

template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};
  static constexpr std::size_t many = std::size_t{1} << 18U;  // bytes

  CacheLineAllocator() = default;
  template <typename Other>
  explicit CacheLineAllocator(const CacheLineAllocator<Other>& /*other*/) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    return static_cast<T*>(bytes < many ? ::operator new(bytes, alignment) : take_pages(bytes));
  }
  void deallocate(T* numbers, std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < many) {
      ::operator delete(numbers, alignment);
    } else {
      give_back_pages(numbers, bytes);
    }
  }
  bool operator==(const CacheLineAllocator&) const = default;
};

using AlignedVector = std::vector<double, CacheLineAllocator<double>>;

}  // namespace suffice
