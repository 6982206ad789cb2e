#include "evaluate/leave_one_out/token_removal.hpp"

#include <algorithm>
#include <cmath>

#include "estimate/terms/term_parameters.hpp"
#include "estimate/terms/term_selection.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"
#include "math/special/log_gamma.hpp"
#include "math/special/log_zero.hpp"

namespace suffice {

namespace {

// Prefetches the counts of all terms, which are then read one after the other.
void fetch_records(const TermCounts& counts, const std::vector<CountedTerm>& terms) {
  for (const CountedTerm& term : terms) {
    __builtin_prefetch(counts.offsets.data() + term.place);
  }
  for (const CountedTerm& term : terms) {
    const std::uint64_t entry = counts.offsets[term.place];
    __builtin_prefetch(counts.classes.data() + entry);
    __builtin_prefetch(counts.tokens.data() + entry);
    __builtin_prefetch(counts.documents.data() + entry);
  }
}

double log_or_zero(double value) { return value > 0 ? std::log(value) : log_zero; }

}  // namespace

/// Room for one thread.
struct TokenRemoval::Work {
  explicit Work(const Events& events) : rest(events), record(), added(events.classes()), before(events.classes()) {}

  struct Part {
    double idf;
    double count;
  };
  Events rest;                 // divisors and magnitudes are those without the row
  TermRecord record;           // of one term
  std::vector<double> added;   // to its counts
  std::vector<double> before;  // its numerators with the row in place
  std::vector<Part> parts;     // the terms of the row that the model knows
  std::vector<double> after;   // their numerators without the row, C for each
  double length = 0;           // Σ idf · count
  double taken = 0;            // what the row takes from the total of its class
};

TokenRemoval::TokenRemoval(const TermBlock& block, const TermOptions& options, unsigned threads)
    : block_(block),
      index_(block),
      events_(events(block, options, threads)),
      kept_(select_terms(block, options).kept),
      open_(is_open(block.block, options)) {
  events_.options.vocabulary.reset();  // what it keeps is known, and Work copies the rest
}

bool TokenRemoval::take_term(double idf, double count, double taken, bool known, std::size_t c, Work& work) const {
  const bool complement = events_.options.family == TermFamily::complement;
  const std::vector<double>& counts = counted(events_, work.record);
  if (complement) {
    sums_of_others(counts, work.before);
  } else {
    std::ranges::copy(counts, work.before.begin());
  }
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double part = (k == c) == complement ? 0 : taken;
    const double after = idf * what_is_left(work.before[k], part) + work.added[k];
    if (after < 0) {
      return false;
    }
    if (events_.options.normalised) {
      work.rest.magnitude[k] += log_or_zero(idf * work.before[k] + work.added[k]) - log_or_zero(after);
    }
    if (known) {
      work.after.push_back(after);
    }
  }
  work.taken += idf * taken;
  if (known) {
    work.parts.push_back({idf, count});
    work.length += idf * count;
  }
  return true;
}

bool TokenRemoval::take_row(const std::vector<CountedTerm>& terms, double unknown, std::size_t c, double weight,
                            Work& work) const {
  work.rest.magnitude = events_.magnitude;
  work.parts.clear();
  work.after.clear();
  work.length = work.taken = 0;
  double dropped = 0;
  const bool is_named = !events_.pseudocounts->is_scalar();
  fetch_records(block_.sums, terms);
  for (const CountedTerm& term : terms) {
    if (std::isnan(term.count)) {
      continue;
    }
    const double count = events_.options.boolean ? 1 : term.count;
    if (kept_[term.place] == 0) {
      dropped += count;
      continue;
    }
    read_record(block_.sums, term.place, events_.classes(), work.record);
    added_counts(events_, is_named ? term_name(block_, term.place) : "", work.added);
    const bool known = !open_ || !is_only_row(work.record.documents, c, weight);
    unknown += known ? 0 : count;
    if (!take_term(token_weight(events_, work.record), count, weight * count, known, c, work)) {
      return false;
    }
  }
  if (events_.reserved.empty() || !(dropped + unknown > 0)) {
    return true;
  }
  work.record = {events_.reserved, events_.reserved, {}};
  work.added = events_.usual;
  return take_term(1, dropped + unknown, weight * dropped, true, c, work);
}

bool TokenRemoval::take_totals(std::size_t c, Work& work) const {
  const bool complement = events_.options.family == TermFamily::complement;
  for (std::size_t k = 0; k < events_.classes(); ++k) {
    const double part = (k == c) == complement ? 0 : work.taken;
    const double divisor = what_is_left(events_.totals[k], part) + events_.pseudo[k];
    if (events_.options.estimator == Estimator::map && !(divisor > 0)) {
      return false;
    }
    work.rest.divisor[k] = divisor;
    work.rest.log_divisor[k] = divisor > 0 ? std::log(divisor) : 0;
    if (events_.options.normalised) {
      work.rest.magnitude[k] += events_.terms * (work.rest.log_divisor[k] - events_.log_divisor[k]);
      if (!std::isfinite(work.rest.magnitude[k])) {
        return false;
      }
    }
  }
  return true;
}

void TokenRemoval::add_scores(Work& work, std::span<double> out) const {
  const bool urn =
      events_.options.family == TermFamily::multinomial && events_.options.estimator == Estimator::predictive;
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = urn && work.rest.divisor[k] > 0 ? -log_gamma_increase_rest(work.rest.divisor[k], work.length) : 0;
  }
  for (std::size_t i = 0; i < work.parts.size(); ++i) {
    const auto [idf, count] = work.parts[i];
    const auto numbers = std::span(work.after).subspan(i * out.size(), out.size());
    if (!urn) {
      finish_parameters(work.rest, idf, numbers);
    }
    for (std::size_t k = 0; k < out.size(); ++k) {
      out[k] += !urn             ? count * numbers[k]
                : numbers[k] > 0 ? log_gamma_increase_about(numbers[k], count, work.rest.divisor[k] + work.length)
                                 : log_zero;
    }
  }
}

void TokenRemoval::log_densities(const LeftOut& left_out, std::span<double> out) const {
  Work work(events_);
  CountedRow reader(index_);
  score_left_out(left_out, block_.classes, out,
                 [&](std::size_t i, std::size_t c, double weight, std::span<double> densities) {
                   const std::vector<CountedTerm>& terms = reader.read(left_out.rows, i);
                   double unknown = 0;
                   for (const auto& [word, count] : reader.unknown()) {
                     unknown += events_.options.boolean ? 1 : count;
                   }
                   if (!take_row(terms, unknown, c, weight, work) || !take_totals(c, work)) {
                     return false;
                   }
                   add_scores(work, densities);
                   return true;
                 });
}

}  // namespace suffice
