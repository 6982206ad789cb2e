#include "text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;

}  // namespace

std::string read_text(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::string part(1 << 16, '\0');
  while (file) {
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    text.append(part, 0, static_cast<std::size_t>(file.gcount()));
    if (text.size() > most_bytes) {
      throw Error(ErrorCode::usage, "has more than 256 MiB; is it the right file?", path);
    }
  }
  if (!file.eof()) {
    throw Error(ErrorCode::file_system, fmt::format("cannot be read: {}", std::strerror(errno)), path);
  }
  return text;
}

}  // namespace suffice::cli
