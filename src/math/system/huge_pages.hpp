// Huge pages: large memory asks for pages of 2 MiB, which take far less making and looking up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace suffice {

/// A hint to the operating system; it may do nothing.
void advise_huge_pages(const void* start, std::size_t bytes);

/// Memory of its own, on a large page from that size on, and advised: zeros, which go back to the system at once when
/// given back, where an allocator may keep them. Throws std::bad_alloc.
void* take_pages(std::size_t bytes);
void give_back_pages(void* pages, std::size_t bytes);

/// vector.resize(size), the memory being such; it at least doubles where it must grow.
template <typename T>
void resize_in_huge_pages(std::vector<T>& vector, std::size_t size) {
  if (size > vector.capacity()) {
    std::vector<T> larger;
    larger.reserve(std::max(size, 2 * vector.capacity()));
    advise_huge_pages(larger.data(), larger.capacity() * sizeof(T));
    larger.insert(larger.end(), vector.begin(), vector.end());
    vector.swap(larger);
  }
  vector.resize(size);
}

/// A copy whose memory is such.
template <typename Numbers>
auto copy_in_huge_pages(const Numbers& numbers) {
  std::vector<typename Numbers::value_type> copy;
  copy.reserve(numbers.size());
  advise_huge_pages(copy.data(), numbers.size() * sizeof(copy[0]));
  copy.insert(copy.end(), numbers.begin(), numbers.end());
  return copy;
}

/// On a cache line; from a large page's size on, on such a page, and advised.
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
    advise_huge_pages(memory, count * sizeof(T));
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

/// Numbers that are read here and there. resize() leaves new ones to be set.
using HugeVector = std::vector<double, HugePageAllocator<double>>;

}  // namespace suffice
