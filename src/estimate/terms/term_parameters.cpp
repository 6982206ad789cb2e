#include "estimate/terms/term_parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

namespace suffice {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double total(std::span<const double> numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

// Scores of log θ̃: where some are −∞, those classes keep 0 and the others have nothing left against them.
void complement_scores(const Events& events, double weight, std::span<double> numbers) {
  const auto infinite = std::ranges::count(numbers, -infinity);
  if (infinite > 0) {
    const bool all = static_cast<std::size_t>(infinite) == numbers.size();
    std::ranges::transform(numbers, numbers.begin(),
                           [&](double log) { return log == -infinity && !all ? 0 : -infinity; });
    return;
  }
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    numbers[c] *= -weight;
    if (events.options.normalised) {
      numbers[c] = events.magnitude[c] > 0 ? numbers[c] / events.magnitude[c] : 0;
    }
  }
}

TermPresence computed_presence(const Events& events, std::size_t c, double documents, double rows, double added) {
  const double divisor = rows + 2 * added;
  const double present = documents + added;
  const double absent = std::max(rows - documents, 0.0) + added;
  if (!(divisor > 0) || !(present > 0)) {
    return {-infinity, 0};
  }
  if (!(absent > 0)) {
    return {0, -infinity};
  }
  const double log_divisor = divisor == events.divisor[c] ? events.log_divisor[c] : std::log(divisor);
  return {std::log(present) - log_divisor, std::log(absent) - log_divisor};
}

void make_presences(Events& events) {
  constexpr std::size_t most = 512;
  constexpr std::size_t most_in_all = std::size_t{1} << 14U;
  events.ready = std::min(most, most_in_all / std::max<std::size_t>(events.classes(), 1));
  auto presences = std::make_shared<std::vector<TermPresence>>();
  presences->reserve(events.ready * events.classes());
  for (std::size_t c = 0; c < events.classes(); ++c) {
    for (std::size_t documents = 0; documents < events.ready; ++documents) {
      presences->push_back(
          computed_presence(events, c, static_cast<double>(documents), events.rows[c], events.usual[c]));
    }
  }
  events.presences = std::move(presences);
}

// The presence of a term that no pseudocount rule names, in a class without missing values.
inline TermPresence usual_presence(const Events& events, std::size_t c, double documents) {
  if (documents >= 0 && documents < static_cast<double>(events.ready)) {
    const auto whole = static_cast<std::int32_t>(documents);
    if (documents == static_cast<double>(whole)) {
      return (*events.presences)[c * events.ready + static_cast<std::uint32_t>(whole)];
    }
  }
  return computed_presence(events, c, documents, events.rows[c], events.usual[c]);
}

inline TermPresence known_presence(const Events& events, std::size_t c, double documents, double rows, double added) {
  return rows == events.rows[c] && added == events.usual[c] ? usual_presence(events, c, documents)
                                                            : computed_presence(events, c, documents, rows, added);
}

template <typename Choose>
void bernoulli_parameters(const Events& events, std::string_view term, const TermRecord& record, std::span<double> out,
                          Choose&& choose) {
  added_counts(events, term, out);
  for (std::size_t c = 0; c < out.size(); ++c) {
    const double rows = rows_with_value(events.rows[c], record, c);
    out[c] = choose(c, known_presence(events, c, record.documents[c], rows, out[c]));
  }
}

// log φ − log(1−φ), or log φ where φ is 1, which is noted.
double odds_of(const TermPresence& found, std::size_t c, std::span<double> certain) {
  if (!std::isinf(found.log_absent)) {
    return found.log_present - found.log_absent;
  }
  if (!certain.empty()) {
    certain[c] = 1;
  }
  return found.log_present;
}

// log of a number that is not negative. Most are small and whole.
double log_of(double number) {
  static const std::array<double, 1024> logs = [] {
    std::array<double, 1024> made{};
    for (std::size_t n = 0; n < made.size(); ++n) {
      made[n] = n > 0 ? std::log(static_cast<double>(n)) : -infinity;
    }
    return made;
  }();
  if (number < static_cast<double>(logs.size())) {
    const auto whole = static_cast<std::int32_t>(number);
    if (static_cast<double>(whole) == number) {
      return logs[static_cast<std::uint32_t>(whole)];
    }
  }
  return number > 0 ? std::log(number) : -infinity;
}

}  // namespace

double token_weight(const Events& events, const TermRecord& record) {
  return events.options.tf_idf ? std::log((1 + total(events.rows)) / (1 + total(record.documents))) + 1 : 1;
}

void finish_parameters(const Events& events, double weight, std::span<double> numbers) {
  if (events.options.family == TermFamily::multinomial && events.options.estimator == Estimator::predictive) {
    return;
  }
  log_ratios(events, numbers);
  if (events.options.family == TermFamily::complement) {
    complement_scores(events, weight, numbers);
  } else if (weight != 1) {
    std::ranges::transform(numbers, numbers.begin(), [weight](double log) { return weight * log; });
  }
}

void sums_of_others(std::span<const double> counts, std::span<double> out) {
  double before = 0;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    out[c] = before;
    before += counts[c];
  }
  double after = 0;
  for (std::size_t c = counts.size(); c-- > 0;) {
    out[c] += after;
    after += counts[c];
  }
}

void log_ratios(const Events& events, std::span<double> numbers) {
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    numbers[c] = log_of(numbers[c]) - events.log_divisor[c];
  }
}

double added_count(Estimator estimator, double pseudocount) {
  return estimator == Estimator::mle ? 0 : estimator == Estimator::map ? pseudocount - 1 : pseudocount;
}

