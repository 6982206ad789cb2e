// Padded keys: keys and hashes of many words at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "text/word_key.hpp"

namespace suffice {

/// keys[i] = hash.hashed(words[i], tag). From where a word starts, WordKey::short_bytes may be read, however short it
/// is. Errors as WordHash::key.
void hash_padded(std::span<const std::string_view> words, std::uint32_t tag, const WordHash& hash, HashedKey* keys);

}  // namespace suffice
