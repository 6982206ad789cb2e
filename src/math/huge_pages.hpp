// Huge pages: large memory that is read at random asks for pages of 2 MiB, which take far less looking up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace suffice {

/// A hint to the operating system; it may do nothing.
void advise_huge_pages(const void* start, std::size_t bytes);

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
template <typename T>
std::vector<T> copy_in_huge_pages(const std::vector<T>& vector) {
  std::vector<T> copy;
  copy.reserve(vector.size());
  advise_huge_pages(copy.data(), vector.size() * sizeof(T));
  copy.insert(copy.end(), vector.begin(), vector.end());
  return copy;
}

}  // namespace suffice
