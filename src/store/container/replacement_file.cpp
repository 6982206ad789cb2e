// Atomic replacement of a file: temporary file, fsync, rename, fsync of the folder.
#include "store/container/replacement_file.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

namespace fs = std::filesystem;

constexpr int max_links = 40;
constexpr int max_names = 10'000;

/// The path with symbolic links in its last part followed, whether or not there is a file at the end.
fs::path follow_links(const std::string& path) {
  fs::path place = path;
  for (int i = 0; i < max_links; ++i) {
    std::error_code error;
    const fs::path target = fs::read_symlink(place, error);
    if (error) {
      if (!fs::exists(place, error) && fs::exists(path, error)) {
        throw Error(ErrorCode::file_system, "this file was removed and is only held open; give the name of a file",
                    path);
      }
      return place;
    }
    place = place.parent_path() / target;
  }
  throw Error(ErrorCode::file_system, "too many symbolic links, one after the other", path);
}

FileDescriptor open_folder(const std::string& path) {
  FileDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() && errno == ENOENT) {
    throw Error(ErrorCode::file_system, "there is no such folder; make it first, or write somewhere else", path);
  }
  if (!folder.is_open()) fail_with_errno("cannot write in this folder", path);
  return folder;
}

void check_plain_file(const struct stat& status, const std::string& path) {
  if (S_ISREG(status.st_mode)) return;
  const std::string kind = S_ISDIR(status.st_mode) ? "a folder" : "not a plain file";
  throw Error(ErrorCode::file_system, fmt::format("cannot be written: it is {}; give the name of a file", kind), path);
}

/// What a process prints is lost where the file it goes to is replaced.
void check_not_printed_to(const struct stat& status, const std::string& path) {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat printed{};
    if (::fstat(descriptor, &printed) == 0 && printed.st_dev == status.st_dev && printed.st_ino == status.st_ino) {
      throw Error(ErrorCode::file_system,
                  "cannot be written: what is printed goes to this file; give the name of another", path);
    }
  }
}

constexpr std::string_view temporary_start = ".suffice-";
constexpr std::string_view temporary_end = ".tmp";

bool try_lock(const FileDescriptor& file) { return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0; }

