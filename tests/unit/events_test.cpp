#include "estimate/events.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

// ham: 2 documents with a 3 times, b once; spam: 1 document with b and c.
Summary sums() { return word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}}); }

EstimateOptions reading(Family family, Estimator estimator = Estimator::mean) {
  EstimateOptions options;
  options.family = family;
  options.estimator = estimator;
  return options;
}

void expect_error(const Summary& summary, const EstimateOptions& options, const std::string& part) {
  try {
    events(summary, options);
    FAIL() << part;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Events, sum_what_multinomials_need) {
  const Events found = events(sums(), reading(Family::multinomial));
  EXPECT_EQ(found.terms, 3);
  EXPECT_EQ(found.totals, (Numbers{4, 2}));
  EXPECT_EQ(found.pseudo, (Numbers{3, 3}));
  EXPECT_EQ(found.divisor, (Numbers{7, 5}));
  EXPECT_EQ(found.mean_length, 2);
  EXPECT_TRUE(found.reserved.empty() && found.absent.empty() && found.magnitude.empty());
  EXPECT_EQ(events(sums(), reading(Family::multinomial, Estimator::map)).divisor, (Numbers{7, 5}));
  EXPECT_EQ(events(sums(), reading(Family::multinomial, Estimator::mle)).divisor, (Numbers{4, 2}));
}

TEST(Events, count_as_the_reading_says) {
  EstimateOptions options = reading(Family::multinomial);
  options.terms.boolean = true;
  EXPECT_EQ(events(sums(), options).totals, (Numbers{3, 2}));
  options.terms = {.tf_idf = true};
  const double common = std::log(4 / 3.0) + 1;
  const double rare = std::log(4 / 2.0) + 1;
  const Events weighed = events(sums(), options);
  EXPECT_DOUBLE_EQ(weighed.totals[0], 4 * common);
  EXPECT_DOUBLE_EQ(weighed.totals[1], common + rare);
  EXPECT_EQ(weighed.mean_length, 2);
}

TEST(Events, refuse_a_reserved_place_for_terms_that_are_gone) {
  EstimateOptions options = reading(Family::multinomial);
  options.unseen = Unseen::reserve;
  EXPECT_NO_THROW(events(sums(), options));
  expect_error(compact(sums(), {0}), options, "dropped for good (--compact)");
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
  EstimateOptions options = reading(Family::complement);
  EXPECT_EQ(events(sums(), options).totals, (Numbers{2, 4}));
  options.terms.normalised = true;
  const Events found = events(sums(), options);
  EXPECT_DOUBLE_EQ(found.magnitude[0], -std::log(1 / 5.0) - 2 * std::log(2 / 5.0));
  EXPECT_DOUBLE_EQ(found.magnitude[1], -std::log(4 / 7.0) - std::log(2 / 7.0) - std::log(1 / 7.0));
  options.estimator = Estimator::mle;
  expect_error(sums(), options, "normalised weights have no value");
  expect_error(word_sums({{"ham", "a"}}), reading(Family::complement), "only one");
}

TEST(Events, sum_the_absences_of_bernoulli) {
  const Events mean = events(sums(), reading(Family::bernoulli));
  EXPECT_DOUBLE_EQ(mean.absent[0], std::log(1 / 4.0) + std::log(2 / 4.0) + std::log(3 / 4.0));
  EXPECT_DOUBLE_EQ(mean.absent[1], std::log(2 / 3.0) + 2 * std::log(1 / 3.0));
  EXPECT_EQ(mean.certain, (Numbers{0, 0}));
  const Events mle = events(sums(), reading(Family::bernoulli, Estimator::mle));
  EXPECT_DOUBLE_EQ(mle.absent[0], std::log(0.5));
  EXPECT_EQ(mle.absent[1], 0);
  EXPECT_EQ(mle.certain, (Numbers{1, 2}));
}

TEST(Events, leave_missing_numbers_out_of_bernoulli) {
  const Summary columns = column_sums({"p", "q"}, {"1", "1", "2"}, {{1, NAN}, {0, 1}, {0, 0}});
  const Events found = events(columns, reading(Family::bernoulli));
  EXPECT_DOUBLE_EQ(found.absent[0], std::log(2 / 4.0) + std::log(1 / 3.0));
  EXPECT_DOUBLE_EQ(found.absent[1], 2 * std::log(2 / 3.0));
}

TEST(Events, reserve_a_term_for_those_left_out) {
  EstimateOptions options = reading(Family::multinomial);
  options.unseen = Unseen::reserve;
  options.terms.min_documents = 2;
  const Events found = events(sums(), options);
  EXPECT_EQ(found.terms, 3);  // a, b and the reserved one
  EXPECT_EQ(found.reserved, (Numbers{0, 1}));
  EXPECT_EQ(found.totals, (Numbers{4, 2}));
  EXPECT_EQ(found.pseudo, (Numbers{3, 3}));
  EXPECT_DOUBLE_EQ(found.mean_length, 5 / 3.0);
}

TEST(Events, count_the_words_of_a_vocabulary_that_do_not_occur) {
  EstimateOptions options = reading(Family::multinomial);
  options.terms.vocabulary = Names{"a", "x", "y"};
  EXPECT_EQ(events(sums(), options).divisor, (Numbers{6, 3}));
  options.family = Family::bernoulli;
  EXPECT_DOUBLE_EQ(events(sums(), options).absent[1], 3 * std::log(2 / 3.0));
}

TEST(Events, follow_rules_for_pseudocounts) {
  EstimateOptions options = reading(Family::multinomial);
  options.pseudocount = {.all = 1, .rules = {{.feature = "a", .count = 5}, {.label = "spam", .count = 2}}};
  EXPECT_EQ(events(sums(), options).pseudo, (Numbers{7, 6}));  // for spam the label counts before the feature
  options.pseudocount = {.rules = {{.feature = "a", .count = 5}}};
  expect_error(sums(), options, "class 'ham', feature 'b'");
}

TEST(Events, refuse_map_estimates_without_a_value) {
  EstimateOptions options = reading(Family::multinomial, Estimator::map);
  options.pseudocount.all = 0.5;
  expect_error(sums(), options, "the map estimate of 'a' has no value");
  options.pseudocount.all = 1;
  EXPECT_EQ(events(sums(), options).divisor, (Numbers{4, 2}));
  expect_error(word_sums({{"ham", "a"}}, {"spam"}), options, "class spam: the map estimate of all terms");
  options.family = Family::bernoulli;
  expect_error(word_sums({{"ham", "a"}}, {"spam"}), options, "class spam: the map estimate of 'a'");
  options.pseudocount.all = 0.5;
  expect_error(sums(), options, "its numerator, count + pseudocount − 1, is -0.5");
}

TEST(Events, need_something_to_learn_from) {
  expect_error(word_sums({{"ham", ""}}), reading(Family::multinomial), "no row has a term");
  EstimateOptions options = reading(Family::multinomial);
  options.terms.min_documents = 9;
  expect_error(sums(), options, "none of the 3 terms is kept");
  expect_error(sums(), reading(Family::poisson), "bernoulli, multinomial and complement");
  Summary others = sums();
  others.sums = AmountSums{};
  expect_error(others, reading(Family::multinomial), "not counts of terms");
}

}  // namespace
}  // namespace suffice
