// CRC-32 as zlib, PNG and Ethernet define it: the checksum of the model file.
#pragma once

#include <cstdint>
#include <string_view>

namespace suffice {

/// The remainder for the reflected polynomial 0xEDB88320, equal to Python's zlib.crc32(bytes).
/// `before`: the result for the bytes that stand before these; 0 for none.
/// It differs whenever two byte strings of one length differ only within 32 consecutive bits.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

}  // namespace suffice
