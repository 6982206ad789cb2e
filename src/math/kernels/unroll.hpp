// unroll: loops whose index is a constant, so that arrays of vectors can stay in registers.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace suffice {

template <typename Body, std::size_t... I>
[[gnu::always_inline]] inline void unroll(Body&& body, std::index_sequence<I...> /*all*/) {
  (body(std::integral_constant<std::size_t, I>()), ...);
}

/// body(0), body(1), …, body(count − 1).
template <std::size_t count, typename Body>
[[gnu::always_inline]] inline void unroll(Body&& body) {
  unroll(body, std::make_index_sequence<count>());
}

}  // namespace suffice
