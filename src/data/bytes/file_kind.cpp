#include "data/bytes/file_kind.hpp"

#include <algorithm>
#include <array>

namespace suffice {
namespace {

/// Takes the ending off the name if the name has it, in any case, and something before it.
bool take_ending(std::string_view& name, std::string_view ending) {
  if (name.size() <= ending.size()) return false;
  const std::string_view end = name.substr(name.size() - ending.size());
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; };
  if (!std::equal(end.begin(), end.end(), ending.begin(), same)) return false;
  name.remove_suffix(ending.size());
  return true;
}

struct Ending {
  std::string_view text;
  InputFormat format;
};

constexpr std::array<Ending, 5> endings = {{
    {".csv", InputFormat::csv},
    {".svm", InputFormat::svmlight},
    {".svmlight", InputFormat::svmlight},
    {".libsvm", InputFormat::svmlight},
    {".npy", InputFormat::npy},
}};

}  // namespace

FileKind file_kind(std::string_view path) {
  FileKind kind;
  if (take_ending(path, ".gz")) {
    kind.compression = Compression::gzip;
  } else if (take_ending(path, ".zst")) {
    kind.compression = Compression::zstd;
  }
  if (take_ending(path, ".tsv")) return {InputFormat::csv, kind.compression, '\t'};
  for (const Ending& ending : endings) {
    if (take_ending(path, ending.text)) kind.format = ending.format;
  }
  return kind;
}

}  // namespace suffice
