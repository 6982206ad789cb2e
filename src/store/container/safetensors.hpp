// The safetensors container: named little-endian tensors and string metadata. Knows nothing of models.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace suffice {

/// Layout: u64 header length, a JSON header of that many bytes, then the tensors' bytes without holes.
constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t max_header_bytes = 100'000'000;

/// A tensor's place in a file, as the header declares it.
struct TensorEntry {
  std::string name;
  std::string type;  ///< "F64", "U64", "U32", …
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0;  ///< first byte, counted from the end of the header
  std::uint64_t end = 0;    ///< one past the last byte
};

struct SafetensorsHeader {
  std::string_view bytes;  ///< the length and the JSON text
  std::map<std::string, std::string> metadata;
  std::vector<TensorEntry> entries;  ///< by place
};

/// A tensor whose bytes stand elsewhere, in row-major order.
struct Tensor {
  std::string type;
  std::vector<std::uint64_t> shape;
  std::string_view bytes;
};

/// True when `start`, the first bytes of a file, can be the start of a safetensors file. No text can.
bool starts_like_safetensors(std::string_view start);

/// Bytes of the length and the header together. Error (bad_model) unless `start` starts like one.
std::uint64_t header_bytes(std::string_view start);

/// Reads the header. Error (bad_model) unless it is one: complete, at most 100 MB, and of the right types throughout.
SafetensorsHeader read_header(std::string_view file);

/// Error (bad_model) unless types are known, shapes fit the places, and the places cover the `data_bytes` after the
/// header exactly: no hole, no overlap, not a byte missing or left over.
void check_layout(const SafetensorsHeader& header, std::uint64_t data_bytes);

/// The tensors as views into `file`, their layout checked.
std::map<std::string, Tensor> read_tensors(const SafetensorsHeader& header, std::string_view file);

using NamedText = std::pair<std::string, std::string>;
using NamedTensor = std::pair<std::string, Tensor>;

/// The bytes of a file with metadata and tensors in the order given; the header is padded with spaces so that the
/// tensors start at a multiple of 8. Error (usage) when the header would be too long.
std::string write_safetensors(std::span<const NamedText> metadata, std::span<const NamedTensor> tensors);

}  // namespace suffice
