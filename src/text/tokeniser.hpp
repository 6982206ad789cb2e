// Tokeniser: the terms of a document, as text options say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/text.hpp"
#include "text/stemmer.hpp"
#include "text/term_bucket.hpp"

namespace suffice {

/// Terms of a document, in order; the views hold until the call returns. From where a term starts, `term_padding` bytes
/// may be read, however short it is.
using TermSink = std::function<void(std::span<const std::string_view> terms)>;
inline constexpr std::size_t term_padding = 16;

/// Immutable: one object may serve many threads, each with a buffer of its own.
class Tokeniser {
 public:
  /// Room to work in, reused from document to document of one tokeniser.
  struct Buffer {
    std::string folded;                   ///< lower-cased text
    std::vector<std::uint32_t> places;    ///< where words begin and end in it, in turn
    std::string joined;                   ///< words with a space after each
    std::vector<std::size_t> joints;      ///< where they begin
    std::vector<std::string_view> terms;  ///< views of `folded` or `joined`
    std::optional<Stemmer> stemmer;
    std::string marked;                          ///< of a mail: a portion of terms with their marks
    std::vector<std::string_view> marked_terms;  ///< views of `marked`
    std::uint64_t invalid_bytes = 0;             ///< met so far, summed over documents
  };

  /// Error (usage) as check_text_options.
  explicit Tokeniser(TextOptions options);
  ~Tokeniser();
  Tokeniser(Tokeniser&&) noexcept;
  Tokeniser& operator=(Tokeniser&&) noexcept;

  [[nodiscard]] const TextOptions& options() const;

  /// Hands on the terms in portions of at most 4,096, so that memory grows with the longest term, not with the
  /// document; n-grams go across portions. Terms are words or n-grams; hashing is the caller's (term_bucket). N-grams
  /// come in the order of their ends, the shortest first.
  void split(std::string_view document, Buffer& buffer, const TermSink& sink) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// terms_of() by a tokeniser that serves many documents.
std::vector<std::string> terms_of(std::string_view document, const Tokeniser& tokeniser, Tokeniser::Buffer& buffer);

}  // namespace suffice
