// decompressed(): an Input whose bytes were compressed with gzip or zstd, told by its first bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "data/bytes/input.hpp"

namespace suffice {

enum class Compression { none, gzip, zstd };

/// One compression, undone a piece at a time. Memory is bounded by the format: 32 KiB for gzip, 128 MiB for zstd.
class Decoder {
 public:
  struct Step {
    std::size_t taken = 0;    ///< bytes of `from` that were used
    std::size_t written = 0;  ///< bytes written to `to`
    bool complete = false;    ///< a member or frame ended here: the input may end too
    std::string problem;      ///< what is wrong with what comes next; empty: nothing
  };

  Decoder() = default;
  virtual ~Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Goes on with some bytes of the input, in any cut; members and frames may follow each other.
  virtual Step decode(std::string_view from, char* to, std::size_t size) = 0;
};

/// The gzip format (RFC 1952) by zlib, and the Zstandard format (RFC 8878) by libzstd. Error (usage), naming the input,
/// where Suffice was built without that library.
std::unique_ptr<Decoder> gzip_decoder(const std::string& input_name);
std::unique_ptr<Decoder> zstd_decoder(const std::string& input_name);

/// The input's bytes, decompressed if they begin as gzip or zstd. What can be decompressed without waiting comes
/// without waiting. Damaged or cut data is an Error (bad_data) behind the bytes before it, and so is, at once, content
/// that is not what the file's name says. Data that has become more than 1 GiB and more than `most_expansion` times its
/// bytes is an Error too.
Input decompressed(Input input, Compression named = Compression::none, std::uint64_t most_expansion = 1000,
                   std::size_t chunk_bytes = std::size_t{1} << 18);

}  // namespace suffice
