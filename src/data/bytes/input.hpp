// Input: the bytes of a file, of stdin or of a function, in order and once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace suffice {

/// Bytes that can be read once. Every Error of a file has the code file_system and names the input.
class Input {
 public:
  /// Writes up to `size` bytes to `to` and returns how many; 0 is the end.
  using Supplier = std::function<std::size_t(char* to, std::size_t size)>;

  /// Opens a file; "-" is stdin.
  explicit Input(const std::string& path);
  /// Takes its bytes from a function; `would_wait` says whether the next call has to wait, none: it never does.
  Input(std::string name, Supplier supplier, std::function<bool()> would_wait = {});
  ~Input();
  Input(Input&& other) noexcept;
  Input& operator=(Input&&) = delete;

  /// Whether the bytes still to be read begin with these; waits for no more of them than are needed to tell.
  bool starts_with(std::string_view bytes);
  /// Up to `count` of the bytes still to be read, which stay to be read; fewer where the input ends before, as it waits
  /// for the others. Valid until the next call.
  std::string_view peek(std::size_t count);
  /// The same without waiting for more than the first of them.
  std::string_view peek_some(std::size_t count);
  /// Reads at least 1 and up to `size` bytes, waiting for them if need be; 0 is the end.
  std::size_t read(char* to, std::size_t size);
  /// True when read() would have to wait: the other end of a pipe is open and silent. Never for a regular file.
  [[nodiscard]] bool would_wait();

  /// The bytes of a regular file, counted from where it was opened; none for anything else.
  [[nodiscard]] std::optional<std::uint64_t> size() const;
  /// Reads `size` bytes of a regular file, whatever was read before; Error when it ends before them.
  void read_at(std::uint64_t offset, char* to, std::size_t size) const;

  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }
  /// The name for messages: the path, or <stdin>.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::size_t take(char* to, std::size_t size);
  bool take_ahead(std::size_t count);
  [[nodiscard]] bool take_would_wait();
  [[nodiscard]] std::string_view ahead() const { return std::string_view(ahead_).substr(ahead_start_); }

  std::string name_;
  Supplier supplier_;
  std::function<bool()> supplier_would_wait_;
  int descriptor_ = -1;
  std::int64_t start_ = 0;  // of a regular file, where reading began
  std::string ahead_;       // taken, and not yet read from ahead_start_ on
  std::size_t ahead_start_ = 0;
  bool ended_ = false;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace suffice
