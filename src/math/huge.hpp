// HugeVector: numbers that are read here and there, in memory of few and large pages where the system has such.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

#include <sys/mman.h>

namespace suffice {

/// On a cache line; from a large page's size on, on such a page, and the system is asked to use them.
template <typename T>
struct HugePageAllocator {
  using value_type = T;
  static constexpr std::size_t page = std::size_t{1} << 21U;

  HugePageAllocator() = default;
  template <typename Other>
  explicit HugePageAllocator(const HugePageAllocator<Other>& /*other*/) {}

  static std::align_val_t alignment(std::size_t count) {
    return std::align_val_t{count * sizeof(T) < page ? 64 : page};
  }

  T* allocate(std::size_t count) {
    void* memory = ::operator new(count * sizeof(T), alignment(count));
#ifdef MADV_HUGEPAGE
    if (count * sizeof(T) >= page) {
      static_cast<void>(madvise(memory, count * sizeof(T), MADV_HUGEPAGE));  // a wish: nothing is lost without
    }
#endif
    return static_cast<T*>(memory);
  }
  /// Numbers that a vector makes without being told which are left as they are.
  template <typename Number>
  void construct(Number* number) {
    ::new (static_cast<void*>(number)) Number;
  }
  template <typename Number, typename... Values>
  void construct(Number* number, Values&&... values) {
    ::new (static_cast<void*>(number)) Number(std::forward<Values>(values)...);
  }
  void deallocate(T* numbers, std::size_t count) { ::operator delete(numbers, alignment(count)); }
  bool operator==(const HugePageAllocator&) const = default;
};

/// resize() leaves new numbers to be set.
using HugeVector = std::vector<double, HugePageAllocator<double>>;

}  // namespace suffice
