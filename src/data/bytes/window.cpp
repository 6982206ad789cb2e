#include "data/bytes/window.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "math/system/huge_pages.hpp"

namespace suffice {

Window::Window(Input input, std::size_t chunk_bytes) : input_(std::move(input)), chunk_bytes_(chunk_bytes) {}

bool Window::grow() {
  const std::size_t held = end_ - start_;
  if (held + chunk_bytes_ > capacity_) {
    const std::size_t capacity = std::max(held + chunk_bytes_, 2 * held);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (held > 0) std::memcpy(larger.get(), buffer_.get() + start_, held);
    buffer_ = std::move(larger);
    capacity_ = capacity;
  } else if (start_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + start_, held);
  }
  start_ = 0;
  end_ = held;
  const std::size_t count = input_.read(buffer_.get() + end_, chunk_bytes_);
  end_ += count;
  return count > 0;
}

void Window::renew(std::size_t room) {
  const std::size_t held = end_ - start_;
  const std::size_t capacity = held + std::max(room, chunk_bytes_);
  if (other_capacity_ < capacity) {
    other_capacity_ = 0;
    other_buffer_ = std::make_unique_for_overwrite<char[]>(capacity);
    other_capacity_ = capacity;
    advise_huge_pages(other_buffer_.get(), capacity);
  }
  if (held > 0) std::memcpy(other_buffer_.get(), buffer_.get() + start_, held);
  std::swap(buffer_, other_buffer_);
  std::swap(capacity_, other_capacity_);
  start_ = 0;
  end_ = held;
}

bool Window::hold(std::size_t count) {
  while (end_ - start_ < count) {
    if (!grow()) return false;
  }
  return true;
}

}  // namespace suffice
