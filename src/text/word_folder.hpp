// Word folder: lower-cases a document stretch by stretch and finds where its words begin and end.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "text/characters.hpp"
#include "text/tokeniser.hpp"

namespace suffice {

/// Reads a document into buffer.folded and buffer.places. A word that a stretch does not end stays open, and moves to
/// the front with the next stretch.
class WordFolder {
 public:
  WordFolder(std::string_view document, const CharacterTable& characters, Tokeniser::Buffer& buffer);

  /// Folds the next stretch. False when the document has been read; the words found before are then worth nothing.
  /// Error (bad_data) for a word of 4 GiB.
  bool next();
  /// Words that have ended in this stretch.
  [[nodiscard]] std::size_t words() const { return edges_ / 2; }
  [[nodiscard]] std::string_view word(std::size_t k) const {
    const std::size_t start = buffer_->places[2 * k];
    return {buffer_->folded.data() + start, buffer_->places[2 * k + 1] - start};
  }
  /// All of them; `out` has as many.
  void copy_words(std::span<std::string_view> out) const;

 private:
  void keep_open_word();
  void fold_ascii_run(const char* stop);
  void fold_character();

  const CharacterTable* characters_;
  Tokeniser::Buffer* buffer_;
  const char* in_;
  const char* end_;
  std::size_t out_ = 0;    // bytes in buffer.folded
  std::size_t edges_ = 0;  // numbers in buffer.places: odd within a word
  bool ended_ = false;
};

}  // namespace suffice
