// Document files: pictures and pages that a command writes beside its results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace suffice::cli {

/// Finds out before the work whether `output` could be written: Error (usage) when the name does not end as it should,
/// or is that of one of the files that are read; Error (file_system) when there is no such folder.
void check_document(const std::string& output, std::string_view ending, std::string_view what,
                    const std::vector<std::string>& read = {});

/// Error (file_system) when the file cannot be written.
void write_document(const std::string& path, std::string_view text);

}  // namespace suffice::cli
