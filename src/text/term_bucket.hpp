// Term buckets: a keyed hash that is the same on every machine and in every version.
#pragma once

#include <cstdint>
#include <string_view>

#include "suffice/text.hpp"

namespace suffice {

/// SipHash-1-3 (Aumasson and Bernstein) of the bytes, under a key of 128 bits.
std::uint64_t sip_hash(std::string_view bytes, std::uint64_t key0, std::uint64_t key1);

/// The bucket of a term, below `buckets`: ⌊h · buckets / 2⁶⁴⌋, where h is SipHash-1-3 of the term's UTF-8 bytes under
/// the 128-bit key whose low half is `key` and whose high half is 0. Model files rely on it (docs/format.md).
std::uint64_t term_bucket(std::string_view term, std::uint64_t key, std::uint64_t buckets);
inline std::uint64_t term_bucket(std::string_view term, const TextOptions& options) {
  return term_bucket(term, options.hash_key, options.hash_buckets);
}

}  // namespace suffice
