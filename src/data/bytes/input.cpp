// Reading bytes by read(2) and pread(2); telling by poll(2) whether that would wait.
#include "data/bytes/input.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& what, int reason, const std::string& next_step) {
  throw Error(ErrorCode::file_system, what + ": " + std::generic_category().message(reason) + "; " + next_step, name);
}

int open_descriptor(const std::string& path) {
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
  const int descriptor = path == "-" ? STDIN_FILENO : open_descriptor(path);
  struct stat status{};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    if (descriptor != STDIN_FILENO) ::close(descriptor);
    throw Error(ErrorCode::file_system, "is a folder; give a file, or - for stdin", name_);
  }
  descriptor_ = descriptor;
  start_ = std::max<std::int64_t>(::lseek(descriptor, 0, SEEK_CUR), 0);
}

Input::Input(std::string name, Supplier supplier, std::function<bool()> would_wait)
    : name_(std::move(name)), supplier_(std::move(supplier)), supplier_would_wait_(std::move(would_wait)) {}

Input::~Input() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

Input::Input(Input&& other) noexcept
    : name_(std::move(other.name_)),
      supplier_(std::move(other.supplier_)),
      supplier_would_wait_(std::move(other.supplier_would_wait_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      start_(other.start_),
      ahead_(std::move(other.ahead_)),
      ahead_start_(std::exchange(other.ahead_start_, 0)),
      ended_(other.ended_),
      bytes_read_(other.bytes_read_) {}

/// Takes some more bytes until `count` of them are ahead; false at the end.
bool Input::take_ahead(std::size_t count) {
  const std::size_t held = ahead_.size();
  ahead_.resize(ahead_start_ + count);
  std::size_t taken = 0;
  try {
    taken = take(ahead_.data() + held, ahead_.size() - held);
  } catch (const Error&) {
    ahead_.resize(held);
    throw;
  }
  ahead_.resize(held + taken);
  return taken > 0;
}

bool Input::starts_with(std::string_view bytes) {
  while (ahead().size() < bytes.size() && bytes.starts_with(ahead())) {
    if (!take_ahead(bytes.size())) break;
  }
  return ahead().starts_with(bytes);
}

std::string_view Input::peek(std::size_t count) {
  while (ahead().size() < count) {
    if (!take_ahead(count)) break;
  }
  return ahead().substr(0, count);
}

std::string_view Input::peek_some(std::size_t count) {
  while (ahead().size() < count && (ahead().empty() || !take_would_wait())) {
    if (!take_ahead(count)) break;
  }
  return ahead().substr(0, count);
}

std::size_t Input::read(char* to, std::size_t size) {
  std::size_t count = std::min(size, ahead().size());
  if (count > 0) {
    ahead().copy(to, count);
    ahead_start_ += count;
    if (ahead_start_ == ahead_.size()) {
      ahead_ = {};
      ahead_start_ = 0;
    }
  } else {
    count = take(to, size);
  }
  bytes_read_ += count;
  return count;
}

/// The next bytes of the file or function. Its end is asked for once: a terminal would begin anew.
std::size_t Input::take(char* to, std::size_t size) {
  if (ended_) return 0;
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
  ended_ = count == 0 && size > 0;
  return count;
}

bool Input::would_wait() { return ahead().empty() && take_would_wait(); }

bool Input::take_would_wait() {
  if (ended_) return false;
  if (supplier_) return supplier_would_wait_ && supplier_would_wait_();
  return poll_to_read(descriptor_, 0) == 0;
}

std::optional<std::uint64_t> Input::size() const {
  struct stat status{};
  if (supplier_ || ::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(status.st_size - start_, 0));
}

void Input::read_at(std::uint64_t offset, char* to, std::size_t size) const {
  while (size > 0) {
    const ssize_t count = ::pread(descriptor_, to, size, start_ + static_cast<std::int64_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(name_, "cannot be read", errno, "give a file that can be read");
    if (count == 0) throw Error(ErrorCode::file_system, "became shorter while it was read; start again", name_);
    offset += static_cast<std::uint64_t>(count);
    to += count;
    size -= static_cast<std::size_t>(count);
  }
}

}  // namespace suffice