/// Whether the file is still the one of that name: it may have been put in place meanwhile, and another one begun.
bool has_name(const FileDescriptor& file, const FileDescriptor& folder, const char* name) {
  struct stat held{};
  struct stat named{};
  return ::fstat(file.number(), &held) == 0 && ::fstatat(folder.number(), name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

/// Removes the temporary files that nobody holds: those who wrote them were killed.
void sweep(const FileDescriptor& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> list(::fdopendir(::openat(folder.number(), ".", O_RDONLY | O_CLOEXEC)),
                                                 [](DIR* open) { return ::closedir(open); });
  while (const dirent* entry = list == nullptr ? nullptr : ::readdir(list.get())) {
    const std::string_view name = entry->d_name;
    if (!name.starts_with(temporary_start) || !name.ends_with(temporary_end)) continue;
    const FileDescriptor file(::openat(folder.number(), entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.is_open() && try_lock(file) && has_name(file, folder, entry->d_name)) {
      ::unlinkat(folder.number(), entry->d_name, 0);
    }
  }
}

/// What the system does not allow is left: the file would else not be saved at all.
void copy_extended_attributes(const FileDescriptor& from, const FileDescriptor& to) {
  const ssize_t size = ::flistxattr(from.number(), nullptr, 0);
  std::string names(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
  const ssize_t found = size > 0 ? ::flistxattr(from.number(), names.data(), names.size()) : 0;
  names.resize(found > 0 ? static_cast<std::size_t>(found) : 0);
  std::vector<char> value;
  for (std::size_t place = 0; place < names.size(); place = names.find('\0', place) + 1) {
    const char* const name = names.data() + place;
    const ssize_t bytes = ::fgetxattr(from.number(), name, nullptr, 0);
    if (bytes < 0) continue;
    value.resize(static_cast<std::size_t>(bytes));
    if (::fgetxattr(from.number(), name, value.data(), value.size()) == bytes) {
      static_cast<void>(::fsetxattr(to.number(), name, value.data(), value.size(), 0));
    }
  }
}

/// Some file systems cannot sync folders and say EINVAL; there the rename itself has to do.
bool sync_folder(const FileDescriptor& folder) { return ::fsync(folder.number()) == 0 || errno == EINVAL; }

}  // namespace

HeldSignals::HeldSignals() {
  sigset_t ending{};
  ::sigfillset(&ending);
  const auto faults = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};  // after which a thread cannot go on
  const auto harmless = {SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU};
  for (const int signal : faults) ::sigdelset(&ending, signal);
  for (const int signal : harmless) ::sigdelset(&ending, signal);
  ::pthread_sigmask(SIG_BLOCK, &ending, &before_);
}

HeldSignals::~HeldSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool HeldSignals::will_end() const {
  sigset_t pending{};
  ::sigpending(&pending);
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    const bool is_held = ::sigismember(&pending, signal) == 1 && ::sigismember(&before_, signal) == 0;
    struct sigaction action{};
    if (is_held && ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) return true;
  }
  return false;
}

ReplacementFile::ReplacementFile(const std::string& path) : path_(path) {
  struct stat old{};
  if (::stat(path.c_str(), &old) == 0) {
    check_plain_file(old, path);
    check_not_printed_to(old, path);
    old_ = old;
  }
  const fs::path place = follow_links(path);
  name_ = place.filename().string();
  folder_path_ = place.has_parent_path() ? place.parent_path().string() : ".";
  folder_ = open_folder(folder_path_);
  if (name_.empty()) throw Error(ErrorCode::file_system, "cannot be written: it does not name a file", path);
  sweep(folder_);
  create_temporary();
}

/// Between its making and its lock a file may be swept by another process; then the next name is tried.
void ReplacementFile::create_temporary() {
  const mode_t at_first = old_ ? 0600 : 0666;
  for (int i = 0; i < max_names && temporary_name_.empty(); ++i) {
    std::string name = fmt::format("{}{}-{}{}", temporary_start, ::getpid(), i, temporary_end);
    file_ = FileDescriptor(::openat(folder_.number(), name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, at_first));
    if (!file_.is_open() && errno != EEXIST && errno != EINTR) break;
    if (!file_.is_open()) continue;
    // Without locks, which some file systems have not, there is no sweeping either.
    const bool is_swept = !try_lock(file_) && errno == EWOULDBLOCK;
    if (is_swept) {
      ::unlinkat(folder_.number(), name.c_str(), 0);
      continue;
    }
    struct stat status{};
    if (::fstat(file_.number(), &status) != 0 || status.st_nlink > 0) temporary_name_ = std::move(name);
  }
  if (temporary_name_.empty()) fail_with_errno("cannot write in this folder", folder_path_);
}

/// The owner before the permissions: changing the owner clears some of them.
void ReplacementFile::take_attributes() {
  const bool owned = ::fchown(file_.number(), old_->st_uid, old_->st_gid) == 0;
  if (!owned) static_cast<void>(::fchown(file_.number(), static_cast<uid_t>(-1), old_->st_gid) == 0);
  if (::fchmod(file_.number(), old_->st_mode & 0777U) != 0) fail_with_errno("cannot set permissions", path_);
  const FileDescriptor old(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (old.is_open()) copy_extended_attributes(old, file_);
}

ReplacementFile::~ReplacementFile() {
  if (!temporary_name_.empty()) ::unlinkat(folder_.number(), temporary_name_.c_str(), 0);
}

void ReplacementFile::write(std::string_view content) {
  if (old_) take_attributes();
  while (!content.empty()) {
    const ssize_t done = ::write(file_.number(), content.data(), content.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_with_errno("cannot write", path_);
    content.remove_prefix(static_cast<std::size_t>(done));
  }
  if (::fsync(file_.number()) != 0) fail_with_errno("cannot write", path_);
}

ReplacementFile::Committed ReplacementFile::commit(const std::function<void()>& in_place) {
  if (signals_.will_end()) {
    throw Error(ErrorCode::file_system, "the process was told to end, so nothing was written; run it again", path_);
  }
  if (::renameat(folder_.number(), temporary_name_.c_str(), folder_.number(), name_.c_str()) != 0) {
    fail_with_errno("cannot put the new file in place", path_);
  }
  temporary_name_.clear();
  if (in_place) in_place();
  std::string doubt = sync_folder(folder_) ? "" : std::generic_category().message(errno);
  return {std::move(file_), std::move(doubt)};
}

}  // namespace suffice
