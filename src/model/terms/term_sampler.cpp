#include "model/terms/term_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "estimate/terms/term_parameters.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr double longest_document = 10'000'000;  // on average
constexpr std::size_t most_numbers_held = std::size_t{1} << 24U;

// The sum over the terms first, …, last − 1, where `sums` has the sum up to each term.
double part_of(std::span<const double> sums, std::size_t first, std::size_t last) {
  return sums[last - 1] - (first == 0 ? 0 : sums[first - 1]);
}

// The share of rows of a class that have a term of boolean counts, by its numerator: φ times the mean number of terms
// of a row. That of a term in every row is less than 1.
double share_of_rows(const Events& events, std::size_t c, double numerator) {
  const double length = events.totals[c] > 0 ? events.totals[c] / events.rows[c] : events.mean_length;
  const double most = (events.rows[c] + 0.5) / (events.rows[c] + 1);
  return std::min(length * numerator / events.divisor[c], most);
}

// The probability whose odds are twice those of p.
double twice_the_odds(double p) { return 2 * p / (1 + p); }

// The odds of u by those of p.
double pareto_rank(double u, double p) { return u * (1 - p) / ((1 - u) * p); }

}  // namespace

void TermSampler::check() const {
  const TextOptions& text = state_->block->text;
  const bool is_text = state_->block->kind == Kind::text;
  if (state_->is(TermFamily::complement)) {
    throw Error(ErrorCode::usage, "a complement model gives scores and no density: there is nothing to draw from", {},
                {{"model", {"multinomial-nb"}, Remedy::Act::refit}});
  }
  if (state_->events.options.tf_idf) {
    throw Error(ErrorCode::usage, "tf-idf weighs tokens, and gives no density to draw from", {},
                {{"model", {state_->events.options.boolean ? "boolean-nb" : "multinomial-nb"}, Remedy::Act::refit}});
  }
  if (is_text && text.hash_buckets > 0) {
    throw Error(ErrorCode::usage, "the words of hash buckets are not known, so that no document can be drawn");
  }
  if (is_text && text.form == DocumentForm::mail) {
    throw Error(ErrorCode::usage, "a mail is more than its terms, so that none can be drawn");
  }
  if (is_text && (text.unit != TermUnit::word || text.longest > 1)) {
    throw Error(ErrorCode::usage, "n-grams overlap, so that no document can be drawn from them one by one", {},
                {{"ngrams", {"1"}, Remedy::Act::refit}});
  }
  if (is_text && state_->is(TermFamily::multinomial) && state_->events.mean_length > longest_document) {
    throw Error(ErrorCode::usage,
                fmt::format("documents of this model have {:.4g} terms on average, and none of more than {} is drawn: "
                            "split the documents into smaller ones before fitting",
                            state_->events.mean_length, longest_document));
  }
}

// The numbers of a term in every class: φ, or its numerator.
void TermSampler::numbers_of(std::string_view name, const TermRecord& record, std::span<double> out) const {
  const Events& events = state_->events;
  if (state_->is(TermFamily::bernoulli)) {
    term_parameters(events, name, record, out);
    std::ranges::transform(out, out.begin(), [](double log) { return std::exp(log); });
    return;
  }
  std::vector<double> added(out.size());
  added_counts(events, name, added);
  numerators(events, record, added, out);
}

void TermSampler::make_entries() {
  const Events& events = state_->events;
  const std::size_t classes = events.classes();
  words_ = {};  // an attempt before may have failed half-way
  columns_.clear();
  terms_ = 0;
  usual_.assign(classes, std::numeric_limits<double>::quiet_NaN());  // no number is the usual one
  entries_.assign(classes, {});
  tables_.assign(classes, nullptr);
  if (events.has_usual) {
    numbers_of({}, {std::vector<double>(classes), std::vector<double>(classes), {}}, usual_);
  }
  std::vector<double> numbers(classes);
  state_->visit([&](std::string_view name, const TermRecord& record) {
    numbers_of(name, record, numbers);
    for (std::size_t c = 0; c < classes; ++c) {
      if (numbers[c] != usual_[c]) {
        entries_[c].push_back({static_cast<std::uint32_t>(terms_), numbers[c]});
      }
    }
    ++terms_;
    if (state_->words != nullptr) {
      words_.push_back(name);
    }
  });
  for (std::size_t k = 0; state_->words == nullptr && k < state_->counts->terms(); ++k) {
    if (!state_->is_left_out(k)) {
      columns_.push_back(k);
    }
  }
}

TermSampler::ClassTable TermSampler::make_table(std::size_t c) const {
  const Events& events = state_->events;
  ClassTable made{std::vector<double>(terms_, usual_[c]), {}, {}};
  for (const Entry& entry : entries_[c]) {
    made.numbers[entry.term] = entry.number;
  }
  if (events.options.boolean) {
    std::ranges::transform(made.numbers, made.numbers.begin(),
                           [&](double number) { return share_of_rows(events, c, number); });
    std::vector<double> twice(terms_);
    std::ranges::transform(made.numbers, twice.begin(), twice_the_odds);
    made.early.emplace(twice);
  }
  if (state_->by_presence()) {
    made.events.emplace(made.numbers);
  } else {
    std::partial_sum(made.numbers.begin(), made.numbers.end(), made.numbers.begin());
  }
  return made;
}

