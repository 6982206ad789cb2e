// Small text files that options name, read whole or saved whole; and whether a file of a name can be.
#pragma once

#include <string>
#include <vector>

#include "console.hpp"
#include "suffice/store.hpp"

namespace suffice::cli {

/// Error (file_system) when the file cannot be read, (usage) when it is larger than lists of words are.
std::string read_text(const std::string& path);

/// What follows "saved …": nothing, or that the file, which is in place, may not last.
std::string power_cut_doubt(const Saved& saved);
/// Puts the text in the place of what the file held, or leaves that as it was: Error (file_system). Says so.
void save_text_file(const std::string& text, const std::string& path, const Console& console);

/// Before the work: Error (file_system) where there is no folder for a file of that name.
void check_folder(const std::string& path);

/// Before the work: Error (usage) for a name that is no picture's or that of a file that is read, (file_system) where
/// there is no such folder. No name, and - for stdout, are sound.
void check_picture_file(const std::string& path, const std::vector<std::string>& read);
/// The same of a page of HTML.
void check_page_file(const std::string& path, const std::vector<std::string>& read);

}  // namespace suffice::cli
