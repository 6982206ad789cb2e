// The Zstandard format (RFC 8878), by libzstd where the library was built with it.
#pragma once

#include <memory>
#include <string>

#include "data/bytes/decompress.hpp"

namespace suffice {

/// Error (usage), naming the input, when libzstd is not there.
std::unique_ptr<Decoder> zstd_decoder(const std::string& input_name);

}  // namespace suffice
