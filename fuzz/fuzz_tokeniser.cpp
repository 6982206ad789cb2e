// Any bytes as a document: the words that a plain reading finds, as valid UTF-8, in as many n-grams as there must be.
// Bytes 0 to 2 choose the options; the rest is the document.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/utf8.hpp"
#include "support.hpp"
#include "text/ascii_fold.hpp"
#include "text/characters.hpp"
#include "text/tokeniser.hpp"

namespace {

using namespace suffice;

void check_fold(std::string_view text) {
  const std::size_t blocks = (text.size() + fold_block - 1) / fold_block;
  std::vector<char> out(2 * blocks * fold_block);
  const std::size_t room = text.size() + fold_block;
  std::vector<std::uint32_t> edges(2 * room);
  char* plain = out.data() + blocks * fold_block;
  std::uint32_t* plain_edges = edges.data() + room;
  const bool open = text.size() % 2 == 1;
  const AsciiFold fold = fold_ascii(text.data(), text.size(), open, 7, out.data(), edges.data());
  require(fold == fold_ascii_reference(text.data(), text.size(), open, 7, plain, plain_edges));
  require(std::equal(plain, plain + fold.bytes, out.data()));
  require(std::equal(plain_edges, plain_edges + fold.edges, edges.data()));
}

/// Words, or with TermUnit::character characters, one after the other.
std::vector<std::string> plain_pieces(std::string_view document, const TextOptions& options,
                                      std::uint64_t& invalid_bytes) {
  static const CharacterTable characters;
  const bool by_character = options.unit == TermUnit::character;
  std::vector<std::string> pieces;
  bool open = false;  // the last piece is a word, or white space, that may go on
  while (!document.empty()) {
    const Decoded decoded = decode_character(document);
    require(decoded.length == utf8_length(document));
    const Character character = characters[decoded.code];
    const bool valid = decoded.length > 0;
    char bytes[4];
    const std::size_t size = encode(character.lower, bytes);
    if (by_character) {
      const bool space = !valid || character.space;
      if (!space || !open) pieces.push_back(space ? " " : std::string(bytes, size));
      open = space;
    } else if (valid && character.word) {
      if (!open) pieces.emplace_back();
      pieces.back().append(bytes, size);
      open = true;
    } else {
      open = false;
    }
    invalid_bytes += valid ? 0 : 1;
    document.remove_prefix(std::max(decoded.length, 1U));
  }
  return pieces;
}

TextOptions options_of(const std::uint8_t* data) {
  TextOptions options;
  options.shortest = 1U + data[1] % 16U;
  options.longest = options.shortest + data[2] % (17U - options.shortest);
  if ((data[0] & 1U) != 0) {
    options.unit = TermUnit::character;
    return options;
  }
  options.min_length = 1U + (data[0] >> 1U) % 4U;
  if ((data[0] & 8U) != 0) options.stop_words = {"a", "the", "é"};
  if ((data[0] & 16U) != 0) {
    const std::vector<std::string> languages = stemmer_languages();
    if (!languages.empty()) options.stemmer = languages[(data[0] >> 5U) % languages.size()];
  }
  return options;
}

bool is_kept(const std::string& word, const TextOptions& options) {
  const auto characters =
      std::count_if(word.begin(), word.end(), [](char byte) { return (static_cast<unsigned>(byte) & 0xC0U) != 0x80U; });
  return static_cast<std::size_t>(characters) >= options.min_length &&
         !std::binary_search(options.stop_words.begin(), options.stop_words.end(), word);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const TextOptions options = options_of(data);
  const std::string_view document(reinterpret_cast<const char*>(data) + 3, size - 3);
  check_fold(document);

  const Tokeniser tokeniser(options);
  Tokeniser::Buffer buffer;
  std::vector<std::string> terms;
  tokeniser.split(document, buffer, [&](std::span<const std::string_view> portion) {
    require(!portion.empty() && portion.size() <= 4096);
    terms.insert(terms.end(), portion.begin(), portion.end());
  });
  for (const std::string& term : terms) require(!term.empty() && is_utf8(term));

  std::uint64_t invalid_bytes = 0;
  std::vector<std::string> pieces = plain_pieces(document, options, invalid_bytes);
  require(invalid_bytes == buffer.invalid_bytes);
  const bool words = options.unit == TermUnit::word;
  if (words) std::erase_if(pieces, [&](const std::string& word) { return !is_kept(word, options); });
  if (!options.stemmer.empty()) {
    Stemmer stemmer(options.stemmer);
    for (std::string& word : pieces) word = std::string(stemmer.stem(word));
    std::erase(pieces, "");
  }
  std::size_t at = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::string term;
    for (std::size_t n = 1; n <= options.longest && n <= i + 1; ++n) {
      term.insert(0, words && n > 1 ? " " : "").insert(0, pieces[i + 1 - n]);
      if (n >= options.shortest) require(at < terms.size() && terms[at++] == term);
    }
  }
  require(at == terms.size());
  return 0;
}