std::shared_ptr<const TermSampler::ClassTable> TermSampler::table(std::size_t c) {
  {
    const std::scoped_lock lock(holding_);
    if (tables_[c] != nullptr) {
      return tables_[c];
    }
  }
  auto made = std::make_shared<const ClassTable>(make_table(c));
  const std::scoped_lock lock(holding_);
  if (tables_[c] == nullptr) {
    held_.push_back(c);
    tables_[c] = made;
    while (held_.size() > 1 && held_.size() > most_numbers_held / std::max<std::size_t>(terms_, 1)) {
      tables_[held_.front()] = nullptr;
      held_.pop_front();
    }
  }
  return made;
}

// Those of rank 2 at most are drawn as independent events; the others only where they are too few.
std::vector<std::size_t> TermSampler::draw_different(const ClassTable& table, std::size_t n, Random& random) {
  const std::span<const double> shares = table.numbers;
  std::vector<std::size_t> drawn = table.early->draw(random);
  std::vector<std::pair<double, std::size_t>> ranked;
  if (drawn.size() >= n) {
    for (const std::size_t k : drawn) {
      ranked.emplace_back(pareto_rank(twice_the_odds(shares[k]) * random.uniform(), shares[k]), k);
    }
    drawn.clear();
  } else {
    const std::set<std::size_t> early(drawn.begin(), drawn.end());
    for (std::size_t k = 0; k < shares.size(); ++k) {
      if (!(shares[k] > 0) || early.contains(k)) continue;
      const double below = twice_the_odds(shares[k]);
      ranked.emplace_back(pareto_rank(below + (1 - below) * random.uniform(), shares[k]), k);
    }
  }
  const std::size_t more = std::min(n - drawn.size(), ranked.size());
  std::ranges::partial_sort(ranked, ranked.begin() + static_cast<std::ptrdiff_t>(more));
  for (std::size_t i = 0; i < more; ++i) drawn.push_back(ranked[i].second);
  return drawn;
}

std::vector<std::size_t> TermSampler::draw_once(const ClassTable& table, std::optional<double> length,
                                                Random& random) const {
  const bool is_given = length && state_->events.options.boolean;
  return is_given ? draw_different(table, static_cast<std::size_t>(*length), random) : table.events->draw(random);
}

void TermSampler::draw_tokens(std::span<const double> sums, const TermRange& range, double n, Random& random,
                              std::vector<std::size_t>& drawn) const {
  const auto terms = sums.subspan(range.first, range.last - range.first);
  const double total = part_of(sums, range.first, range.last);
  const double below = terms.back() - total;
  for (double i = 0; i < n; ++i) {
    // The urn has α + i balls: i were drawn before, each put back with another of its kind.
    if (state_->by_urn() && random.uniform() * (total + i) >= total) {
      drawn.push_back(drawn[random.below(drawn.size())]);
      continue;
    }
    const auto place = std::ranges::upper_bound(terms, below + random.uniform() * total);
    drawn.push_back(range.first + static_cast<std::size_t>(std::min(place, terms.end() - 1) - terms.begin()));
  }
}

// A binomial number of the n terms is in the first half of the range; the urn draws its probability from a Beta.
void TermSampler::draw_counts(std::span<const double> sums, const TermRange& range, double n, Random& random,
                              std::span<double> counts) const {
  constexpr double few = 16;
  if (n <= few) {
    std::vector<std::size_t> drawn;
    draw_tokens(sums, range, n, random, drawn);
    for (const std::size_t k : drawn) {
      counts[k] += 1;
    }
    return;
  }
  if (range.last - range.first == 1) {
    counts[range.first] += n;
    return;
  }
  const std::size_t middle = range.first + (range.last - range.first) / 2;
  const double left = part_of(sums, range.first, middle);
  const double right = part_of(sums, middle, range.last);
  const double p = state_->by_urn() ? random.beta(left, right) : left / (left + right);
  const double in_left = random.binomial(n, p);
  draw_counts(sums, {range.first, middle}, in_left, random, counts);
  draw_counts(sums, {middle, range.last}, n - in_left, random, counts);
}

double TermSampler::length_or_draw(std::optional<double> length, Random& random) const {
  return length ? *length : random.poisson(state_->events.mean_length);
}

std::vector<double> TermSampler::draw_values(const ClassTable& table, std::optional<double> length,
                                             Random& random) const {
  const std::span<const double> numbers = table.numbers;
  std::vector<double> counts(numbers.size());
  if (state_->by_presence()) {
    for (const std::size_t k : table.events->draw(random)) {
      counts[k] = 1;
    }
  } else if (numbers.back() > 0) {
    draw_counts(numbers, {0, numbers.size()}, length_or_draw(length, random), random, counts);
  }
  std::vector<double> values(state_->block->features.size());
  for (std::size_t k = 0; k < counts.size(); ++k) {
    values[columns_[k]] = counts[k];
  }
  return values;
}

std::string TermSampler::draw_document(const ClassTable& table, std::optional<double> length, Random& random) const {
  const std::span<const double> numbers = table.numbers;
  std::vector<std::size_t> drawn;
  if (state_->by_presence()) {
    drawn = draw_once(table, length, random);
  } else if (numbers.back() > 0) {
    draw_tokens(numbers, {0, numbers.size()}, length_or_draw(length, random), random, drawn);
  }
  std::string document;
  for (const std::size_t k : drawn) {
    document += document.empty() ? "" : " ";
    document += words_[k];
  }
  return document;
}

void TermSampler::draw(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length) {
  check();
  made_([this] { make_entries(); });
  const std::shared_ptr<const ClassTable> drawn_by = table(c);
  out = {};
  if (state_->words == nullptr) {
    out.values = draw_values(*drawn_by, length, random);
  } else {
    out.document = draw_document(*drawn_by, length, random);
  }
}

}  // namespace suffice
