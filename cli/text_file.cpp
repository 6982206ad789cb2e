#include "text_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

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

std::string power_cut_doubt(const Saved& saved) {
  return saved.doubt.empty()
             ? ""
             : fmt::format(", but it is not yet certain to survive a power cut: the folder could not be synced ({})",
                           saved.doubt);
}

void save_text_file(const std::string& text, const std::string& path, const Console& console) {
  console.say(fmt::format("saved {}{}", path, power_cut_doubt(save_text(text, path))));
}

void check_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code ignored;
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) {
    return;
  }
  if (std::filesystem::exists(folder, ignored)) {
    throw Error(ErrorCode::file_system, fmt::format("{} is not a folder; choose another name", folder.string()), path);
  }
  throw Error(ErrorCode::file_system, fmt::format("there is no folder {}; create it first", folder.string()), path);
}

namespace {

void check_is_not_read(const std::string& path, const std::vector<std::string>& read) {
  std::error_code ignored;
  if (std::ranges::any_of(read,
                          [&](const std::string& each) { return std::filesystem::equivalent(each, path, ignored); })) {
    throw Error(ErrorCode::usage, "-o names a file that is read; choose another name", path);
  }
}

}  // namespace

void check_picture_file(const std::string& path, const std::vector<std::string>& read) {
  if (path.empty()) {
    return;
  }
  if (!path.ends_with(".svg")) {
    throw Error(ErrorCode::usage, "pictures are written as SVG: give -o a name that ends with .svg", path);
  }
  check_folder(path);
  check_is_not_read(path, read);
}

void check_page_file(const std::string& path, const std::vector<std::string>& read) {
  if (!path.ends_with(".html")) {
    throw Error(ErrorCode::usage, "a report is a page of HTML: give -o a name that ends with .html", path);
  }
  check_folder(path);
  check_is_not_read(path, read);
}

}  // namespace suffice::cli
