#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "categories_by_hand.hpp"
#include "estimate/terms/events.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

TEST(EventCache, gives_back_what_it_was_made_of) {
  const Summary sums = word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}});
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli, TermFamily::complement}) {
    for (const Unseen unseen : {Unseen::ignore, Unseen::reserve}) {
      TermOptions options;
      options.family = family;
      options.estimator = Estimator::mean;
      options.unseen = family == TermFamily::bernoulli ? Unseen::ignore : unseen;
      options.max_terms = 2;
      options.normalised = family == TermFamily::complement;
      const Events before = events(term_block(sums, 0), options, 1);
      const Events after = events_from(cache_of(before), options, sums.classes);
      EXPECT_EQ(after.terms, before.terms);
      EXPECT_EQ(after.least_tokens, before.least_tokens);
      EXPECT_EQ(after.last_term, before.last_term);
      EXPECT_EQ(after.totals, before.totals);
      EXPECT_EQ(after.pseudo, before.pseudo);
      EXPECT_EQ(after.reserved, before.reserved);
      EXPECT_EQ(after.absent, before.absent);
      EXPECT_EQ(after.certain, before.certain);
      EXPECT_EQ(after.magnitude, before.magnitude);
      EXPECT_EQ(after.mean_length, before.mean_length);
      EXPECT_EQ(after.log_divisor, before.log_divisor);
      EXPECT_EQ(after.usual, before.usual);
    }
  }
}

TEST(EventCache, must_fit) {
  const Summary sums = word_sums({{"ham", "a"}, {"spam", "b"}});
  TermOptions options;
  options.family = TermFamily::multinomial;
  options.estimator = Estimator::mean;
  const TermConstants sound = cache_of(events(term_block(sums, 0), options, 1));
  TermConstants cache = sound;
  cache.numbers.pop_back();
  EXPECT_THROW(events_from(cache, options, sums.classes), Error);
  cache = sound;
  cache.numbers.push_back(0);
  EXPECT_THROW(events_from(cache, options, sums.classes), Error);
  cache = sound;
  cache.numbers[3] = 0.0 / 0.0;
  EXPECT_THROW(events_from(cache, options, sums.classes), Error);
  EXPECT_THROW(events_from({}, options, sums.classes), Error);
  options.family = TermFamily::bernoulli;
  EXPECT_THROW(events_from(sound, options, sums.classes), Error);
}

TEST(EventCache, is_that_of_words_alone) {
  EXPECT_NE(term_constants(word_sums({{"1", "a"}, {"2", "b"}}), {}, 0, 1), nullptr);
  EXPECT_EQ(term_constants(column_sums({"p"}, {"a", "b"}, {{1}, {3}}), {}, 0, 1), nullptr);
  EXPECT_EQ(term_constants(hand_values(), {}, 0, 1), nullptr);
}

}  // namespace
}  // namespace suffice
