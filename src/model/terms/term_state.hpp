// Term state: what the parts of a model of terms share, made once and never changed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "estimate/terms/events.hpp"
#include "math/linear/quantised_table.hpp"
#include "math/system/parallel.hpp"
#include "model/terms/term_rows.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"
#include "suffice/summary.hpp"
#include "text/tokeniser.hpp"
#include "text/word_table.hpp"

namespace suffice {

/// Words, and the rows of their parameters: that of word k is k + 1.
struct WordRows {
  WordTable words;
  TermRows rows;
};

struct TermState {
  /// Columns or buckets: `counts` is there. Words: `words` is.
  TermState(const Shared<Block>& block_of_rows, Events all, std::shared_ptr<const TermCounts> counts_of_terms,
            std::shared_ptr<const TermLookup> words_by_name, unsigned threads);

  Shared<Block> block;
  Events events;
  std::shared_ptr<const TermCounts> counts;
  std::shared_ptr<const TermLookup> words;
  std::optional<Tokeniser> tokeniser;  ///< where rows are text
  /// Columns and buckets: term k has row k + 1, dropped or not, where rows are held. Else row 0 alone.
  TermRows rows;
  bool holds_rows = false;             ///< columns and buckets: of few classes, or few terms
  std::vector<std::uint8_t> left_out;  ///< columns and buckets: 1 for terms that are not kept; empty: all are kept

  [[nodiscard]] std::size_t classes() const { return events.classes(); }
  [[nodiscard]] bool is(TermFamily family) const { return events.options.family == family; }
  /// Whether a term counts once a row, however often it occurs.
  [[nodiscard]] bool by_presence() const { return is(TermFamily::bernoulli) || events.options.boolean; }
  /// Whether rows are scored by the Dirichlet–multinomial.
  [[nodiscard]] bool by_urn() const {
    return is(TermFamily::multinomial) && events.options.estimator == Estimator::predictive;
  }
  [[nodiscard]] bool knows_unseen() const { return !events.reserved.empty(); }
  [[nodiscard]] bool is_left_out(std::size_t k) const { return !left_out.empty() && left_out[k] != 0; }

  /// Columns and buckets: sets a row of others to that of term k, dropped or not. O(C), less where parameters
  /// follow_from_counts(). `record` is memory that is used again.
  void make_row(std::size_t k, TermRows& others, std::size_t row, TermRecord& record) const;

  /// bernoulli of columns: log(1−φ), C numbers a term, −∞ where φ is 1. Made at the first call, O(C · terms), where
  /// rows are held.
  const std::vector<double>& absent(unsigned threads) const;
  /// The same of one term that is not dropped. O(C).
  void absent_of(std::size_t k, TermRecord& record, std::span<double> out) const;

  /// The rows of columns, in short: made at the first call, O(C · terms). Null where they would not be shorter, or
  /// where some parameter is −∞.
  const QuantisedTable* quantised(unsigned threads) const;

  /// Finds a word that is kept; one of the vocabulary that does not occur has a record of zeros.
  bool find(std::string_view word, TermRecord& record) const;
  /// All words that are kept, for many threads; null until so many were searched for that it pays to have them all,
  /// while another thread makes them, and where they are too many. `met` were met first, which makes them fast to find;
  /// those of row 0 are not known.
  const WordRows* all_words(const WordTable& met, std::span<const std::uint32_t> rows_of_met) const;
  /// Whether so many words, and the numbers in their rows, may be held in memory.
  [[nodiscard]] bool may_hold(double number_of_words) const;
  /// Shows every term that is kept: words in byte order, others by number.
  void visit(const std::function<void(std::string_view term, const TermRecord& record)>& see) const;

 private:
  // Which terms are dropped.
  void set_left_out(unsigned threads);
  void set_rows(unsigned threads);
  void set_counted_row(std::size_t k, TermRows& others, std::size_t row) const;
  // Open columns that no row has, where nothing is added to counts: no class could have them.
  void leave_out_unseen();
  template <typename See>
  void visit_numbered(unsigned threads, const See& see) const;

  std::optional<TermRows> none_;  // row 1: a term without entries, where all are kept and follow from their counts
  mutable Once absent_made_;
  mutable std::vector<double> absent_;
  mutable Once quantised_made_;
  mutable std::optional<QuantisedTable> quantised_;
  mutable std::atomic<std::uint64_t> searched_words_ = 0;  // words
  mutable std::mutex making_all_words_;
  mutable std::unique_ptr<const WordRows> all_words_;
  mutable std::atomic<const WordRows*> all_words_ready_ = nullptr;  // all_words_, once it is there
};

}  // namespace suffice
