#include "thread_counter.hpp"

#include <atomic>
#include <cerrno>

#include <dlfcn.h>
#include <pthread.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SUFFICE_THREAD_SANITIZER
#endif
#endif

namespace {

using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

std::atomic<std::uint64_t> started = 0;

}  // namespace

#ifdef SUFFICE_THREAD_SANITIZER
// Its own pthread_create, which must see every thread, and whose place the one below takes.
extern "C" int __interceptor_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
static Create next_create() { return __interceptor_pthread_create; }
#else
static Create next_create() { return reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create")); }
#endif

// Comes before that of the C library, also for calls from other shared objects.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* argument) noexcept {
  static const Create next = next_create();
  ++started;
  return next != nullptr ? next(thread, attributes, body, argument) : EAGAIN;
}

namespace suffice {

std::uint64_t threads_started() { return started; }

}  // namespace suffice
