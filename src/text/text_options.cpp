// Text options: which of them can be meant, n-grams as text, and lists of words.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "suffice/text.hpp"
#include "text/mail/mail.hpp"
#include "text/stemmer.hpp"
#include "text/tokeniser.hpp"

namespace suffice {

namespace {

constexpr std::size_t longest_ngram = 16;
constexpr std::uint64_t most_buckets = std::uint64_t{1} << 28U;
constexpr std::string_view character_prefix = "char:";

void require_option(bool condition, const std::string& message) {
  if (!condition) {
    throw Error(ErrorCode::usage, message);
  }
}

bool parse_size(std::string_view text, std::size_t& number) {
  const auto [rest, error] = std::from_chars(text.begin(), text.end(), number);
  return error == std::errc() && rest == text.end();
}

}  // namespace

void check_text_options(const TextOptions& options) {
  require_option(options.shortest >= 1 && options.shortest <= options.longest && options.longest <= longest_ngram,
                 fmt::format("n-grams go from 1 to {}, the shorter first, not from {} to {}", longest_ngram,
                             options.shortest, options.longest));
  require_option(options.min_length >= 1, "the least length of a word is 1");
  require_option(options.hash_buckets <= most_buckets,
                 fmt::format("{} hash buckets are too many; at most {}", options.hash_buckets, most_buckets));
  require_option(options.hash_buckets > 0 || options.hash_key == 0, "a hash key needs a number of hash buckets");
  if (options.unit == TermUnit::character) {
    require_option(options.stop_words.empty(), "n-grams of characters have no stop words; use n-grams of words");
    require_option(options.stemmer.empty(), "n-grams of characters have no stems; use n-grams of words");
    require_option(options.min_length == 1, "n-grams of characters have no least length of words");
  }
  for (std::size_t k = 0; k < options.stop_words.size(); ++k) {
    require_option(!options.stop_words[k].empty(), "a stop word is empty");
    require_option(k == 0 || options.stop_words[k - 1] < options.stop_words[k],
                   fmt::format("stop words are in byte order, each once, but \"{}\" is not", options.stop_words[k]));
  }
  if (options.form == DocumentForm::mail) {
    check_mail_support();
  }
  if (!options.stemmer.empty()) {
    const Stemmer stemmer(options.stemmer);
  }
}

void parse_ngrams(const std::string& text, TextOptions& options) {
  TextOptions parsed;
  std::string_view range = text;
  if (range.starts_with(character_prefix)) {
    parsed.unit = TermUnit::character;
    range.remove_prefix(character_prefix.size());
  }
  const std::size_t dash = range.find('-');
  const bool sound = parse_size(range.substr(0, dash), parsed.shortest) &&
                     parse_size(dash == std::string_view::npos ? range : range.substr(dash + 1), parsed.longest) &&
                     parsed.shortest >= 1 && parsed.shortest <= parsed.longest && parsed.longest <= longest_ngram;
  require_option(sound, fmt::format("\"{}\" are no n-grams: write N or N-M for words, char:N or char:N-M for "
                                    "characters, with numbers from 1 to {}",
                                    text, longest_ngram));
  options.unit = parsed.unit;
  options.shortest = parsed.shortest;
  options.longest = parsed.longest;
}

std::string ngrams_to_text(const TextOptions& options) {
  std::string text(options.unit == TermUnit::character ? character_prefix : "");
  text += std::to_string(options.shortest);
  if (options.longest != options.shortest) {
    text += '-';
    text += std::to_string(options.longest);
  }
  return text;
}

std::vector<std::string> parse_word_list(std::string_view text) {
  const Tokeniser tokeniser({});
  Tokeniser::Buffer buffer;
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    tokeniser.split(line.substr(0, line.find('#')), buffer, [&](std::span<const std::string_view> found) {
      words.insert(words.end(), found.begin(), found.end());
    });
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace suffice
