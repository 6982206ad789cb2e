// Events: what all terms together say about the parameters of each, for Bernoulli, multinomial and complement models
// (MODELS §6). Small, whatever the vocabulary.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "estimate/pseudocounts.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"
#include "summary/whole.hpp"

namespace suffice {

/// The counts of one term, C numbers each.
struct TermRecord {
  std::vector<double> tokens;
  std::vector<double> documents;
  std::vector<double> missing;  ///< or empty: nothing is missing
};

/// The weight of the rows of a class, `rows`, that have a value of a term, which `documents` of them have: no more than
/// these where the rest is rounding.
inline double rows_with_value(double rows, const TermRecord& record, std::size_t c) {
  if (record.missing.empty()) {
    return rows;
  }
  const double left = rows - record.missing[c];
  return std::abs(left - record.documents[c]) <= rounding_share * rows ? record.documents[c] : left;
}

/// bernoulli, of one term in one class.
struct TermPresence {
  double log_present = 0;  ///< log φ
  double log_absent = 0;   ///< log(1−φ)
};

struct Events {
  TermOptions options;
  std::vector<std::string> labels;  ///< C
  std::vector<double> rows;         ///< C: n_c
  double terms = 0;                 ///< |V|: the terms that are kept, and the reserved one
  // What max_terms keeps: terms of more tokens than `least_tokens`, and of as many those up to `last_term` in byte
  // order.
  double least_tokens = -1;
  std::string last_term;
  std::vector<double> totals;     ///< C: Σ of the counts of kept terms, as the options weigh them: N_c, or for
                                  ///< complement those of the other classes
  std::vector<double> pseudo;     ///< C: Σ over kept terms of what is added to a count: β, map β − 1, mle 0
  std::vector<double> reserved;   ///< C: counts of the reserved term; empty without one
  std::vector<double> absent;     ///< C: bernoulli: Σ log(1−φ) over φ < 1
  std::vector<double> certain;    ///< C: bernoulli: how many terms have φ = 1
  std::vector<double> magnitude;  ///< C: normalised complement: Σ |log θ̃|
  double mean_length = 0;         ///< Σ tokens / n, over kept terms; boolean: Σ documents / n

  // What follows from the above.
  std::shared_ptr<const Pseudocounts> pseudocounts;
  std::vector<double> usual;        ///< C: what is added to the counts of terms that no rule names; NaN: none
  std::vector<double> divisor;      ///< C: what numerators are divided by; of bernoulli without missing values
  std::vector<double> log_divisor;  ///< C
  /// bernoulli: of terms that no rule names, in classes without missing values, that 0, 1, … documents have: as many
  /// for each class, one class after the other. Most terms are in few documents.
  std::shared_ptr<const std::vector<TermPresence>> presences;
  std::size_t ready = 0;  ///< bernoulli: how many of these a class has
  bool has_usual = true;  ///< `usual` has no NaN

  [[nodiscard]] std::size_t classes() const { return labels.size(); }
};

/// One pass over the counts, O(entries + C), normalised O(terms · C). The number of threads never changes a bit. Error
/// (usage) when the options do not fit the sums or each other; (bad_data) when nothing is left to learn from, and where
/// a parameter has no value (MODELS §5). A class without tokens has φ = 0 for every term under mle.
Events events(const TermBlock& terms, const TermOptions& options, unsigned threads);

/// Whether the model knows a term that occurs, or is in options.vocabulary: it is in the vocabulary, if one is
/// given, has min_documents, and is among the max_terms.
bool is_kept(const Events& events, std::string_view term, const TermRecord& record);
/// Whether it knows all terms that occur.
bool keeps_all(const Events& events);

/// out: C numbers for a kept term. multinomial: idf·log φ; complement: −idf·log θ̃ (normalised: divided by magnitude);
/// predictive multinomial: N + β, the Dirichlet's; bernoulli: log φ. −∞ where φ is 0. Complement where θ̃ is 0: what is
/// left when an infinity is taken from every class, 0 where θ̃ is 0 and −∞ elsewhere; −∞ for all where it is 0 for all.
void term_parameters(const Events& events, std::string_view term, const TermRecord& record, std::span<double> out);
/// bernoulli: log φ − log(1−φ), what a term that is there adds to the sum over terms that are not. Where φ is 1, which
/// has no part in that sum: log φ = 0, and certain[c] is set to 1 unless it is empty.
void presence_odds(const Events& events, std::string_view term, const TermRecord& record, std::span<double> out,
                   std::span<double> certain);
/// Whether what term_parameters() and presence_odds() give for a class follows from the count of the term in that class
/// alone, for all terms without missing values.
bool follow_from_counts(const Events& events);
/// Then: the same as these for the classes of some entries, `counts` being what is counted of the term in each.
void counted_parameters(const Events& events, std::span<const std::uint32_t> classes, std::span<const double> counts,
                        std::span<double> out, std::span<double> certain);
/// bernoulli: log(1−φ), −∞ where φ is 1.
void absent_parameters(const Events& events, std::string_view term, const TermRecord& record, std::span<double> out);
/// term_parameters() of the reserved term, which stands for all unknown ones; Events::reserved is not empty.
void reserved_parameters(const Events& events, std::span<double> out);
/// What is counted of a term in each class: tokens or documents, without idf.
const std::vector<double>& counted(const Events& events, const TermRecord& record);

/// The record of the k-th term of the counts.
TermRecord record_of(const TermCounts& counts, std::size_t k, std::size_t classes);
/// record_of() into a record whose memory is used again.
void read_record(const TermCounts& counts, std::size_t k, std::size_t classes, TermRecord& out);
/// The name of the k-th term: a word, a column, or a bucket's number.
std::string term_name(const Block& block, const TermCounts& counts, std::size_t k);
std::string term_name(const TermBlock& terms, std::size_t k);

/// Finds terms by name, in memory or in a file. Serves many threads.
class TermLookup {
 public:
  TermLookup() = default;
  TermLookup(const TermLookup&) = delete;
  TermLookup& operator=(const TermLookup&) = delete;
  virtual ~TermLookup() = default;
  /// How many words the sums have.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// False where the sums do not have the word. Error (bad_model) where a file turns out not to be sound.
  virtual bool find(std::string_view word, TermRecord& out) const = 0;
  /// Says that about so many different words will be asked for: what serves many is made sooner.
  virtual void expect(std::uint64_t /*words*/) const {}
  /// Shows every word of the sums, in byte order. Errors as find().
  virtual void visit(const std::function<void(std::string_view word, const TermRecord& record)>& see) const = 0;
};

/// The constants over all terms that scoring one document needs, as plain numbers: a cache for models that are read
/// word by word.
struct TermConstants {
  std::vector<double> numbers;
  std::string last_term;
};
/// Everything of Events but options, labels, rows and what follows, so that events need not be computed to score one
/// document.
TermConstants cache_of(const Events& events);
/// cache_of() the events of one reading of a summary; null for a reading that is not of words. Errors as estimate().
std::shared_ptr<const TermConstants> term_constants(const Summary& summary, const Options& options, std::size_t reading,
                                                    unsigned threads);
/// Error (bad_model) when the cache does not fit.
Events events_from(const TermConstants& cache, const TermOptions& options, const ClassCounts& classes);

}  // namespace suffice
