// Input: the bytes of a file, of stdin or of a function, in order and once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace suffice {

/// Bytes that can be read once. Every Error has the code file_system and names the input.
class Input {
 public:
  /// Writes up to `size` bytes to `to` and returns how many; 0 is the end.
  using Supplier = std::function<std::size_t(char* to, std::size_t size)>;

  /// Opens a file; "-" is stdin.
  explicit Input(const std::string& path);
  /// Takes its bytes from a function that never waits.
  Input(std::string name, Supplier supplier);
  ~Input();
  Input(Input&& other) noexcept;
  Input& operator=(Input&&) = delete;

  /// Reads at least 1 and up to `size` bytes, waiting for them if need be; 0 is the end.
  std::size_t read(char* to, std::size_t size);
  /// True when read() would have to wait: the other end of a pipe is open and silent. Never for a regular file.
  [[nodiscard]] bool would_wait() const;

  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }
  /// The name for messages: the path, or <stdin>.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
  Supplier supplier_;
  int descriptor_ = -1;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace suffice
