// What the C entry points share: failures kept as text, and columns that have numbers for names.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <vector>

#include "suffice/schema.hpp"

/// The value of body(), or `otherwise` after putting what it threw into `error`.
template <typename Value, typename Body>
Value guarded(std::string& error, Value otherwise, const Body& body) {
  try {
    return body();
  } catch (const std::exception& failure) {
    error = failure.what();
    return otherwise;
  }
}

/// "0", "1", … as many as `count`.
inline std::vector<std::string> numbers_below(std::size_t count) {
  std::vector<std::string> names;
  names.reserve(count);
  for (std::size_t k = 0; k < count; ++k) names.push_back(std::to_string(k));
  return names;
}

/// One block of the features 0, 1, … and the label y.
inline suffice::Schema numbered_schema(std::size_t columns, suffice::Kind kind) {
  return {.blocks = {{.kind = kind, .features = numbers_below(columns)}}, .target = "y"};
}
