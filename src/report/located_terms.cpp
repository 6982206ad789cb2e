#include "report/located_terms.hpp"

#include <algorithm>
#include <span>

#include "suffice/error.hpp"
#include "text/characters.hpp"
#include "text/tokeniser.hpp"

namespace suffice {

namespace {

// A word or a character that n-grams are made of.
struct Piece {
  std::string text;
  std::size_t begin;
  std::size_t end;
};

// Maximal runs of the characters of words.
std::vector<Piece> words_in(std::string_view document) {
  const CharacterTable characters;
  std::vector<Piece> words;
  bool in_word = false;
  for (std::size_t place = 0; place < document.size();) {
    const Decoded decoded = decode_character(document.substr(place));
    const std::size_t next = place + std::max(decoded.length, 1U);
    const bool word = decoded.length > 0 && characters[decoded.code].word;
    if (word && !in_word) {
      words.push_back({{}, place, next});
    } else if (word) {
      words.back().end = next;
    }
    in_word = word;
    place = next;
  }
  return words;
}

// The words that are kept, as they enter n-grams: lower-cased and stemmed.
std::vector<Piece> kept_words(std::string_view document, TextOptions options) {
  options.shortest = options.longest = 1;
  const Tokeniser tokeniser(options);
  Tokeniser::Buffer buffer;
  std::vector<Piece> kept;
  for (Piece& word : words_in(document)) {
    tokeniser.split(document.substr(word.begin, word.end - word.begin), buffer,
                    [&](std::span<const std::string_view> terms) { word.text = terms.front(); });
    if (!word.text.empty()) {
      kept.push_back(std::move(word));
    }
  }
  return kept;
}

// Lower-cased characters; a run of white space is one space.
std::vector<Piece> folded_characters(std::string_view document) {
  const CharacterTable characters;
  std::vector<Piece> pieces;
  bool after_space = false;
  for (std::size_t place = 0; place < document.size();) {
    const Decoded decoded = decode_character(document.substr(place));
    const std::size_t next = place + std::max(decoded.length, 1U);
    const Character character = characters[decoded.code];
    const bool space = decoded.length == 0 || character.space;
    if (space && after_space) {
      pieces.back().end = next;
    } else {
      std::string text(4, ' ');
      text.resize(encode(space ? ' ' : character.lower, text.data()));
      pieces.push_back({std::move(text), place, next});
    }
    after_space = space;
    place = next;
  }
  return pieces;
}

}  // namespace

std::vector<LocatedTerm> located_terms(std::string_view document, const TextOptions& options) {
  check_text_options(options);
  if (options.form == DocumentForm::mail) {
    throw Error(ErrorCode::usage, "the terms of a mail are made of its decoded parts and have no place in its bytes");
  }
  const bool by_word = options.unit == TermUnit::word;
  const std::vector<Piece> pieces = by_word ? kept_words(document, options) : folded_characters(document);
  std::vector<LocatedTerm> terms;
  for (std::size_t last = 0; last < pieces.size(); ++last) {
    for (std::size_t n = options.shortest; n <= options.longest && n <= last + 1; ++n) {
      const std::size_t first = last + 1 - n;
      std::string term = pieces[first].text;
      for (std::size_t k = first + 1; k <= last; ++k) {
        term += (by_word ? " " : "") + pieces[k].text;
      }
      if (options.hash_buckets > 0) {
        term = std::to_string(term_bucket(term, options.hash_key, options.hash_buckets));
      }
      terms.push_back({std::move(term), pieces[first].begin, pieces[last].end});
    }
  }
  return terms;
}

}  // namespace suffice
