// Reading files through POSIX calls.
#include "store/container/file.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::size_t start_bytes = 4096;
constexpr std::size_t chunk_bytes = std::size_t{1} << 16U;

FileDescriptor open_file(const std::string& path, int flags) {
  FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC));
  if (!file.is_open() && errno == ENOENT) {
    throw Error(ErrorCode::file_system, "there is no such file; check the spelling and the folder", path);
  }
  if (!file.is_open()) fail_with_errno("cannot open", path);
  return file;
}

/// Appends up to `count` bytes; fewer only at the end of the file.
void append(const FileDescriptor& file, const std::string& path, std::size_t count, std::string& bytes) {
  const std::size_t before = bytes.size();
  bytes.resize(before + count);
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = ::read(file.number(), bytes.data() + before + done, count - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_with_errno("cannot read", path);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(before + done);
}

void check_size(std::uint64_t size, std::uint64_t most, const std::string& path) {
  if (size <= most) return;
  throw Error(ErrorCode::file_system,
              fmt::format("the file has more than {} bytes, too many for what it should be", most), path);
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (is_open()) ::close(number_);
}

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void fail_with_errno(std::string_view what, const std::string& path) {
  const std::string reason = std::generic_category().message(errno);
  throw Error(ErrorCode::file_system, fmt::format("{}: {}", what, reason), path);
}

FileDescriptor open_to_read(const std::string& path) { return open_file(path, O_RDONLY); }

FileDescriptor open_to_change(const std::string& path) { return open_file(path, O_RDWR); }

struct stat status_of(const FileDescriptor& file, const std::string& path) {
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) fail_with_errno("cannot read the status", path);
  return status;
}

std::string read_all(const FileDescriptor& file, const std::string& path, const SizeLimit& limit) {
  const struct stat status = status_of(file, path);
  std::string bytes;
  append(file, path, start_bytes, bytes);
  const std::uint64_t most = limit(bytes);
  if (S_ISREG(status.st_mode)) {
    const auto size = static_cast<std::uint64_t>(status.st_size);
    check_size(size, most, path);
    bytes.reserve(size + chunk_bytes);
  }
  for (std::size_t before = 0; before != bytes.size();) {
    before = bytes.size();
    check_size(before, most, path);
    append(file, path, chunk_bytes, bytes);
  }
  return bytes;
}

}  // namespace suffice
