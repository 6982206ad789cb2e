// Small text files that options name: read whole, or written whole.
#pragma once

#include <string>
#include <vector>

namespace suffice::cli {

/// Error (file_system) when the file cannot be read, (usage) when it is larger than lists of words are.
std::string read_text(const std::string& path);

/// Error (file_system) when the file cannot be written.
void write_text(const std::string& path, const std::string& text);

/// Before the work: Error (usage) for a name that is no picture's, (file_system) where there is no such folder. No
/// name, and - for stdout, are sound.
void check_picture_file(const std::string& path);
/// The same of a page of HTML; Error (usage) too where it is one of the files that are read.
void check_page_file(const std::string& path, const std::vector<std::string>& read);

}  // namespace suffice::cli
