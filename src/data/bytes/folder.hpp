// The files of a folder and of the folders in it, as paths in byte order.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace suffice {

bool is_folder(const std::string& path);

/// What tells folders apart, whatever they are called: device and number.
using FolderIdentity = std::pair<dev_t, ino_t>;
using FolderIdentities = std::set<FolderIdentity>;

/// The names in a folder.
struct FolderContents {
  std::vector<std::string> folders;
  std::vector<std::string> files;
  std::vector<std::string> skipped;  ///< what is neither, such as a pipe or a device
};

/// Files at any depth in a folder.
struct FilesUnder {
  std::vector<std::string> files;
  std::vector<std::string> skipped;  ///< what is neither file nor folder, and links to folders that are read already
};

/// What is named or linked in a folder, or files at any depth in it, as paths relative to it, in byte order. Names that
/// begin with a dot are not looked at. Links are followed; a folder that is met again, by another link or a loop, is
/// not read again, and no link leads to a folder that holds the first one, whose files may be others' documents. Error
/// (file_system) naming what cannot be read.
FolderContents contents_of(const std::string& folder);
/// No link leads to one of `others` either.
FilesUnder files_under(const std::string& folder, const FolderIdentities& others = {});

/// Error (file_system) naming a folder that cannot be looked at.
FolderIdentities identities_of(const std::vector<std::string>& folders);

}  // namespace suffice
