// Runs one of the fuzz targets over every file of a folder; fails when there is not one.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "replay.hpp"

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
void replay(const ReplayTarget& target, const fs::path& path) {
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  const std::vector<std::uint8_t> bytes = read_bytes(path);
  target.run(bytes.data(), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const std::vector<ReplayTarget>& targets = replay_targets();
    const auto target = std::ranges::find(targets, count == 3 ? arguments[1] : "", &ReplayTarget::name);
    if (target == targets.end()) {
      std::fprintf(stderr, "usage: %s TARGET CORPUS_FOLDER, where a TARGET has a source fuzz/fuzz_TARGET.cpp\n",
                   arguments[0]);
      return 2;
    }
    const std::vector<fs::path> files = corpus_files(arguments[2]);
    if (files.empty()) {
      std::fprintf(stderr, "%s: the corpus is empty\n", arguments[2]);
      return 1;
    }
    for (const fs::path& path : files) replay(*target, path);
    std::printf("%zu inputs replayed\n", files.size());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
