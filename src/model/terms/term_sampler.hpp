// Term sampler: draws rows of terms from p(x|c).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "math/special/independent_events.hpp"
#include "math/special/random.hpp"
#include "math/system/parallel.hpp"
#include "model/drawn_row.hpp"
#include "model/terms/term_state.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Multinomial: a number of terms that is Poisson about the mean over all rows, each drawn by φ; predictive: each drawn
/// by the Dirichlet's means or, the oftener the longer the row, as one before it. Bernoulli: each term by its φ.
/// Multinomial of boolean counts: each term once at most, in a share of the rows that is φ times their mean number of
/// terms, so that a fit of draws has the same φ. The reserved term is never drawn. Serves many threads.
class TermSampler {
 public:
  explicit TermSampler(std::shared_ptr<const TermState> state) : state_(std::move(state)) {}

  /// Error (usage) where a row cannot be drawn: complement, tf-idf, hash buckets, n-grams, documents of more than ten
  /// million terms on average. Cost O(terms · log length) at most for numbers, O(length) for text, and O(terms) for a
  /// class whose table is not held.
  /// `length`: the number of terms of a multinomial row, in place of a draw.
  void draw(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length = {});

 private:
  struct TermRange {
    std::size_t first;
    std::size_t last;  // not in it
  };
  /// A number of one class that is not that of its usual term.
  struct Entry {
    std::uint32_t term;
    double number;
  };
  /// What one class is drawn by.
  struct ClassTable {
    std::vector<double> numbers;  // of each term: φ, of boolean counts the share of rows, else the sum of φ up to it
    std::optional<IndependentEvents> events;  // for terms that count once
    std::optional<IndependentEvents> early;   // of boolean counts: which terms have a rank of 2 at most
  };

  void check() const;
  void numbers_of(std::string_view name, const TermRecord& record, std::span<double> out) const;
  /// The entries of all classes, which are few: most classes have no more of a term than any other that they lack.
  void make_entries();
  [[nodiscard]] ClassTable make_table(std::size_t c) const;
  /// The table of a class: held, or made, and then held in place of those that were made first.
  std::shared_ptr<const ClassTable> table(std::size_t c);
  /// n terms of the range, one after the other; `drawn` is empty before.
  void draw_tokens(std::span<const double> sums, const TermRange& range, double n, Random& random,
                   std::vector<std::size_t>& drawn) const;
  /// n different terms, or all there are: those of the least rank, the odds of a uniform number by the odds of the
  /// term's share of rows (Pareto sampling, Rosén 1997).
  [[nodiscard]] static std::vector<std::size_t> draw_different(const ClassTable& table, std::size_t n, Random& random);
  /// The terms of a document, which count once: those of Bernoulli, or of boolean counts.
  [[nodiscard]] std::vector<std::size_t> draw_once(const ClassTable& table, std::optional<double> length,
                                                   Random& random) const;
  /// draw_tokens() without the order: how often each term is drawn is added to its count.
  void draw_counts(std::span<const double> sums, const TermRange& range, double n, Random& random,
                   std::span<double> counts) const;
  [[nodiscard]] std::vector<double> draw_values(const ClassTable& table, std::optional<double> length,
                                                Random& random) const;
  [[nodiscard]] std::string draw_document(const ClassTable& table, std::optional<double> length, Random& random) const;
  [[nodiscard]] double length_or_draw(std::optional<double> length, Random& random) const;

  std::shared_ptr<const TermState> state_;
  Once made_;
  std::vector<std::size_t> columns_;  // of each term that is kept
  Words words_;                       // or its word
  std::size_t terms_ = 0;
  std::vector<double> usual_;                // C: the number of a term that no row of the class has
  std::vector<std::vector<Entry>> entries_;  // of each class, by term
  std::mutex holding_;
  std::vector<std::shared_ptr<const ClassTable>> tables_;  // of each class; null: not held
  std::deque<std::size_t> held_;                           // the classes of those that are, the first made first
};

}  // namespace suffice
