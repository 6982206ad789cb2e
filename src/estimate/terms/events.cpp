#include "estimate/terms/events.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/model_table.hpp"
#include "estimate/terms/count_sums.hpp"
#include "estimate/terms/term_parameters.hpp"
#include "estimate/terms/term_selection.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// What of the options only the sums can tell.
void check_terms(const TermBlock& terms, const TermOptions& options) {
  if (terms.sums.compacted && options.unseen == Unseen::reserve) {
    throw Error(ErrorCode::usage,
                "the terms that a reserved place would stand for were dropped for good; use sums with all terms", {},
                {{"oov", {"ignore"}}});
  }
  if (options.family == TermFamily::complement && terms.classes.size() < 2) {
    throw Error(ErrorCode::bad_data,
                "a complement model learns each class from the others, and there is only one; fit rows of a second "
                "class too",
                {}, {{"model", {"multinomial-nb"}}});
  }
}

// The terms that are kept, and the sums they are in.
struct Kept {
  TermBlock terms;
  const TermCounts& counts;
  TermSelection selection;

  /// see(name, record) for each of them, words that do not occur included.
  template <typename See>
  void visit(See&& see) const {
    TermRecord record;
    for (std::size_t k = 0; k < counts.terms(); ++k) {
      if (selection.kept[k] != 0) {
        read_record(counts, k, terms.classes.size(), record);
        see(term_name(terms, k), record);
      }
    }
    const std::vector<double> none(terms.classes.size());
    for (const std::string& word : selection.declared) {
      see(word, TermRecord{none, none, {}});
    }
  }
};

Kept kept_of(const TermBlock& terms, const TermOptions& options) {
  Kept kept{terms, terms.sums, select_terms(terms, options)};
  if (kept.selection.size() > 0) {
    return kept;
  }
  if (kept.counts.terms() == 0) {
    throw Error(ErrorCode::bad_data, "no row has a term to learn from; look at the text, and at how it is split");
  }
  throw Error(ErrorCode::bad_data, fmt::format("none of the {} terms is kept", kept.counts.terms()), {},
              {{"min-df", {"N"}}, {"vocabulary", {"FILE"}}});
}

// Σ of counts, of dropped terms too where one is reserved for them.
void add_counts(const Kept& kept, Events& found, unsigned threads) {
  CountSums sums = sum_counts(kept.terms, found.options, kept.selection.kept, threads);
  found.totals = std::move(sums.kept);
  const double n = kept.terms.classes.total_weight();
  found.terms = static_cast<double>(kept.selection.size());
  found.mean_length = n > 0 ? sums.length / n : 0;
  if (found.options.unseen == Unseen::reserve) {
    found.reserved = std::move(sums.dropped);
    std::ranges::transform(found.totals, found.reserved, found.totals.begin(), std::plus<>());
    found.terms += 1;
  }
}

void add_pseudocounts(const Kept& kept, Events& found) {
  double plain = found.terms;
  std::vector<double> added(found.classes());
  if (!found.pseudocounts->is_scalar() && found.options.estimator != Estimator::mle) {
    kept.visit([&](std::string_view term, const TermRecord&) {
      added_counts(found, term, added);
      if (has_rule(found, term)) {
        std::ranges::transform(found.pseudo, added, found.pseudo.begin(), std::plus<>());
        plain -= 1;
      }
    });
  }
  for (std::size_t c = 0; plain > 0 && c < found.classes(); ++c) {
    // Where no rule says, this is an Error: a name that no rule can have is that of the reserved term.
    const double usual = std::isnan(found.usual[c]) ? found.pseudocounts->of(found.labels[c], {}) : found.usual[c];
    found.pseudo[c] += plain * usual;
  }
}

[[noreturn]] void throw_no_value(const Events& found, std::size_t c, std::string_view term, double numerator) {
  const std::string what = term.empty() ? "all terms" : quoted(term);
  const std::string why =
      numerator < 0 ? fmt::format("its numerator, count + pseudocount − 1, is {}", numerator) : "all counts are zero";
  throw Error(ErrorCode::bad_data,
              fmt::format("the map estimate of {} has no value: {}; a pseudocount above 1 gives it one", what, why),
              fmt::format("class {}", shown(found.labels[c])), {{"pseudocount", {"B"}}, {"estimate", {"mean"}}});
}

// map: no numerator may be negative, and not all of them zero.
void check_map(const Kept& kept, const Events& found) {
  const bool bernoulli = found.options.family == TermFamily::bernoulli;
  for (std::size_t c = 0; !bernoulli && c < found.classes(); ++c) {
    if (found.divisor[c] == 0) {
      throw_no_value(found, c, {}, 0);
    }
  }
  if (found.pseudocounts->is_scalar() && std::ranges::all_of(found.usual, [](double added) { return added > 0; })) {
    return;
  }
  std::vector<double> added(found.classes());
  std::vector<double> present(found.classes());
  kept.visit([&](std::string_view term, const TermRecord& record) {
    added_counts(found, term, added);
    numerators(found, record, added, present);
    for (std::size_t c = 0; c < found.classes(); ++c) {
      const double rows = rows_with_value(found.rows[c], record, c);
      const double absent = bernoulli ? std::max(rows - record.documents[c], 0.0) + added[c] : 0;
      if (present[c] < 0 || absent < 0 || (bernoulli && present[c] + absent == 0)) {
        throw_no_value(found, c, term, std::min(present[c], absent));
      }
    }
  });
  for (std::size_t c = 0; c < found.reserved.size(); ++c) {
    if (found.reserved[c] + found.usual[c] < 0) {
      throw_no_value(found, c, "words that are not known", found.reserved[c] + found.usual[c]);
    }
  }
}

