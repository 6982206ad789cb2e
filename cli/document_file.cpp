#include "document_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice::cli {

namespace fs = std::filesystem;

void check_document(const std::string& output, std::string_view ending, std::string_view what,
                    const std::vector<std::string>& read) {
  std::error_code ignored;
  if (!output.ends_with(ending)) {
    throw Error(ErrorCode::usage, fmt::format("{}: give -o a name that ends with {}", what, ending), output);
  }
  const fs::path folder = fs::path(output).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    throw Error(ErrorCode::file_system, fmt::format("there is no folder {}; create it first", folder.string()), output);
  }
  if (fs::is_directory(output, ignored)) {
    throw Error(ErrorCode::file_system, "is a folder; name a file in it", output);
  }
  if (std::ranges::any_of(read, [&](const std::string& path) { return fs::equivalent(path, output, ignored); })) {
    throw Error(ErrorCode::usage, "-o names a file that is read; choose another name", output);
  }
}

void write_document(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw Error(ErrorCode::file_system, "cannot be written", path);
  }
}

}  // namespace suffice::cli
