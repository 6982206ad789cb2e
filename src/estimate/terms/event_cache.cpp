// Event cache: the constants over all terms as plain numbers, which a file can keep beside the sums.
#include <algorithm>
#include <cmath>
#include <memory>

#include "estimate/readings.hpp"
#include "estimate/terms/events.hpp"
#include "estimate/terms/term_parameters.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/terms/term_entries.hpp"

namespace suffice {

namespace {

// The numbers of Events in the order of the cache: single ones, then those of classes that the options call for.
template <typename SomeEvents, typename One, typename Many>
void each_number(SomeEvents& events, One&& one, Many&& many) {
  const TermOptions& options = events.options;
  one(events.terms);
  one(events.least_tokens);
  one(events.mean_length);
  many(events.totals);
  many(events.pseudo);
  if (options.unseen == Unseen::reserve) {
    many(events.reserved);
  }
  if (options.family == TermFamily::bernoulli) {
    many(events.absent);
    many(events.certain);
  }
  if (options.normalised) {
    many(events.magnitude);
  }
}

}  // namespace

TermConstants cache_of(const Events& events) {
  TermConstants cache{{}, events.last_term};
  each_number(
      events, [&](double number) { cache.numbers.push_back(number); },
      [&](const std::vector<double>& all) { cache.numbers.insert(cache.numbers.end(), all.begin(), all.end()); });
  return cache;
}

std::shared_ptr<const TermConstants> term_constants(const Summary& summary, const Options& options, std::size_t reading,
                                                    unsigned threads) {
  const Reading read = checked_reading(options, summary.schema, reading);
  const auto* terms = std::get_if<TermOptions>(&read.options);
  if (terms == nullptr || !has_words(summary.schema.blocks[read.block])) {
    return nullptr;
  }
  return std::make_shared<const TermConstants>(
      cache_of(events(term_block(summary, read.block), *terms, thread_count(threads))));
}

Events events_from(const TermConstants& cache, const TermOptions& options, const ClassCounts& classes) {
  Events events;
  events.options = options;
  events.labels = classes.labels;
  events.rows = classes.weight;
  events.last_term = cache.last_term;
  std::size_t next = 0;
  const auto take = [&] {
    if (next >= cache.numbers.size() || !std::isfinite(cache.numbers[next])) {
      throw Error(ErrorCode::bad_model, "the constants of the model do not fit its options: estimate it again");
    }
    return cache.numbers[next++];
  };
  each_number(
      events, [&](double& number) { number = take(); },
      [&](std::vector<double>& all) {
        all.resize(classes.size());
        std::ranges::generate(all, take);
      });
  if (next != cache.numbers.size() || events.terms < 1) {
    throw Error(ErrorCode::bad_model, "the constants of the model do not fit its options: estimate it again");
  }
  fill_derived(events);
  return events;
}

}  // namespace suffice
