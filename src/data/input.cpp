// Reading bytes by read(2); telling by poll(2) whether that would wait.
#include "data/input.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/names.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& what, int reason, const std::string& next_step) {
  throw Error(ErrorCode::file_system, what + ": " + std::generic_category().message(reason) + "; " + next_step, name);
}

int open_to_read(const std::string& path) {
  if (path.find('\0') != std::string::npos) {
    throw Error(ErrorCode::file_system, "a path cannot hold a zero byte; check the path", shown(path));
  }
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) fail(path, "cannot be opened", errno, "check the path and the permissions");
  return descriptor;
}

/// Number of descriptors that are ready to be read, at its end or broken: 0 or 1.
int poll_to_read(int descriptor, int timeout_milliseconds) {
  pollfd request{descriptor, POLLIN, 0};
  int ready = -1;
  do {
    ready = ::poll(&request, 1, timeout_milliseconds);
  } while (ready < 0 && errno == EINTR);
  return ready;
}

}  // namespace

Input::Input(const std::string& path) : name_(path == "-" ? "<stdin>" : path) {
  const int descriptor = path == "-" ? STDIN_FILENO : open_to_read(path);
  struct stat status{};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    if (descriptor != STDIN_FILENO) ::close(descriptor);
    throw Error(ErrorCode::file_system, "is a folder; give a file, or - for stdin", name_);
  }
  descriptor_ = descriptor;
}

Input::Input(std::string name, Supplier supplier) : name_(std::move(name)), supplier_(std::move(supplier)) {}

Input::~Input() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

Input::Input(Input&& other) noexcept
    : name_(std::move(other.name_)),
      supplier_(std::move(other.supplier_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_read_(other.bytes_read_) {}

std::size_t Input::read(char* to, std::size_t size) {
  std::size_t count = 0;
  if (supplier_) {
    count = supplier_(to, size);
  } else {
    ssize_t result = -1;
    while ((result = ::read(descriptor_, to, size)) < 0) {
      if (errno == EAGAIN || errno == EWOULDBLOCK) {
        poll_to_read(descriptor_, -1);
      } else if (errno != EINTR) {
        fail(name_, "cannot be read", errno, "give a file that can be read, or - for stdin");
      }
    }
    count = static_cast<std::size_t>(result);
  }
  bytes_read_ += count;
  return count;
}

bool Input::would_wait() const { return !supplier_ && poll_to_read(descriptor_, 0) == 0; }

}  // namespace suffice
