#include "estimate/terms/events.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "error_text.hpp"
#include "summary/block_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

// ham: 2 documents with a 3 times, b once; spam: 1 document with b and c.
Summary sums() { return word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}}); }

TermOptions reading(TermFamily family, Estimator estimator = Estimator::mean) {
  return {.family = family, .estimator = estimator};
}

void expect_error(const Summary& summary, const TermOptions& options, const std::string& part) {
  try {
    events(term_block(summary, 0), options, 1);
    FAIL() << part;
  } catch (const Error& error) {
    const std::string text = text_with_remedies(error);
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

TEST(Events, sum_what_multinomials_need) {
  const Events found = events(term_block(sums(), 0), reading(TermFamily::multinomial), 1);
  EXPECT_EQ(found.terms, 3);
  EXPECT_EQ(found.totals, (Numbers{4, 2}));
  EXPECT_EQ(found.pseudo, (Numbers{3, 3}));
  EXPECT_EQ(found.divisor, (Numbers{7, 5}));
  EXPECT_EQ(found.mean_length, 2);
  EXPECT_TRUE(found.reserved.empty() && found.absent.empty() && found.magnitude.empty());
  EXPECT_EQ(events(term_block(sums(), 0), reading(TermFamily::multinomial, Estimator::map), 1).divisor,
            (Numbers{7, 5}));
  EXPECT_EQ(events(term_block(sums(), 0), reading(TermFamily::multinomial, Estimator::mle), 1).divisor,
            (Numbers{4, 2}));
}

TEST(Events, count_as_the_options_say) {
  TermOptions options = reading(TermFamily::multinomial);
  options.boolean = true;
  EXPECT_EQ(events(term_block(sums(), 0), options, 1).totals, (Numbers{3, 2}));
  options.boolean = false;
  options.tf_idf = true;
  const double common = std::log(4 / 3.0) + 1;
  const double rare = std::log(4 / 2.0) + 1;
  const Events weighed = events(term_block(sums(), 0), options, 1);
  EXPECT_DOUBLE_EQ(weighed.totals[0], 4 * common);
  EXPECT_DOUBLE_EQ(weighed.totals[1], common + rare);
  EXPECT_EQ(weighed.mean_length, 2);
}

TEST(Events, refuse_a_reserved_place_for_terms_that_are_gone) {
  TermOptions options = reading(TermFamily::multinomial);
  options.unseen = Unseen::reserve;
  EXPECT_NO_THROW(events(term_block(sums(), 0), options, 1));
  expect_error(compact(sums(), 0, {0}), options, "dropped for good; use sums with all terms | give oov ignore");
}

// 0.7 + 0.9 + 0.4 + 0.8 + 0.8 of 0.1 more: what is left of the rows is what has the term, but for rounding.
TEST(Events, tell_rows_that_all_have_a_term_from_rounding) {
  const double documents = 0.7000000000000001 + 0.9 + 0.4 + 0.8 + 0.8;
  const double rows = 0.7000000000000001 + 0.1 + 0.9 + 0.4 + 0.8 + 0.8;
  ASSERT_NE(rows - 0.1, documents);
  EXPECT_EQ(rows_with_value(rows, {{documents}, {documents}, {0.1}}, 0), documents);
  EXPECT_EQ(rows_with_value(5, {{2}, {2}, {1}}, 0), 4);
  EXPECT_EQ(rows_with_value(5, {{2}, {2}, {}}, 0), 5);
}

TEST(Events, take_the_other_classes_for_complement) {
  TermOptions options = reading(TermFamily::complement);
  EXPECT_EQ(events(term_block(sums(), 0), options, 1).totals, (Numbers{2, 4}));
  options.normalised = true;
  const Events found = events(term_block(sums(), 0), options, 1);
  EXPECT_DOUBLE_EQ(found.magnitude[0], -std::log(1 / 5.0) - 2 * std::log(2 / 5.0));
  EXPECT_DOUBLE_EQ(found.magnitude[1], -std::log(4 / 7.0) - std::log(2 / 7.0) - std::log(1 / 7.0));
  options.estimator = Estimator::mle;
  expect_error(sums(), options,
               "normalised weights have no value where the other classes lack a term | give estimate mean");
  expect_error(word_sums({{"ham", "a"}}), reading(TermFamily::complement), "only one");
}

TEST(Events, sum_the_absences_of_bernoulli) {
  const Events mean = events(term_block(sums(), 0), reading(TermFamily::bernoulli), 1);
  EXPECT_DOUBLE_EQ(mean.absent[0], std::log(1 / 4.0) + std::log(2 / 4.0) + std::log(3 / 4.0));
  EXPECT_DOUBLE_EQ(mean.absent[1], std::log(2 / 3.0) + 2 * std::log(1 / 3.0));
  EXPECT_EQ(mean.certain, (Numbers{0, 0}));
  const Events mle = events(term_block(sums(), 0), reading(TermFamily::bernoulli, Estimator::mle), 1);
  EXPECT_DOUBLE_EQ(mle.absent[0], std::log(0.5));
  EXPECT_EQ(mle.absent[1], 0);
  EXPECT_EQ(mle.certain, (Numbers{1, 2}));
}

TEST(Events, drop_missing_numbers_from_bernoulli) {
  const Summary columns = column_sums({"p", "q"}, {"1", "1", "2"}, {{1, NAN}, {0, 1}, {0, 0}});
  const Events found = events(term_block(columns, 0), reading(TermFamily::bernoulli), 1);
  EXPECT_DOUBLE_EQ(found.absent[0], std::log(2 / 4.0) + std::log(1 / 3.0));
  EXPECT_DOUBLE_EQ(found.absent[1], 2 * std::log(2 / 3.0));
}

TEST(Events, reserve_a_term_for_those_dropped) {
  TermOptions options = reading(TermFamily::multinomial);
  options.unseen = Unseen::reserve;
  options.min_documents = 2;
  const Events found = events(term_block(sums(), 0), options, 1);
  EXPECT_EQ(found.terms, 3);  // a, b and the reserved one
  EXPECT_EQ(found.reserved, (Numbers{0, 1}));
  EXPECT_EQ(found.totals, (Numbers{4, 2}));
  EXPECT_EQ(found.pseudo, (Numbers{3, 3}));
  EXPECT_DOUBLE_EQ(found.mean_length, 5 / 3.0);
}

TEST(Events, count_the_words_of_a_vocabulary_that_do_not_occur) {
  TermOptions options = reading(TermFamily::multinomial);
  options.vocabulary = Names{"a", "x", "y"};
  EXPECT_EQ(events(term_block(sums(), 0), options, 1).divisor, (Numbers{6, 3}));
  options.family = TermFamily::bernoulli;
  EXPECT_DOUBLE_EQ(events(term_block(sums(), 0), options, 1).absent[1], 3 * std::log(2 / 3.0));
}

TEST(Events, follow_rules_for_pseudocounts) {
  TermOptions options = reading(TermFamily::multinomial);
  options.pseudocount = {.all = 1, .rules = {{.feature = "a", .count = 5}, {.label = "spam", .count = 2}}};
  EXPECT_EQ(events(term_block(sums(), 0), options, 1).pseudo,
            (Numbers{7, 6}));  // for spam the label counts before the feature
  options.pseudocount = {.rules = {{.feature = "a", .count = 5}}};
  expect_error(sums(), options, "class 'ham', feature 'b'");
}

TEST(Events, refuse_map_estimates_without_a_value) {
  TermOptions options = reading(TermFamily::multinomial, Estimator::map);
  options.pseudocount.all = 0.5;
  expect_error(sums(), options, "the map estimate of 'a' has no value");
  options.pseudocount.all = 1;
  EXPECT_EQ(events(term_block(sums(), 0), options, 1).divisor, (Numbers{4, 2}));
  expect_error(word_sums({{"ham", "a"}}, {"spam"}), options, "class spam: the map estimate of all terms");
  options.family = TermFamily::bernoulli;
  expect_error(word_sums({{"ham", "a"}}, {"spam"}), options, "class spam: the map estimate of 'a'");
  options.pseudocount.all = 0.5;
  expect_error(sums(), options, "its numerator, count + pseudocount − 1, is -0.5");
}

TEST(Events, need_something_to_learn_from) {
  expect_error(word_sums({{"ham", ""}}), reading(TermFamily::multinomial), "no row has a term");
  TermOptions options = reading(TermFamily::multinomial);
  options.min_documents = 9;
  expect_error(sums(), options, "none of the 3 terms is kept | give min-df N | give vocabulary FILE");
}

TEST(Events, have_the_same_bits_on_any_number_of_threads) {
  std::vector<LabelledText> documents;
  for (std::size_t i = 0; i < 3000; ++i) {
    documents.emplace_back(i % 3 == 0 ? "ham" : "spam",
                           "w" + std::to_string(i * i % 7919) + " w" + std::to_string(i) + " the");
  }
  const Summary many = word_sums(documents);
  for (const TermFamily family : {TermFamily::bernoulli, TermFamily::multinomial, TermFamily::complement}) {
    const Events one = events(term_block(many, 0), reading(family), 1);
    const Events four = events(term_block(many, 0), reading(family), 4);
    EXPECT_EQ(one.totals, four.totals);
    EXPECT_EQ(one.absent, four.absent);
    EXPECT_EQ(one.log_divisor, four.log_divisor);
  }
}

}  // namespace
}  // namespace suffice
