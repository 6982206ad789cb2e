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

  /// The bytes of the input from its start, whatever was read of them before: those that were kept, and then new ones,
  /// each kept as it is read. One is read at a time: the next call ends what the last one gave.
  [[nodiscard]] Input from_start();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace suffice
