// The files of a folder and of the folders in it, as paths in byte order.
#pragma once

#include <string>
#include <vector>

namespace suffice {

bool is_folder(const std::string& path);

/// The names in a folder.
struct FolderContents {
  std::vector<std::string> folders;
  std::vector<std::string> files;
};

/// What is named or linked in a folder, or files at any depth in it, as paths relative to it, in byte order. Names that
/// begin with a dot are skipped, and so is what is neither a file nor a folder. Links are followed; a folder that is
/// met again, by another link or a loop, is not read again. Error (file_system) naming what cannot be read.
FolderContents contents_of(const std::string& folder);
std::vector<std::string> files_under(const std::string& folder);

}  // namespace suffice
