// AlignedVector: numbers that start on a cache line, so that a vector load never straddles two.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "math/huge_pages.hpp"

namespace suffice {

template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  CacheLineAllocator() = default;
  template <typename Other>
  explicit CacheLineAllocator(const CacheLineAllocator<Other>& /*other*/) {}

  T* allocate(std::size_t count) {
    void* memory = ::operator new(count * sizeof(T), alignment);
    advise_huge_pages(memory, count * sizeof(T));
    return static_cast<T*>(memory);
  }
  void deallocate(T* numbers, std::size_t /*count*/) { ::operator delete(numbers, alignment); }
  bool operator==(const CacheLineAllocator&) const = default;
};

using AlignedVector = std::vector<double, CacheLineAllocator<double>>;

}  // namespace suffice
