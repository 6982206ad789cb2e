#include "text/tokeniser.hpp"

#include <algorithm>

#include "text/characters.hpp"
#include "text/mail/mail.hpp"
#include "text/word_folder.hpp"
#include "text/word_table.hpp"

namespace suffice {

namespace {

constexpr std::size_t portion_terms = 4096;

std::size_t characters_in(std::string_view word) {
  return static_cast<std::size_t>(std::count_if(
      word.begin(), word.end(), [](char byte) { return (static_cast<unsigned>(byte) & 0xC0U) != 0x80U; }));
}

void hand_on(std::vector<std::string_view>& terms, const TermSink& sink) {
  if (!terms.empty()) {
    sink(terms);
    terms.clear();
  }
}

// All n-grams that end in the pieces from `first` on, of a text in which piece k begins at starts[k] and ends `gap`
// bytes before the next begins; the last of the starts is where one more piece would begin.
void join_pieces(const std::string& text, std::span<const std::size_t> starts, std::size_t first, std::size_t gap,
                 const TextOptions& options, std::vector<std::string_view>& terms, const TermSink& sink) {
  for (std::size_t i = first; i + 1 < starts.size(); ++i) {
    for (std::size_t n = options.shortest; n <= options.longest && n <= i + 1; ++n) {
      const std::size_t start = starts[i + 1 - n];
      terms.emplace_back(text.data() + start, starts[i + 1] - gap - start);
      if (terms.size() == portion_terms) {
        hand_on(terms, sink);
      }
    }
  }
  hand_on(terms, sink);
}

// Forgets all but the last pieces, of which longer n-grams may be made with pieces to come; returns how many are kept.
std::size_t keep_last_pieces(std::string& text, std::size_t& size, std::vector<std::size_t>& starts,
                             std::size_t longest) {
  const std::size_t kept = std::min(starts.size(), longest) - 1;
  starts.erase(starts.begin(), starts.end() - static_cast<std::ptrdiff_t>(kept + 1));
  const std::size_t offset = starts.front();
  text.erase(0, offset);
  size -= offset;
  for (std::size_t& start : starts) {
    start -= offset;
  }
  return kept;
}

}  // namespace

struct Tokeniser::State {
  TextOptions options;
  CharacterTable characters;
  WordTable stop_words;
  bool as_they_are = false;  // every word is a term

  [[nodiscard]] bool is_kept(std::string_view word) const {
    return (options.min_length <= 1 || characters_in(word) >= options.min_length) &&
           (stop_words.size() == 0 || !stop_words.find(word));
  }

