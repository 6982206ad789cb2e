#include "store/container/checksums.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "store/container/crc32.hpp"
#include "store/container/json.hpp"
#include "store/container/paged_file.hpp"

namespace suffice {

void fail_damaged(const std::string& message) {
  fail(fmt::format("the model file is damaged: {}; restore it from a copy, or fit the model again", message));
}

std::string checksum_text(std::string_view bytes) { return fmt::format("{:08x}", crc32(bytes)); }

std::string seal_of(std::string_view header) {
  const std::uint32_t checksum = crc32(header);
  return {reinterpret_cast<const char*>(&checksum), sizeof checksum};
}

std::vector<std::uint32_t> read_page_table(std::string_view bytes, const std::string& checksum, std::uint64_t size) {
  if (checksum != checksum_text(bytes)) fail_damaged("its table of pages does not match its checksum");
  std::vector<std::uint32_t> checksums(size / page_bytes + (size % page_bytes == 0 ? 0 : 1));
  if (bytes.size() != checksums.size() * sizeof(std::uint32_t)) fail("the table of pages does not have one for each");
  bytes.copy(reinterpret_cast<char*>(checksums.data()), bytes.size());
  return checksums;
}

void check_pages(std::string_view data, const std::vector<std::uint32_t>& checksums, const SafetensorsHeader& header) {
  PageChecksums pages;
  pages.add(data);
  const std::vector<std::uint32_t>& found = pages.table();
  const auto differs = std::mismatch(found.begin(), found.end(), checksums.begin(), checksums.end()).first;
  if (differs == found.end()) return;
  const std::uint64_t place = static_cast<std::uint64_t>(differs - found.begin()) * page_bytes;
  for (const TensorEntry& entry : header.entries) {
    if (entry.end > place) {
      fail_damaged(fmt::format("a page that begins in its tensor \"{}\" does not match its checksum", entry.name));
    }
  }
}

}  // namespace suffice
