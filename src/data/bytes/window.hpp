// Window: the bytes of an Input that are held in memory, from the first one still wanted.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "data/bytes/input.hpp"

namespace suffice {

/// Memory is what is held and one chunk, at most doubled; and as much again after renew().
class Window {
 public:
  static constexpr std::size_t usual_chunk_bytes = std::size_t{1} << 20;

  explicit Window(Input input, std::size_t chunk_bytes = usual_chunk_bytes);

  /// What is held; valid until grow().
  [[nodiscard]] std::string_view bytes() const { return {buffer_.get() + start_, end_ - start_}; }
  /// Reads up to a chunk more, waiting if need be; false at the end.
  bool grow();
  /// Grows until `count` bytes are held; false when the input ends before.
  bool hold(std::size_t count);
  /// Takes what is held to other memory, with room for so many bytes more: what was dropped since the last call stays
  /// where it is until the next one.
  void renew(std::size_t room = 0);
  /// Lets go of the first bytes.
  void drop(std::size_t count) { start_ += count; }

  [[nodiscard]] Input& input() { return input_; }
  [[nodiscard]] const Input& input() const { return input_; }

 private:
  Input input_;
  std::size_t chunk_bytes_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::unique_ptr<char[]> other_buffer_;
  std::size_t other_capacity_ = 0;
  std::size_t start_ = 0;
  std::size_t end_ = 0;
};

}  // namespace suffice
