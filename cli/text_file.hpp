// A small text file that an option names, read whole.
#pragma once

#include <string>

namespace suffice::cli {

/// Error (file_system) when the file cannot be read, (usage) when it is larger than lists of words are.
std::string read_text(const std::string& path);

}  // namespace suffice::cli
