// ReplacementFile: new content for a path that takes the place of the old in one step, or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "store/container/file.hpp"

namespace suffice {

/// A temporary file in the folder of the file it is to replace. Every Error is file_system and names folder or file.
/// A path that is a symbolic link stands for what it points to.
class ReplacementFile {
 public:
  /// Error when the folder is missing or not writable, and when `path` is there but not a plain file.
  explicit ReplacementFile(const std::string& path);
  /// Removes the temporary file unless it has taken its place.
  ~ReplacementFile();
  ReplacementFile(const ReplacementFile&) = delete;
  ReplacementFile& operator=(const ReplacementFile&) = delete;

  /// The temporary file, open for reading and writing.
  [[nodiscard]] const FileDescriptor& file() const { return file_; }
  /// Writes all of the content through to the disk.
  void write(std::string_view content);
  /// Renames the temporary file and makes that last; gives back the file, which stays open.
  FileDescriptor commit();

 private:
  void create_temporary();

  std::string path_;
  std::string folder_path_;
  std::string name_;
  std::string temporary_name_;         // empty once it is gone
  std::optional<mode_t> permissions_;  // those of the file that is replaced
  FileDescriptor folder_;
  FileDescriptor file_;
};

}  // namespace suffice
