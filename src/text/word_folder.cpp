#include "text/word_folder.hpp"

#include <algorithm>
#include <cstring>

#include "suffice/error.hpp"
#include "text/ascii_fold.hpp"

namespace suffice {

namespace {

constexpr std::size_t stretch_bytes = 4096;
// A character takes at most twice as many bytes in lower case, and the last one may go beyond the stretch.
constexpr std::size_t folded_bytes = 2 * stretch_bytes + fold_block + term_padding;

bool ascii_ahead(const char* in, const char* end) {
  std::uint64_t bytes = 0;
  if (static_cast<std::size_t>(end - in) < sizeof bytes) {
    return false;
  }
  std::memcpy(&bytes, in, sizeof bytes);
  return (bytes & 0x8080808080808080U) == 0;
}

}  // namespace

WordFolder::WordFolder(std::string_view document, const CharacterTable& characters, Tokeniser::Buffer& buffer)
    : characters_(&characters), buffer_(&buffer), in_(document.data()), end_(document.data() + document.size()) {
  // Every byte begins or ends at most one word; one was open before, and the end of the document may end one.
  buffer.places.resize(stretch_bytes + 2 + fold_block);
}

void WordFolder::keep_open_word() {
  if (edges_ % 2 == 0) {
    edges_ = out_ = 0;
  } else {
    const std::size_t start = buffer_->places[edges_ - 1];
    if (start > 0) {
      std::memmove(buffer_->folded.data(), buffer_->folded.data() + start, out_ - start);
      out_ -= start;
    }
    edges_ = 1;
  }
  if (out_ > UINT32_MAX - folded_bytes) {
    throw Error(ErrorCode::bad_data, "a word of 4 GiB or more cannot be counted");
  }
  if (buffer_->folded.size() < out_ + folded_bytes) {
    buffer_->folded.resize(2 * out_ + folded_bytes);
  }
  buffer_->places[0] = 0;
}

void WordFolder::fold_ascii_run(const char* stop) {
  const AsciiFold folded = fold_ascii(in_, static_cast<std::size_t>(stop - in_), edges_ % 2 == 1, out_,
                                      buffer_->folded.data() + out_, buffer_->places.data() + edges_);
  in_ += folded.bytes;
  out_ += folded.bytes;
  edges_ += folded.edges;
}

void WordFolder::fold_character() {
  const Decoded decoded = decode_character({in_, static_cast<std::size_t>(end_ - in_)});
  const Character character = (*characters_)[decoded.code];
  const bool word = decoded.length > 0 && character.word;
  if (word != (edges_ % 2 == 1)) {
    buffer_->places[edges_++] = static_cast<std::uint32_t>(out_);
  }
  if (word) {
    out_ += encode(character.lower, buffer_->folded.data() + out_);
  }
  buffer_->invalid_bytes += decoded.length == 0 ? 1 : 0;
  in_ += std::max(decoded.length, 1U);
}

void WordFolder::copy_words(std::span<std::string_view> out) const {
  const char* text = buffer_->folded.data();
  const std::uint32_t* places = buffer_->places.data();
  for (std::string_view& word : out) {
    word = {text + places[0], places[1] - places[0]};
    places += 2;
  }
}

bool WordFolder::next() {
  if (ended_) {
    return false;
  }
  keep_open_word();
  const char* stop = in_ + std::min<std::size_t>(stretch_bytes, static_cast<std::size_t>(end_ - in_));
  while (in_ < stop) {
    fold_ascii_run(stop);
    while (in_ < stop && !ascii_ahead(in_, end_)) {
      fold_character();
    }
  }
  if (in_ == end_) {
    ended_ = true;
    if (edges_ % 2 == 1) {
      buffer_->places[edges_++] = static_cast<std::uint32_t>(out_);
    }
  }
  return true;
}

}  // namespace suffice
