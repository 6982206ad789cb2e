#include "failing_memory.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace {

std::atomic<bool> armed = false;
std::atomic<long> allocations = 0;
std::atomic<long> live = 0;
suffice::MemoryFault wanted;

bool fails_now() {
  if (!armed.load(std::memory_order_relaxed)) return false;
  const long number = allocations.fetch_add(1, std::memory_order_relaxed) + 1;
  return wanted.at > 0 && (number == wanted.at || (wanted.later && number > wanted.at));
}

void* counted(void* block) {
  if (block != nullptr) live.fetch_add(1, std::memory_order_relaxed);
  return block;
}

void* no_memory() {
  errno = ENOMEM;
  return nullptr;
}

}  // namespace

// The C library's own allocator, under the names that stay when a program brings malloc. NOLINTBEGIN(bugprone-*,
// cert-*, readability-*): names and parameters are those of the C library.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);

void* malloc(std::size_t size) { return fails_now() ? no_memory() : counted(__libc_malloc(size)); }
void* calloc(std::size_t count, std::size_t size) {
  return fails_now() ? no_memory() : counted(__libc_calloc(count, size));
}
void* realloc(void* block, std::size_t size) {
  if (block == nullptr) return malloc(size);
  return fails_now() ? no_memory() : __libc_realloc(block, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  return fails_now() ? no_memory() : counted(__libc_memalign(alignment, size));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  void* found = memalign(alignment, size);
  if (found == nullptr) return ENOMEM;
  *block = found;
  return 0;
}
void free(void* block) {
  if (block != nullptr) live.fetch_sub(1, std::memory_order_relaxed);
  __libc_free(block);
}
}
// NOLINTEND(bugprone-*, cert-*, readability-*)

namespace suffice {

void start_faults(MemoryFault fault) {
  wanted = fault;
  allocations = 0;
  armed = true;
}

long stop_faults() {
  armed = false;
  return allocations;
}

long live_blocks() { return live; }

}  // namespace suffice
