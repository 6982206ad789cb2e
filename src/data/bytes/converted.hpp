// converted(): an Input whose bytes become others on the way.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "data/bytes/input.hpp"

namespace suffice {

/// Bytes of the input on one side, what a converter makes of them on the other. It has add(bytes, to), which appends
/// what these bytes complete, and finish(to), for what is left at the end.
template <typename Converter>
class Conversion {
 public:
  Conversion(Input input, Converter converter, std::size_t chunk_bytes)
      : input_(std::move(input)), converter_(std::move(converter)), chunk_(chunk_bytes, '\0') {}

  std::size_t read(char* to, std::size_t size) {
    fill(true);
    const std::size_t count = text_.copy(to, size, start_);
    start_ += count;
    return count;
  }

  bool would_wait() {
    fill(false);
    return start_ == text_.size() && !ended_;
  }

 private:
  /// Makes text ready, unless the end has come or, when it may not wait, none can be made now.
  void fill(bool may_wait) {
    while (start_ == text_.size() && !ended_) {
      if (!may_wait && input_.would_wait()) return;
      const std::size_t count = input_.read(chunk_.data(), chunk_.size());
      text_.clear();
      start_ = 0;
      if (count > 0) {
        converter_.add(std::string_view(chunk_).substr(0, count), text_);
      } else {
        converter_.finish(text_);
        ended_ = true;
      }
    }
  }

  Input input_;
  Converter converter_;
  std::string chunk_;
  std::string text_;
  std::size_t start_ = 0;  // of the text that is ready
  bool ended_ = false;
};

/// What can be given without waiting comes without waiting.
template <typename Converter>
Input converted(Input input, Converter converter, std::size_t chunk_bytes) {
  std::string name = input.name();
  const auto state = std::make_shared<Conversion<Converter>>(std::move(input), std::move(converter), chunk_bytes);
  return {std::move(name), [state](char* to, std::size_t size) { return state->read(to, size); },
          [state] { return state->would_wait(); }};
}

}  // namespace suffice
