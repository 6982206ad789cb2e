// The checksums of a model file: of its header and of its pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/container/safetensors.hpp"

namespace suffice {

/// The last tensor: CRC-32 of all that stands before the first one.
inline const std::string seal = "header_checksum";
/// The one before it: CRC-32 of each page of all tensors before, which the header covers by its own.
inline const std::string page_table = "pages";

/// Error (bad_model) saying that the file is damaged, and what to do.
[[noreturn]] void fail_damaged(const std::string& message);

/// CRC-32 as eight hexadecimal digits, and as the four bytes of the seal.
std::string checksum_text(std::string_view bytes);
std::string seal_of(std::string_view header);

/// The table of pages, of `size` bytes of data. Error (bad_model) unless `bytes` are of `checksum` and as many as it
/// takes.
std::vector<std::uint32_t> read_page_table(std::string_view bytes, const std::string& checksum, std::uint64_t size);
/// Error (bad_model) unless each page of `data` has its checksum; names the tensor that is at fault.
void check_pages(std::string_view data, const std::vector<std::uint32_t>& checksums, const SafetensorsHeader& header);

}  // namespace suffice
