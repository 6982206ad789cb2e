// The header of a model file: what it says without its tensors' bytes.
#pragma once

#include <string_view>

#include "store/safetensors.hpp"
#include "suffice/store.hpp"

namespace suffice {

constexpr int newest_format = 3;  // the one that is written

/// The format of the file: ours, whole, and of a number this code knows. `last`: its last four bytes; `data_bytes`: how
/// many follow the header. The order of the checks makes each message true: a file of another program is not "damaged",
/// and a damaged number is not "newer". Error (bad_model).
int check_format(const SafetensorsHeader& header, std::uint64_t data_bytes, std::string_view last);

/// Schema, options (but for a vocabulary) and labels, and the kind of the sums, which are empty. Error (bad_model) when
/// a key or a tensor is missing, or one is not known to the format.
Stored read_metadata(const SafetensorsHeader& header, int format);

/// The metadata of the newest format; `pages` is the checksum of the table of pages.
std::vector<NamedText> metadata_of(const Stored& stored, const std::string& pages);

}  // namespace suffice
