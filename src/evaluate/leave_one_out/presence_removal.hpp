// Presence removal: rows of Bernoulli models removed by decrement (MODELS §11).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "estimate/terms/events.hpp"
#include "estimate/terms/term_selection.hpp"
#include "evaluate/leave_one_out/counted_row.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// The vocabulary is held; a word that no other row has and that no vocabulary names is unknown without the row, and
/// ignored as in predictions. Without a row of weight w every 1−φ of its class changes, so that Σ log(1−φ) is needed at
/// n_c − w too. Terms of equal counts are summed as one: O(distinct counts) for each class and weight, then O(C) for
/// each term of a row.
class PresenceRemoval {
 public:
  /// The sums that the block views outlive this object. Threads never change a bit.
  PresenceRemoval(const TermBlock& block, const TermOptions& options, unsigned threads);

  /// How many steps the sum of a class takes.
  [[nodiscard]] std::size_t groups() const;
  /// out: chosen × C, log densities; NaN where the row cannot be removed.
  void log_densities(const LeftOut& left_out, std::span<double> out) const;

 private:
  /// Documents that have a term, documents in which it is missing, and what is added to both counts.
  using Counts = std::array<double, 3>;
  /// Σ log(1−φ) over φ < 1, how many terms have φ = 1, and for how many φ has no value.
  struct Absences {
    double sum = 0;
    double certain = 0;
    double undefined = 0;
  };

  void group_terms(const TermSelection& selection);
  [[nodiscard]] bool has_value(const Counts& counts, double rows) const;
  /// Adds so many terms that are absent from a row of class c.
  void add_absent(std::size_t c, const Counts& counts, double rows, double times, Absences& sums) const;
  [[nodiscard]] Absences absences(std::size_t c, double rows) const;
  /// log φ of a term that the row has, without the row, whose class has `weight` more of it; 0 for x = NaN, where the
  /// term is missing or unknown. The
  /// term leaves `sums`.
  [[nodiscard]] double log_present(double x, const Counts& counts, std::size_t k, double weight, Absences& sums) const;
  [[nodiscard]] bool score(const std::vector<CountedTerm>& terms, std::size_t c, double weight, const Absences& own,
                           std::span<double> out) const;

  TermBlock block_;
  TermIndex index_;
  Events events_;
  std::vector<std::uint8_t> kept_;                // for each term of the sums
  bool open_;                                     // whether terms exist only while rows have them
  std::vector<std::map<Counts, double>> groups_;  // of each class: how many kept terms have these counts
};

}  // namespace suffice
