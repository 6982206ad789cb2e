// Any bytes as a model file: decoded, or refused with an Error; what is decoded survives being saved. The same bytes
// opened page by page: a score, or an Error.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "../src/store/crc32.hpp"
#include "../src/store/file.hpp"
#include "../src/store/paged_file.hpp"
#include "../src/store/safetensors.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"

namespace {

/// Writes eight hexadecimal digits where the header has others for a key.
void fix_text(std::string& file, std::size_t header_end, const std::string& key, std::string_view bytes) {
  const std::size_t place = file.find(key);
  if (place == std::string::npos || place + key.size() + 8 > header_end) return;
  char text[9];
  std::snprintf(text, sizeof text, "%08x", suffice::crc32(bytes));
  file.replace(place + key.size(), 8, text, 8);
}

/// Writes the checksums that belong to the bytes where the checksums stand, so that what lies behind is reached.
void fix_checksums(std::string& file) {
  const suffice::SafetensorsHeader header = suffice::read_header(file);
  const std::size_t data = header.bytes.size();
  const auto tensors = suffice::read_tensors(header, file);
  for (const auto& [name, tensor] : tensors) fix_text(file, data, "\\\"" + name + "\\\":\\\"", tensor.bytes);
  for (const suffice::TensorEntry& entry : header.entries) {
    if (entry.name != "pages") continue;
    suffice::PageChecksums pages;
    pages.add(std::string_view(file).substr(data, entry.begin));
    const std::string_view table(reinterpret_cast<const char*>(pages.table().data()), pages.table().size() * 4);
    if (table.size() != entry.end - entry.begin) continue;
    file.replace(data + entry.begin, table.size(), table);
    fix_text(file, data, "\"pages\":\"", table);
  }
  if (file.size() < data + 4) return;
  const std::uint32_t seal = suffice::crc32(std::string_view(file).substr(0, data));
  for (std::size_t i = 0; i < 4; ++i) file[file.size() - 4 + i] = static_cast<char>(seal >> (8 * i) & 0xFFU);
}

void check_round_trip(const suffice::Stored& stored) {
  const std::string saved = suffice::encode(stored);
  if (!(suffice::decode(saved) == stored) || suffice::encode(suffice::decode(saved)) != saved) std::abort();
}

/// Opens the bytes as a file and scores a document, whose words lead to pages; no score is NaN.
void open_and_score(const std::string& file) {
  const int number = ::memfd_create("model", MFD_CLOEXEC);
  if (number < 0) return;
  const suffice::FileDescriptor descriptor(number);
  if (::write(number, file.data(), file.size()) != static_cast<ssize_t>(file.size())) return;
  try {
    const suffice::OpenedModel opened = suffice::open_model("/proc/self/fd/" + std::to_string(number));
    if (opened.model.schema().encoding != suffice::Encoding::text) return;
    const std::string_view documents[] = {"buy cheap now", "hello you", ""};
    std::vector<double> scores(3 * opened.model.labels().size());
    opened.model.log_joint(suffice::TextBatch{documents}, scores, {.threads = 1});
    for (const double score : scores) {
      if (std::isnan(score)) std::abort();
    }
  } catch (const suffice::Error& error) {
    if (error.code() == suffice::ErrorCode::internal) std::abort();
  }
}

}  // namespace

/// The first byte says how the rest is read: '!' with its checksums made right first, anything else as it stands.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string file(reinterpret_cast<const char*>(data) + 1, size - 1);
  suffice::Stored stored;
  try {
    if (data[0] == '!') fix_checksums(file);
    open_and_score(file);
    stored = suffice::decode(file);
  } catch (const suffice::Error& error) {
    if (error.code() != suffice::ErrorCode::bad_model) std::abort();
    return 0;
  }
  check_round_trip(stored);
  return 0;
}
