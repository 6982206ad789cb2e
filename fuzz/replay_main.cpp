// Runs a fuzz target over every file of the folders and files given; fails when there is not one.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> corpus_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::uint8_t> read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw fs::filesystem_error("cannot open", path, std::make_error_code(std::errc::io_error));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The file is named before it runs, so that a crash names its cause.
void replay(const fs::path& path) {
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  const std::vector<std::uint8_t> bytes = read_bytes(path);
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count != 2) {
      std::fprintf(stderr, "usage: %s CORPUS_FOLDER\n", arguments[0]);
      return 2;
    }
    const std::vector<fs::path> files = corpus_files(arguments[1]);
    if (files.empty()) {
      std::fprintf(stderr, "%s: the corpus is empty\n", arguments[1]);
      return 1;
    }
    for (const fs::path& path : files) replay(path);
    std::printf("%zu inputs replayed\n", files.size());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
