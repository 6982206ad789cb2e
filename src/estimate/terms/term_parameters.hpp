// Term parameters: the numbers of one term that φ, θ̃ and their logarithms are made of (MODELS §5–6).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "estimate/terms/events.hpp"

namespace suffice {

/// What a prior adds to a count: β, for map β − 1, for mle 0.
double added_count(Estimator estimator, double pseudocount);

/// Fills what follows from the other numbers: pseudocounts, usual, divisor and log_divisor. Whether they are legal is
/// for the caller to see.
void fill_derived(Events& events);

/// Whether some rule gives the term a pseudocount of its own.
bool has_rule(const Events& events, std::string_view term);

/// out: C numbers, what is added to the counts of the term. Error (usage) where no rule says.
void added_counts(const Events& events, std::string_view term, std::span<double> out);

/// out: C numerators of φ or θ̃, the record's counts as the options weigh them and `added`.
void numerators(const Events& events, const TermRecord& record, std::span<const double> added, std::span<double> out);

/// What a token of the term counts: idf = ln((1 + n) / (1 + df)) + 1, or 1.
double token_weight(const Events& events, const TermRecord& record);
/// numbers: C numerators of a multinomial or complement term, which become what term_parameters() gives.
void finish_parameters(const Events& events, double weight, std::span<double> numbers);

/// numbers: C numerators, which become the logarithms of φ or θ̃, −∞ where they are 0.
void log_ratios(const Events& events, std::span<double> numbers);
/// out[c] = Σ of the other classes' counts: those before and those after, so that nothing cancels.
void sums_of_others(std::span<const double> counts, std::span<double> out);

/// bernoulli, of one term in class c: `documents` of `rows` have it, and `added` is added to those that have and to
/// those that have not.
TermPresence presence(const Events& events, std::size_t c, double documents, double rows, double added);

}  // namespace suffice
