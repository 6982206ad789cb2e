// CRC-32 as zlib, PNG and Ethernet define it: the checksum of the model file.
#pragma once

#include <cstdint>
#include <string_view>

namespace suffice {

/// The remainder for the reflected polynomial 0xEDB88320, equal to Python's zlib.crc32(bytes).
/// It differs whenever two byte strings of one length differ only within 32 consecutive bits.
std::uint32_t crc32(std::string_view bytes);

}  // namespace suffice
