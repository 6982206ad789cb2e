// Any bytes as a model file: decoded, or refused with an Error; what is decoded survives being saved.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../src/store/crc32.hpp"
#include "../src/store/safetensors.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"

namespace {

/// Writes the checksums that belong to the bytes where the checksums stand, so that what lies behind is reached.
void fix_checksums(std::string& file) {
  const suffice::SafetensorsHeader header = suffice::read_header(file);
  const std::size_t data = header.bytes.size();
  for (const auto& [name, tensor] : suffice::read_tensors(header, file)) {
    const std::string key = "\\\"" + name + "\\\":\\\"";
    const std::size_t place = file.find(key);
    if (place == std::string::npos || place + key.size() + 8 > data) continue;
    char text[9];
    std::snprintf(text, sizeof text, "%08x", suffice::crc32(tensor.bytes));
    file.replace(place + key.size(), 8, text, 8);
  }
  if (file.size() < data + 4) return;
  const std::uint32_t seal = suffice::crc32(std::string_view(file).substr(0, data));
  for (std::size_t i = 0; i < 4; ++i) file[file.size() - 4 + i] = static_cast<char>(seal >> (8 * i) & 0xFFU);
}

void check_round_trip(const suffice::Stored& stored) {
  const std::string saved = suffice::encode(stored);
  if (!(suffice::decode(saved) == stored) || suffice::encode(suffice::decode(saved)) != saved) std::abort();
}

}  // namespace

/// The first byte says how the rest is read: '!' with its checksums made right first, anything else as it stands.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string file(reinterpret_cast<const char*>(data) + 1, size - 1);
  suffice::Stored stored;
  try {
    if (data[0] == '!') fix_checksums(file);
    stored = suffice::decode(file);
  } catch (const suffice::Error& error) {
    if (error.code() != suffice::ErrorCode::bad_model) std::abort();
    return 0;
  }
  check_round_trip(stored);
  return 0;
}
