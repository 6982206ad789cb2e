// Any bytes as the files of a folder of documents or mails: rows, or an Error; the same rows when they are read again.
// Byte 0 chooses the format and how paths are given; the rest are the files, each ended by a zero byte.
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "model_support.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace suffice;

constexpr std::size_t most_bytes = 1U << 16U;
constexpr std::size_t most_files = 12;

/// Writes files into two folders, one of them with a folder of its own; returns how many.
std::size_t write_files(std::string_view bytes) {
  std::size_t count = 0;
  for (; !bytes.empty() && count < most_files; ++count) {
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    const std::string folder = count % 3 == 0 ? "spam" : count % 3 == 1 ? "ham" : "ham/cur";
    static_cast<void>(scratch().write(fmt::format("all/{}/{}.txt", folder, count), bytes.substr(0, end)));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return count;
}

Source open(unsigned choice) {
  ReadOptions options;
  options.format = (choice & 1U) != 0 ? InputFormat::mail : InputFormat::documents;
  if ((choice & 32U) != 0) options.format = InputFormat::by_name;
  options.labels = (choice & 2U) != 0;
  options.documents = (choice & 4U) != 0 ? DocumentUnit::file : DocumentUnit::line;
  const std::string folder = scratch().path("all");
  if ((choice & 8U) != 0 && options.labels) {
    return {{{"bad", folder + "/spam"}, {"good", folder + "/ham/1.txt"}}, options};
  }
  if ((choice & 16U) != 0) return Source::of_paths({folder + "/spam", folder + "/ham"}, options);
  return Source(folder, options);
}

std::string all_documents(unsigned choice) {
  std::string all;
  try {
    Source source = open(choice);
    source.bind({.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = (choice & 2U) != 0 ? "label" : ""});
    RowBlock block;
    while (source.next(block)) {
      require(block.documents.size() == block.rows);
      for (const std::string_view document : block.documents) all += fmt::format("{}:{}", document.size(), document);
    }
  } catch (const Error& error) {
    require(is_utf8(error.what()));
    all += error.what();
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > most_bytes) return 0;
  scratch().clear();
  if (write_files({reinterpret_cast<const char*>(data) + 1, size - 1}) == 0) return 0;
  require(all_documents(data[0]) == all_documents(data[0]));
  return 0;
}