  void split_text(std::string_view document, Buffer& buffer, const TermSink& sink) const;
  void split_segment(const MailSegment& segment, Buffer& buffer, const TermSink& sink) const;
  void split_words(std::string_view document, Buffer& buffer, const TermSink& sink) const;
  void join_words(std::string_view document, Buffer& buffer, const TermSink& sink) const;
  void join_characters(std::string_view document, Buffer& buffer, const TermSink& sink) const;
};

// Terms are words as they stand in the folded text.
void Tokeniser::State::split_words(std::string_view document, Buffer& buffer, const TermSink& sink) const {
  WordFolder folder(document, characters, buffer);
  while (folder.next()) {
    if (buffer.terms.size() < folder.words()) {
      buffer.terms.resize(folder.words());
    }
    const std::span<std::string_view> words(buffer.terms.data(), folder.words());
    folder.copy_words(words);
    const auto last =
        as_they_are ? words.end()
                    : std::remove_if(words.begin(), words.end(), [&](std::string_view word) { return !is_kept(word); });
    if (last != words.begin()) {
      sink({words.begin(), last});
    }
  }
}

// Words, stemmed, stand one after the other with a space after each: every n-gram is a part of that.
void Tokeniser::State::join_words(std::string_view document, Buffer& buffer, const TermSink& sink) const {
  if (!options.stemmer.empty() && !buffer.stemmer) {
    buffer.stemmer.emplace(options.stemmer);
  }
  buffer.terms.clear();
  buffer.joined.clear();
  buffer.joints.assign(1, 0);
  std::size_t size = 0;  // of buffer.joined, less the padding
  std::size_t first = 0;
  WordFolder folder(document, characters, buffer);
  while (folder.next()) {
    buffer.joined.resize(size);
    for (std::size_t k = 0; k < folder.words(); ++k) {
      const std::string_view word = folder.word(k);
      if (!is_kept(word)) {
        continue;
      }
      const std::string_view stem = buffer.stemmer ? buffer.stemmer->stem(word) : word;
      if (!stem.empty()) {
        buffer.joined += stem;
        buffer.joined += ' ';
        buffer.joints.push_back(buffer.joined.size());
      }
    }
    size = buffer.joined.size();
    buffer.joined.append(term_padding, ' ');
    join_pieces(buffer.joined, buffer.joints, first, 1, options, buffer.terms, sink);
    first = keep_last_pieces(buffer.joined, size, buffer.joints, options.longest);
  }
}

void Tokeniser::State::join_characters(std::string_view document, Buffer& buffer, const TermSink& sink) const {
  constexpr std::size_t stretch = 1024;  // characters
  buffer.terms.clear();
  buffer.joined.clear();
  buffer.joints.assign(1, 0);
  std::size_t size = 0;  // of buffer.joined, less the padding
  std::size_t first = 0;
  bool after_space = false;
  while (!document.empty()) {
    buffer.joined.resize(size + 4 * stretch + term_padding);
    for (std::size_t k = 0; k < stretch && !document.empty(); ++k) {
      const Decoded decoded = decode_character(document);
      const Character character = characters[decoded.code];
      const bool space = decoded.length == 0 || character.space;
      if (!space || !after_space) {
        size += encode(space ? ' ' : character.lower, buffer.joined.data() + size);
        buffer.joints.push_back(size);
      }
      after_space = space;
      buffer.invalid_bytes += decoded.length == 0 ? 1 : 0;
      document.remove_prefix(std::max(decoded.length, 1U));
    }
    join_pieces(buffer.joined, buffer.joints, first, 0, options, buffer.terms, sink);
    first = keep_last_pieces(buffer.joined, size, buffer.joints, options.longest);
  }
}

void Tokeniser::State::split_text(std::string_view document, Buffer& buffer, const TermSink& sink) const {
  if (options.unit == TermUnit::character) {
    join_characters(document, buffer, sink);
  } else if (options.longest > 1 || !options.stemmer.empty()) {
    join_words(document, buffer, sink);
  } else {
    split_words(document, buffer, sink);
  }
}

// A text of a mail: its terms with its mark before each, or all of it as one term.
void Tokeniser::State::split_segment(const MailSegment& segment, Buffer& buffer, const TermSink& sink) const {
  const auto mark = [&](std::span<const std::string_view> terms) {
    buffer.marked.clear();
    for (const std::string_view term : terms) {
      buffer.marked.append(segment.mark).append(term);
    }
    buffer.marked.append(term_padding, ' ');
    buffer.marked_terms.clear();
    const char* start = buffer.marked.data();
    for (const std::string_view term : terms) {
      buffer.marked_terms.emplace_back(start, segment.mark.size() + term.size());
      start += segment.mark.size() + term.size();
    }
    sink(buffer.marked_terms);
  };
  if (segment.whole) {
    mark({&segment.text, 1});
  } else if (segment.mark.empty()) {
    split_text(segment.text, buffer, sink);
  } else {
    split_text(segment.text, buffer, mark);
  }
}

Tokeniser::Tokeniser(TextOptions options) {
  check_text_options(options);
  state_ = std::make_unique<State>();
  state_->options = std::move(options);
  for (const std::string& word : state_->options.stop_words) {
    state_->stop_words.add(word);
  }
  state_->as_they_are = state_->options.min_length <= 1 && state_->options.stop_words.empty();
}

Tokeniser::~Tokeniser() = default;
Tokeniser::Tokeniser(Tokeniser&&) noexcept = default;
Tokeniser& Tokeniser::operator=(Tokeniser&&) noexcept = default;

const TextOptions& Tokeniser::options() const { return state_->options; }

void Tokeniser::split(std::string_view document, Buffer& buffer, const TermSink& sink) const {
  if (state_->options.form == DocumentForm::mail) {
    split_mail(document, [&](const MailSegment& segment) { state_->split_segment(segment, buffer, sink); });
  } else {
    state_->split_text(document, buffer, sink);
  }
}

std::vector<std::string> terms_of(std::string_view document, const Tokeniser& tokeniser, Tokeniser::Buffer& buffer) {
  const TextOptions& options = tokeniser.options();
  std::vector<std::string> terms;
  tokeniser.split(document, buffer, [&](std::span<const std::string_view> portion) {
    for (const std::string_view term : portion) {
      terms.push_back(options.hash_buckets == 0
                          ? std::string(term)
                          : std::to_string(term_bucket(term, options.hash_key, options.hash_buckets)));
    }
  });
  return terms;
}

std::vector<std::string> terms_of(std::string_view document, const TextOptions& options) {
  const Tokeniser tokeniser(options);
  Tokeniser::Buffer buffer;
  return terms_of(document, tokeniser, buffer);
}

}  // namespace suffice
