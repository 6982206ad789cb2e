// ReplacementFile: new content for a path that takes the place of the old in one step, or not at all.
#pragma once

#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include "store/container/file.hpp"

namespace suffice {

/// Signals that would end the process, held back from this thread as long as the object lives.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  /// Whether one has come that ends the process when the object is gone: nobody handles, ignores or blocks it.
  [[nodiscard]] bool will_end() const;

 private:
  sigset_t before_{};
};

/// A temporary file in the folder of the file it is to replace. Every Error is file_system and names folder or file.
/// A path that is a symbolic link stands for what it points to. The temporary file is locked as long as it is written:
/// one that is not was left by a process that was killed, and is removed when the next one is made. Ctrl-C takes effect
/// when the file has taken its place or is gone: gone, where it came before commit().
class ReplacementFile {
 public:
  /// Error when the folder is missing or not writable, and when `path` is there but not a plain file, or the one that
  /// standard output or error goes to, whatever it is called ("/dev/stdout").
  explicit ReplacementFile(const std::string& path);
  /// Removes the temporary file unless it has taken its place.
  ~ReplacementFile();
  ReplacementFile(const ReplacementFile&) = delete;
  ReplacementFile& operator=(const ReplacementFile&) = delete;

  /// The temporary file, open for reading and writing.
  [[nodiscard]] const FileDescriptor& file() const { return file_; }
  /// Writes all of the content through to the disk. Owner, group, permissions and extended attributes are those of the
  /// file that is replaced, as far as the system allows.
  void write(std::string_view content);

  struct Committed {
    FileDescriptor file;  ///< stays open
    std::string doubt;    ///< why the file, which is in place, may not survive a loss of power; empty: it does
  };
  /// Renames the temporary file and makes that last. Error when a signal is to end the process: it takes effect as the
  /// Error leaves the scope of this object. `in_place`, which may not throw, is called while signals are still held.
  Committed commit(const std::function<void()>& in_place = {});

 private:
  void create_temporary();
  void take_attributes();

  HeldSignals signals_;
  std::string path_;
  std::string folder_path_;
  std::string name_;
  std::string temporary_name_;      // empty once it is gone
  std::optional<struct stat> old_;  // the file that is replaced
  FileDescriptor folder_;
  FileDescriptor file_;
};

}  // namespace suffice
