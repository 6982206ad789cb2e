// Bytes that end where memory ends: reading beyond the last of them ends the process.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace suffice {

class GuardedBytes {
 public:
  explicit GuardedBytes(std::size_t most) : page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))) {
    room_ = (most + page_ - 1) / page_ * page_;
    void* const memory = ::mmap(nullptr, room_ + page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    start_ = static_cast<char*>(memory);
    if (::mprotect(start_ + room_, page_, PROT_NONE) != 0) throw std::bad_alloc();
  }
  ~GuardedBytes() { ::munmap(start_, room_ + page_); }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;

  /// The same bytes, at most as many as there is room for, until the next call.
  std::string_view hold(std::string_view bytes) {
    char* const place = start_ + room_ - bytes.size();
    std::memcpy(place, bytes.data(), bytes.size());
    return {place, bytes.size()};
  }

 private:
  std::size_t page_;
  std::size_t room_ = 0;
  char* start_ = nullptr;
};

}  // namespace suffice