void fill_derived(Events& events) {
  const TermOptions& options = events.options;
  events.pseudocounts = std::make_shared<const Pseudocounts>(options.pseudocount, options.estimator);
  events.usual.clear();
  events.divisor.clear();
  events.log_divisor.clear();
  for (std::size_t c = 0; c < events.classes(); ++c) {
    const std::optional<double> found = events.pseudocounts->find(events.labels[c], {});
    const double unknown = options.estimator == Estimator::mle ? 0 : std::numeric_limits<double>::quiet_NaN();
    events.usual.push_back(found ? added_count(options.estimator, *found) : unknown);
    const double divisor = options.family == TermFamily::bernoulli ? events.rows[c] + 2 * events.usual[c]
                                                                   : events.totals[c] + events.pseudo[c];
    events.divisor.push_back(divisor);
    events.log_divisor.push_back(divisor > 0 ? std::log(divisor) : 0);
  }
  events.has_usual = std::ranges::none_of(events.usual, [](double added) { return std::isnan(added); });
  events.presences = nullptr;
  events.ready = 0;
  if (options.family == TermFamily::bernoulli) {
    make_presences(events);
  }
}

bool has_rule(const Events& events, std::string_view term) {
  return events.options.estimator != Estimator::mle && !events.pseudocounts->is_scalar() &&
         events.pseudocounts->names_feature(term);
}

void added_counts(const Events& events, std::string_view term, std::span<double> out) {
  const bool ruled = has_rule(events, term);
  if (!ruled && events.has_usual) {
    std::ranges::copy(events.usual, out.begin());
    return;
  }
  for (std::size_t c = 0; c < out.size(); ++c) {
    out[c] = events.usual[c];
    if (ruled || std::isnan(out[c])) {
      out[c] = added_count(events.options.estimator, events.pseudocounts->of(events.labels[c], term));
    }
  }
}

const std::vector<double>& counted(const Events& events, const TermRecord& record) {
  return events.options.family == TermFamily::bernoulli || events.options.boolean ? record.documents : record.tokens;
}

void numerators(const Events& events, const TermRecord& record, std::span<const double> added, std::span<double> out) {
  const std::vector<double>& counts = counted(events, record);
  if (events.options.family == TermFamily::complement) {
    sums_of_others(counts, out);
  } else {
    std::ranges::copy(counts, out.begin());
  }
  const double weight = token_weight(events, record);
  for (std::size_t c = 0; c < out.size(); ++c) {
    out[c] = weight * out[c] + added[c];
  }
}

TermPresence presence(const Events& events, std::size_t c, double documents, double rows, double added) {
  return known_presence(events, c, documents, rows, added);
}

bool is_kept(const Events& events, std::string_view term, const TermRecord& record) {
  const TermOptions& options = events.options;
  if (options.vocabulary && !std::ranges::binary_search(*options.vocabulary, term, std::less<>())) {
    return false;
  }
  if (options.min_documents > 0 && total(record.documents) < options.min_documents) {
    return false;
  }
  const double tokens = events.least_tokens < 0 ? 0 : total(record.tokens);
  return tokens > events.least_tokens || (tokens == events.least_tokens && term <= events.last_term);
}

bool keeps_all(const Events& events) {
  const TermOptions& options = events.options;
  return !options.vocabulary && !(options.min_documents > 0) && events.least_tokens < 0;
}

void term_parameters(const Events& events, std::string_view term, const TermRecord& record, std::span<double> out) {
  if (events.options.family == TermFamily::bernoulli) {
    bernoulli_parameters(events, term, record, out,
                         [](std::size_t, const TermPresence& found) { return found.log_present; });
    return;
  }
  if (events.has_usual && !has_rule(events, term)) {
    numerators(events, record, events.usual, out);
  } else {
    std::vector<double> added(out.size());
    added_counts(events, term, added);
    numerators(events, record, added, out);
  }
  finish_parameters(events, token_weight(events, record), out);
}

void absent_parameters(const Events& events, std::string_view term, const TermRecord& record, std::span<double> out) {
  bernoulli_parameters(events, term, record, out,
                       [](std::size_t, const TermPresence& found) { return found.log_absent; });
}

void presence_odds(const Events& events, std::string_view term, const TermRecord& record, std::span<double> out,
                   std::span<double> certain) {
  bernoulli_parameters(events, term, record, out,
                       [certain](std::size_t c, const TermPresence& found) { return odds_of(found, c, certain); });
}

bool follow_from_counts(const Events& events) {
  const TermOptions& options = events.options;
  const bool of_one_class =
      options.family == TermFamily::bernoulli ||
      (options.family == TermFamily::multinomial && options.estimator != Estimator::predictive && !options.tf_idf);
  return of_one_class && events.has_usual && (options.estimator == Estimator::mle || events.pseudocounts->is_scalar());
}

void counted_parameters(const Events& events, std::span<const std::uint32_t> classes, std::span<const double> counts,
                        std::span<double> out, std::span<double> certain) {
  const bool bernoulli = events.options.family == TermFamily::bernoulli;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const std::uint32_t c = classes[k];
    out[c] = bernoulli ? odds_of(usual_presence(events, c, counts[k]), c, certain)
                       : log_of(counts[k] + events.usual[c]) - events.log_divisor[c];
  }
}

void reserved_parameters(const Events& events, std::span<double> out) {
  numerators(events, {events.reserved, events.reserved, {}}, events.usual, out);
  finish_parameters(events, 1, out);
}

}  // namespace suffice
