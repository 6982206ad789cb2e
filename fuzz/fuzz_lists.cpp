// Any bytes as a list of words, as a vocabulary, as n-grams and as pseudocounts: an Error, or what makes sense and,
// where it can be written, is the same when read again.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/text.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

void check_words(std::string_view text) {
  const std::vector<std::string> words = parse_word_list(text);
  require(std::adjacent_find(words.begin(), words.end(), std::greater_equal<>()) == words.end());
  std::string lines;
  for (const std::string& word : words) {
    require(!word.empty() && is_utf8(word));
    lines += word + '\n';
  }
  require(parse_word_list(lines) == words);
  TextOptions options;
  options.stop_words = words;
  check_text_options(options);
  for (const std::string& term : terms_of(text, options)) {
    require(!std::binary_search(words.begin(), words.end(), term));
  }
}

// A vocabulary reads back as itself.
void check_vocabulary(std::string_view text) {
  for (const TextOptions& options : {TextOptions{}, TextOptions{.longest = 2},
                                     TextOptions{.unit = TermUnit::character, .shortest = 2, .longest = 3}}) {
    for (const Kind kind : {Kind::text, Kind::counts}) {
      const Block block{.kind = kind, .features = {"x"}, .text = options};
      try {
        const std::vector<std::string> terms = parse_vocabulary(text, block, "list");
        require(std::adjacent_find(terms.begin(), terms.end(), std::greater_equal<>()) == terms.end());
        std::string lines;
        for (const std::string& term : terms) {
          require(!term.empty() && (kind != Kind::text || is_utf8(term)));
          lines += term + "\r\n";
        }
        require(parse_vocabulary(lines, block, "list") == terms);
      } catch (const Error& error) {
        require(kind == Kind::text && error.code() == ErrorCode::bad_data && error.where().starts_with("list:"));
      }
    }
  }
}

void check_ngrams(const std::string& text) {
  TextOptions options;
  try {
    parse_ngrams(text, options);
  } catch (const Error& error) {
    require(error.code() == ErrorCode::usage && options == TextOptions{});
    return;
  }
  check_text_options(options);
  TextOptions again;
  parse_ngrams(ngrams_to_text(options), again);
  require(again == options);
}

void check_pseudocount(const std::string& text) {
  try {
    const Pseudocount counts = parse_pseudocount(text);
    require(counts.all || !counts.rules.empty());
    require(!counts.all || (std::isfinite(*counts.all) && *counts.all >= 0));
    for (const PseudocountRule& rule : counts.rules) {
      require(std::isfinite(rule.count) && rule.count >= 0);
      require(!rule.label.empty() || !rule.feature.empty() || !rule.value.empty());
    }
  } catch (const Error& error) {
    require(error.code() == ErrorCode::usage || error.code() == ErrorCode::bad_data);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_words(text);
  check_vocabulary(text);
  check_ngrams(text);
  check_pseudocount(text);
  return 0;
}
