// A small text file that an option names, read whole.
#pragma once

#include <string>
#include <vector>

namespace suffice::cli {

/// Error (file_system) when the file cannot be read, (usage) when it is larger than lists of words are.
std::string read_text(const std::string& path);

/// Its lines, without line ends (LF, CRLF); empty ones are left out.
std::vector<std::string> read_lines(const std::string& path);

}  // namespace suffice::cli
