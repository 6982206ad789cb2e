// AlignedVector: numbers that start on a cache line, so that a vector load never straddles two.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace suffice {

template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  CacheLineAllocator() = default;
  template <typename Other>
  explicit CacheLineAllocator(const CacheLineAllocator<Other>& /*other*/) {}

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
  void deallocate(T* numbers, std::size_t /*count*/) { ::operator delete(numbers, alignment); }
  bool operator==(const CacheLineAllocator&) const = default;
};

using AlignedVector = std::vector<double, CacheLineAllocator<double>>;

}  // namespace suffice
