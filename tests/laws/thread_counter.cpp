#include "thread_counter.hpp"

#include <atomic>
#include <cerrno>

#include <dlfcn.h>
#include <pthread.h>

namespace {

std::atomic<std::uint64_t> started = 0;

}  // namespace

// Comes before that of the C library, also for calls from other shared objects.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto next = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  ++started;
  return next != nullptr ? next(thread, attributes, body, argument) : EAGAIN;
}

namespace suffice {

std::uint64_t threads_started() { return started; }

}  // namespace suffice
