// The gzip format (RFC 1952), by zlib where the library was built with it.
#pragma once

#include <memory>
#include <string>

#include "data/bytes/decompress.hpp"

namespace suffice {

/// Error (usage), naming the input, when zlib is not there.
std::unique_ptr<Decoder> gzip_decoder(const std::string& input_name);

}  // namespace suffice
