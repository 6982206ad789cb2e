// Thread counter: how many threads the program has started.
#pragma once

#include <cstdint>

namespace suffice {

/// Since the program began: every call of pthread_create, whoever made it.
std::uint64_t threads_started();

/// Those that were started while a call ran.
template <typename Call>
std::uint64_t threads_started_by(const Call& call) {
  const std::uint64_t before = threads_started();
  call();
  return threads_started() - before;
}

}  // namespace suffice