// bernoulli: Σ log(1−φ). Terms that a class does not have share one φ, unless rules or missing values tell them apart.
void sum_absences(const Kept& kept, Events& found, unsigned threads) {
  found.absent.assign(found.classes(), 0.0);
  found.certain.assign(found.classes(), 0.0);
  const auto add = [&found](std::size_t c, const TermPresence& term, double times) {
    const bool is_certain = std::isinf(term.log_absent);
    found.absent[c] += is_certain ? 0 : times * term.log_absent;
    found.certain[c] += is_certain ? times : 0;
  };
  const TermCounts& counts = kept.counts;
  std::vector<double> without(found.classes());  // terms that the class does not have
  std::vector<double> added(found.classes());
  if (!counts.missing.empty() || !found.pseudocounts->is_scalar()) {
    kept.visit([&](std::string_view term, const TermRecord& record) {
      added_counts(found, term, added);
      for (std::size_t c = 0; c < found.classes(); ++c) {
        const double rows = rows_with_value(found.rows[c], record, c);
        add(c, presence(found, c, record.documents[c], rows, added[c]), 1);
      }
    });
    return;
  }
  // Most terms are in few documents: how many terms are in how many is enough to know of these. The others are put
  // together in order.
  constexpr std::size_t block_terms = 4096;
  const std::size_t blocks = (counts.terms() + block_terms - 1) / block_terms;
  const auto most = static_cast<double>(found.ready);
  std::vector<std::vector<double>> tallies(threads);
  std::vector<std::vector<std::uint64_t>> others(blocks);  // entries
  parallel_for(threads, blocks, [&](std::size_t block, unsigned worker) {
    tallies[worker].resize(found.classes() * found.ready);
    double* tally = tallies[worker].data();
    for (std::size_t k = block * block_terms; k < std::min(counts.terms(), (block + 1) * block_terms); ++k) {
      const std::uint64_t end = kept.selection.kept[k] != 0 ? counts.offsets[k + 1] : counts.offsets[k];
      for (std::uint64_t entry = counts.offsets[k]; entry < end; ++entry) {
        const double documents = counts.documents[entry];
        const auto whole = static_cast<std::int32_t>(std::min(documents, most));
        if (documents < most && static_cast<double>(whole) == documents) {
          tally[counts.classes[entry] * found.ready + static_cast<std::uint32_t>(whole)] += 1;
        } else {
          others[block].push_back(entry);
        }
      }
    }
  });
  std::vector<double> terms_of(found.classes() * found.ready);
  for (const std::vector<double>& tally : tallies) {
    std::transform(tally.begin(), tally.end(), terms_of.begin(), terms_of.begin(), std::plus<>());
  }
  std::ranges::fill(without, found.terms);
  for (const std::vector<std::uint64_t>& entries : others) {
    for (const std::uint64_t entry : entries) {
      const std::uint32_t c = counts.classes[entry];
      add(c, presence(found, c, counts.documents[entry], found.rows[c], found.usual[c]), 1);
      without[c] -= 1;
    }
  }
  for (std::size_t c = 0; c < found.classes(); ++c) {
    for (std::size_t documents = 1; documents < found.ready; ++documents) {
      if (const double terms = terms_of[c * found.ready + documents]; terms > 0) {
        add(c, (*found.presences)[c * found.ready + documents], terms);
        without[c] -= terms;
      }
    }
    if (without[c] > 0) {
      add(c, presence(found, c, 0, found.rows[c], found.usual[c]), without[c]);
    }
  }
}

// normalised complement: Σ |log θ̃|, the reserved term included.
void sum_magnitudes(const Kept& kept, Events& found) {
  found.magnitude.assign(found.classes(), 0.0);
  std::vector<double> added(found.classes());
  std::vector<double> logs(found.classes());
  const auto add = [&](const TermRecord& record) {
    numerators(found, record, added, logs);
    log_ratios(found, logs);
    std::ranges::transform(found.magnitude, logs, found.magnitude.begin(), std::minus<>());
  };
  kept.visit([&](std::string_view term, const TermRecord& record) {
    added_counts(found, term, added);
    add(record);
  });
  if (!found.reserved.empty()) {
    added = found.usual;
    add({found.reserved, found.reserved, {}});
  }
  for (std::size_t c = 0; c < found.classes(); ++c) {
    if (std::isinf(found.magnitude[c])) {
      throw Error(ErrorCode::bad_data, "normalised weights have no value where the other classes lack a term",
                  fmt::format("class {}", shown(found.labels[c])), {{"estimate", {"mean"}}});
    }
  }
}

}  // namespace

Events events(const TermBlock& terms, const TermOptions& options, unsigned threads) {
  threads = std::max(threads, 1U);
  check_options(options);
  check_terms(terms, options);
  const Kept kept = kept_of(terms, options);
  Events found;
  found.options = options;
  found.labels = terms.classes.labels;
  found.rows = terms.classes.weight;
  found.least_tokens = kept.selection.least_tokens;
  found.last_term = kept.selection.last_term;
  found.pseudo.assign(found.classes(), 0.0);
  add_counts(kept, found, threads);
  if (options.family == TermFamily::complement) {
    sums_of_others(std::vector(found.totals), found.totals);
  }
  fill_derived(found);  // for the pseudocounts
  add_pseudocounts(kept, found);
  fill_derived(found);
  if (options.estimator == Estimator::map) {
    check_map(kept, found);
  }
  if (options.family == TermFamily::bernoulli) {
    sum_absences(kept, found, threads);
  }
  if (options.normalised) {
    sum_magnitudes(kept, found);
  }
  return found;
}

}  // namespace suffice
