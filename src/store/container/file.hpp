// Reading files: an owned descriptor, and the whole content within a limit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <sys/stat.h>

namespace suffice {

/// An open file, closed with the object.
class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

/// Error (file_system) saying what could not be done with `path`, and the reason that `errno` gives.
[[noreturn]] void fail_with_errno(std::string_view what, const std::string& path);

/// Error (file_system) when there is no such file or it may not be opened.
FileDescriptor open_to_read(const std::string& path);
/// For reading and for locking against other writers.
FileDescriptor open_to_change(const std::string& path);

/// Status of an open file.
struct stat status_of(const FileDescriptor& file, const std::string& path);

/// Given the first bytes of a file (all, if it has fewer than 4096), says how many it may have in all; may throw.
using SizeLimit = std::function<std::uint64_t(std::string_view start)>;

/// The content, a pipe's too. Error (file_system) when reading fails or there is more than `limit` allows, which is
/// found out before memory is taken.
std::string read_all(const FileDescriptor& file, const std::string& path, const SizeLimit& limit);

}  // namespace suffice
