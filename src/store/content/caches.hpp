// Caches as named tensors, with the key that says which options and sums they are of. Those of reading r have names
// that begin with its number: "0.completed_mean". They are the last tensors before the table of pages.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/container/safetensors.hpp"
#include "store/container/tensors.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// The names of tensors, without prefix, that the caches of a reading may have.
const std::vector<std::string_view>& cache_tensor_names();

/// Adds the tensors of the caches. Error (internal) when there is not one for each reading, or their shapes do not fit.
void add_caches(const Caches& caches, const Summary& summary, const Options& options, TensorList& list);

/// CRC-32 of what caches are computed from, as eight hexadecimal digits: of the texts of schema, options, sums and
/// labels as they stand in the metadata, each followed by a line feed, and of the checksums of `pages`, those of all
/// tensors before the caches as if these were not there.
std::string cache_key(const std::map<std::string, std::string>& metadata, std::span<const std::uint32_t> pages);

/// Whether the file has tensors of caches.
bool has_caches(const SafetensorsHeader& header);
/// Copies the bytes from a place on, counted from the end of the header.
using ReadBytes = std::function<void(std::uint64_t place, std::span<char> out)>;
/// Whether the file has a key that is the key of the options and sums beside the caches, and these come last; `pages`
/// are the checksums of all pages. Reads less than a page.
bool caches_belong(const SafetensorsHeader& header, std::span<const std::uint32_t> pages, const ReadBytes& read);

/// The caches, whose key was found right; empty, and marked as ignored, where something in them can be no cache of
/// these sums: a tensor is missing, has another shape, or holds a number that has no meaning.
Caches read_caches(const TensorMap& tensors, const Summary& summary, const Options& options);

}  // namespace suffice
