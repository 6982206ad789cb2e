// Atomic replacement of a file: temporary file, fsync, rename, fsync of the folder.
#include "store/container/replacement_file.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
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
    if (error) return place;
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

/// Some file systems cannot sync folders and say EINVAL; there the rename itself has to do.
bool sync_folder(const FileDescriptor& folder) { return ::fsync(folder.number()) == 0 || errno == EINVAL; }

}  // namespace

ReplacementFile::ReplacementFile(const std::string& path) : path_(path) {
  struct stat old{};
  if (::stat(path.c_str(), &old) == 0) {
    check_plain_file(old, path);
    permissions_ = old.st_mode & 0777U;
  }
  const fs::path place = follow_links(path);
  name_ = place.filename().string();
  folder_path_ = place.has_parent_path() ? place.parent_path().string() : ".";
  folder_ = open_folder(folder_path_);
  if (name_.empty()) throw Error(ErrorCode::file_system, "cannot be written: it does not name a file", path);
  create_temporary();
}

void ReplacementFile::create_temporary() {
  const mode_t at_first = permissions_ ? 0600 : 0666;
  for (int i = 0; i < max_names && !file_.is_open(); ++i) {
    const std::string name = fmt::format(".suffice-{}-{}.tmp", ::getpid(), i);
    file_ = FileDescriptor(::openat(folder_.number(), name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, at_first));
    if (file_.is_open()) temporary_name_ = name;
    if (!file_.is_open() && errno != EEXIST) break;
  }
  if (!file_.is_open()) fail_with_errno("cannot write in this folder", folder_path_);
}

ReplacementFile::~ReplacementFile() {
  if (!temporary_name_.empty()) ::unlinkat(folder_.number(), temporary_name_.c_str(), 0);
}

void ReplacementFile::write(std::string_view content) {
  if (permissions_ && ::fchmod(file_.number(), *permissions_) != 0) fail_with_errno("cannot set permissions", path_);
  while (!content.empty()) {
    const ssize_t done = ::write(file_.number(), content.data(), content.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_with_errno("cannot write", path_);
    content.remove_prefix(static_cast<std::size_t>(done));
  }
  if (::fsync(file_.number()) != 0) fail_with_errno("cannot write", path_);
}

FileDescriptor ReplacementFile::commit() {
  if (::renameat(folder_.number(), temporary_name_.c_str(), folder_.number(), name_.c_str()) != 0) {
    fail_with_errno("cannot put the new file in place", path_);
  }
  temporary_name_.clear();
  if (!sync_folder(folder_)) fail_with_errno("the new file is in place, but may not survive a loss of power", path_);
  return std::move(file_);
}

}  // namespace suffice
