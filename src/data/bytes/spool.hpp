// Spool: bytes that come once, kept in a temporary file so that they can be read again.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "data/bytes/input.hpp"

namespace suffice {

/// The temporary file has no name and is gone with the last Input that reads it. Every Error has the code file_system.
class Spool {
 public:
  explicit Spool(Input input);

  /// The bytes of the input, each kept as it is read.
  [[nodiscard]] Input first();
  /// What was kept, from the start; call when first() has been read to its end.
  [[nodiscard]] Input again();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace suffice
