// Text as an Input, a pipe as a path, and the error that reading them gives.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include "data/bytes/input.hpp"
#include "suffice/error.hpp"
#include "suffice/schema.hpp"

namespace suffice {

inline Input text_input(std::string text, std::string name = "t.csv") {
  return {std::move(name), [text = std::move(text), at = std::size_t{0}](char* to, std::size_t size) mutable {
            const std::size_t count = std::min(size, text.size() - at);
            std::memcpy(to, text.data() + at, count);
            at += count;
            return count;
          }};
}

inline std::string read_all(Input& input, std::size_t chunk = 5) {
  std::string text;
  std::string buffer(chunk, '\0');
  while (const std::size_t count = input.read(buffer.data(), chunk)) text.append(buffer, 0, count);
  return text;
}

/// A pipe that can be opened by path while text goes in at the other end.
class Pipe {
 public:
  Pipe() {
    if (::pipe(ends_.data()) != 0) throw std::runtime_error("no pipe");
  }
  ~Pipe() {
    close();
    ::close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }
  [[nodiscard]] int read_end() const { return ends_[0]; }
  void write(std::string_view text) const {
    if (::write(ends_[1], text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      throw std::runtime_error("short write");
    }
  }
  void close() { ::close(std::exchange(ends_[1], -1)); }

 private:
  std::array<int, 2> ends_{};
};

/// Code, place and message of the Error that the call throws: "3 t.csv:2:1: message". Empty when there is none.
template <typename Call>
std::string failure(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.code())) + " " + error.what();
  }
  return {};
}

/// The remedies of the Error that the call throws: "give column a=number, b=number; leave_out keep". Empty when there
/// is none.
template <typename Call>
std::string remedies(Call call) {
  std::string text;
  try {
    call();
  } catch (const Error& error) {
    for (const Remedy& remedy : error.remedies()) {
      constexpr std::array<const char*, 3> acts = {"give ", "leave_out ", "refit "};
      text += (text.empty() ? "" : "; ") + std::string(acts[static_cast<std::size_t>(remedy.act)]) + remedy.option;
      for (std::size_t k = 0; k < remedy.values.size(); ++k) text += (k == 0 ? " " : ", ") + remedy.values[k];
    }
  }
  return text;
}

/// A schema of one block.
inline Schema schema_of(std::vector<std::string> features, std::string target, std::string weight = "",
                        Kind kind = Kind::measurements) {
  return {{{.kind = kind, .features = std::move(features)}}, std::move(target), std::move(weight)};
}

}  // namespace suffice
