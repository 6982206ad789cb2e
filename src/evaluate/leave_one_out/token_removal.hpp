// Token removal: rows of multinomial and complement models removed by decrement (MODELS §11).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "estimate/terms/events.hpp"
#include "evaluate/leave_one_out/counted_row.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// The vocabulary, idf and pseudocounts are held; counts, totals and magnitudes are those of the other rows. A word
/// that no other row has and that no vocabulary names is unknown without the row, as in predictions. O(C) for each term
/// of a row: as |log θ̃| = log divisor − log numerator, a magnitude changes by |V| times the change of the one, less the
/// changes of the others.
class TokenRemoval {
 public:
  /// The sums that the block views outlive this object. Threads never change a bit.
  TokenRemoval(const TermBlock& block, const TermOptions& options, unsigned threads);

  /// out: chosen × C, log densities, or a complement model's scores; NaN where the row cannot be removed.
  void log_densities(const LeftOut& left_out, std::span<double> out) const;

 private:
  struct Work;

  /// Takes the row down: numerators without it, and what it takes from the totals. False where one has no value.
  [[nodiscard]] bool take_row(const std::vector<CountedTerm>& terms, double unknown, std::size_t c, double weight,
                              Work& work) const;
  /// Takes one term off the sums, which occurs `count` times, `taken` of which are in them; work.counts are its counts.
  /// Where the model does not know it without the row it is no part of the score.
  [[nodiscard]] bool take_term(double idf, double count, double taken, bool known, std::size_t c, Work& work) const;
  /// Divisors and magnitudes without the row; false where one has no value.
  [[nodiscard]] bool take_totals(std::size_t c, Work& work) const;
  void add_scores(Work& work, std::span<double> out) const;

  TermBlock block_;
  TermIndex index_;
  Events events_;
  std::vector<std::uint8_t> kept_;  // for each term of the sums
  bool open_;                       // whether terms exist only while rows have them
};

}  // namespace suffice
