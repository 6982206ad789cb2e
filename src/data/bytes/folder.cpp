// Folders by opendir(3) and stat(2).
#include "data/bytes/folder.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <sys/stat.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

[[noreturn]] void fail_to_read(const std::string& path, int reason) {
  throw Error(ErrorCode::file_system,
              "cannot be read: " + std::generic_category().message(reason) + "; check the path and the permissions",
              path);
}

FolderIdentity identity(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) fail_to_read(path, errno);
  return {status.st_dev, status.st_ino};
}

enum class EntryKind { file, folder, other };

struct Entry {
  std::string name;
  EntryKind kind;

  bool operator<(const Entry& other) const { return name < other.name; }
};

/// What the entry is, or what it links to; a link that leads nowhere is a file, to fail when that is read.
EntryKind kind_of(const std::string& folder, const dirent& entry) {
  if (entry.d_type == DT_REG) return EntryKind::file;
  if (entry.d_type == DT_DIR) return EntryKind::folder;
  struct stat status{};
  if (::stat((folder + "/" + entry.d_name).c_str(), &status) != 0 || S_ISREG(status.st_mode)) return EntryKind::file;
  return S_ISDIR(status.st_mode) ? EntryKind::folder : EntryKind::other;
}

std::vector<Entry> entries_of(const std::string& folder) {
  const auto close = [](DIR* stream) { ::closedir(stream); };
  const std::unique_ptr<DIR, decltype(close)> stream(::opendir(folder.c_str()), close);
  if (stream == nullptr) fail_to_read(folder, errno);
  std::vector<Entry> entries;
  errno = 0;
  while (const dirent* const entry = ::readdir(stream.get())) {
    if (entry->d_name[0] != '.') entries.push_back({entry->d_name, kind_of(folder, *entry)});
    errno = 0;
  }
  if (errno != 0) fail_to_read(folder, errno);
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// The folders that hold a folder, up to the root; those that cannot be looked at are left out.
FolderIdentities holders_of(std::string folder) {
  FolderIdentities holders;
  struct stat status{};
  while (::stat((folder += "/..").c_str(), &status) == 0 && holders.emplace(status.st_dev, status.st_ino).second) {
  }
  return holders;
}

void add_files(const std::string& folder, const std::string& within, const FolderIdentities& others,
               FolderIdentities& read, FilesUnder& found) {
  const auto is_new = [&](const FolderIdentity& inner) { return !others.contains(inner) && read.insert(inner).second; };
  for (const Entry& entry : entries_of(folder)) {
    const std::string path = within + entry.name;
    const std::string inner = folder + "/" + entry.name;
    if (entry.kind == EntryKind::file) {
      found.files.push_back(path);
    } else if (entry.kind == EntryKind::folder && is_new(identity(inner))) {
      add_files(inner, path + "/", others, read, found);
    } else {
      found.skipped.push_back(path);
    }
  }
}

}  // namespace

bool is_folder(const std::string& path) {
  struct stat status{};
  return path.find('\0') == std::string::npos && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

FolderContents contents_of(const std::string& folder) {
  FolderContents contents;
  for (Entry& entry : entries_of(folder)) {
    if (entry.kind == EntryKind::folder) contents.folders.push_back(std::move(entry.name));
    if (entry.kind == EntryKind::file) contents.files.push_back(std::move(entry.name));
    if (entry.kind == EntryKind::other) contents.skipped.push_back(std::move(entry.name));
  }
  return contents;
}

FilesUnder files_under(const std::string& folder, const FolderIdentities& others) {
  FilesUnder found;
  FolderIdentities read = holders_of(folder);
  read.insert(identity(folder));
  add_files(folder, "", others, read, found);
  std::sort(found.files.begin(), found.files.end());
  return found;
}

FolderIdentities identities_of(const std::vector<std::string>& folders) {
  FolderIdentities found;
  for (const std::string& folder : folders) found.insert(identity(folder));
  return found;
}

}  // namespace suffice
