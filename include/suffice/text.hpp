// Text: how a document becomes terms, the decisions that a schema freezes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace suffice {

/// What n-grams are made of.
enum class TermUnit {
  word,       ///< n words in a row, joined by one space
  character,  ///< n characters in a row of the lower-cased document, each run of white space being one space
};

/// What a document is.
enum class DocumentForm {
  plain,  ///< text
  mail,   ///< a message of RFC 5322 and MIME: its text, and its headers, links and attachments as marked terms
};

/// A word is a maximal run of letters, marks, digits (all of Unicode's N: ², Ⅷ) or underscores, lower-cased one to one.
/// Words are, in this order: dropped when shorter than min_length, dropped when a stop word, stemmed, joined to
/// n-grams. A byte that is not part of well-formed UTF-8 is not part of a word and is counted.
///
/// The terms of a mail are those of its texts, each text on its own; outside its body they have a mark before them that
/// says where: "subject:free", "from:ann". Some texts are one term as they are: "url:example.com", "type:image/gif".
struct TextOptions {
  DocumentForm form = DocumentForm::plain;
  std::size_t min_length = 1;  ///< of words, in characters
  TermUnit unit = TermUnit::word;
  std::size_t shortest = 1;                  ///< n-grams from this n …
  std::size_t longest = 1;                   ///< … to this one; at most 16
  std::vector<std::string> stop_words = {};  ///< lower-cased, in byte order, each once
  std::string stemmer = {};                  ///< a language of libstemmer, "english", or empty: none
  std::uint64_t hash_buckets = 0;            ///< terms are numbers below this, by a keyed hash; 0: terms are words
  std::uint64_t hash_key = 0;

  bool operator==(const TextOptions&) const = default;
};

/// Error (usage) when the options cannot be meant together, a number is out of its range, or there is no such stemmer
/// (naming those there are), or the library cannot read mail.
void check_text_options(const TextOptions& options);

/// "2", "1-2", "char:3-5": sets unit, shortest and longest. Error (usage) on anything else.
void parse_ngrams(const std::string& text, TextOptions& options);
std::string ngrams_to_text(const TextOptions& options);
/// Words as stop_words wants them, from one word a line; "#" starts a comment.
std::vector<std::string> parse_word_list(std::string_view text);
/// Common English words that say little: a list for stop_words.
const std::vector<std::string>& english_stop_words();

/// The terms of a document, in order, repeated as often as they occur. With hash_buckets: the numbers in decimal.
std::vector<std::string> terms_of(std::string_view document, const TextOptions& options);

}  // namespace suffice
