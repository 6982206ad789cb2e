// Document reader: the terms of documents as rows of parameters, with a memory of the words it met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "model/terms/term_rows.hpp"
#include "model/terms/term_state.hpp"
#include "suffice/model.hpp"
#include "text/tokeniser.hpp"
#include "text/word_table.hpp"

namespace suffice {

/// For one thread at a time. What it remembers is bounded, and never changes what it says. Terms are not counted first:
/// each portion goes to the scores while its parameters are on their way from memory.
class DocumentReader {
 public:
  explicit DocumentReader(std::shared_ptr<const TermState> state);

  /// Rows of table(), of the document's terms in order: a portion at a time, as often as the model counts them (weights
  /// are null); or, for the Dirichlet–multinomial, all at once and each row once.
  using See = std::function<void(std::span<const std::uint32_t> rows, const double* weights)>;
  /// Adds what it meets to `counts`, and returns how many terms count.
  std::uint64_t read(std::string_view document, ScoreCounts& counts, const See& see);

  /// Holds until the next document is read.
  [[nodiscard]] const TermRows& table() const {
    return state_->holds_rows ? state_->rows : all_words_ != nullptr ? all_words_->rows : rows_;
  }

 private:
  void take_all_words();
  void number(std::span<const std::string_view> terms);
  void look_up_new_words();
  void forget_if_full();
  std::uint64_t find_rows();
  std::uint32_t row_of_bucket(std::uint32_t bucket);
  void leave_out_repeated();
  void gather();

  std::shared_ptr<const TermState> state_;
  Tokeniser::Buffer buffer_;
  const WordRows* all_words_ = nullptr;  // of the model, once they are there: then it remembers none itself
  WordTable words_;
  std::vector<std::uint32_t> row_of_word_;
  std::vector<std::uint32_t> row_of_bucket_;  // where the model holds no rows; 0: not made, or not known
  TermRows rows_;
  TermRecord record_;
  std::vector<std::uint32_t> numbers_;        // of a portion's terms: words met, rows of all words, or buckets
  std::vector<std::uint32_t> rows_of_terms_;  // rows of table() for the portion's terms
  std::vector<std::uint32_t> seen_in_;        // for each number: the last document that had it
  std::uint32_t document_ = 0;
  std::vector<std::uint32_t> gathered_;  // rows of a document, each once
  std::vector<double> weights_;          // how often the document has each gathered row
  std::vector<std::uint32_t> place_of_row_;
};

/// Readers that wait for their next use, so that what they remember outlives a call. Serves many threads.
class ReaderPool {
 public:
  explicit ReaderPool(std::shared_ptr<const TermState> state) : state_(std::move(state)) {}

  struct Return {
    ReaderPool* pool = nullptr;
    void operator()(DocumentReader* reader) const;
  };
  using Lent = std::unique_ptr<DocumentReader, Return>;
  /// The pool must outlive what it lends.
  Lent lend();

 private:
  std::shared_ptr<const TermState> state_;
  std::mutex mutex_;
  std::size_t made_ = 0;
  /// With room for all that were made: giving one back, which may happen while memory is out, must not fail.
  std::vector<std::unique_ptr<DocumentReader>> waiting_;
};

}  // namespace suffice
