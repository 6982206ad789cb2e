#include "estimate/terms/term_parameters.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

// ham: 2 documents with a 3 times, b once; spam: 1 document with b and c.
Summary sums() { return word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}}); }

TermCounts counts() { return term_block(sums(), 0).sums; }

Events read(const TermOptions& options, const Summary& summary = sums()) {
  return events(term_block(summary, 0), options, 1);
}

// The parameters of the k-th word of sums().
Numbers parameters(const TermOptions& options, std::size_t k) {
  Numbers out(2);
  term_parameters(read(options), term_name(term_block(sums(), 0), k), record_of(counts(), k, 2), out);
  return out;
}

void expect_near(const Numbers& found, const Numbers& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t c = 0; c < found.size(); ++c) {
    EXPECT_DOUBLE_EQ(found[c], expected[c]) << c;
  }
}

TEST(TermParameters, follow_the_formulas_of_multinomials) {
  expect_near(parameters({}, 0), {std::log(4 / 7.0), std::log(1 / 5.0)});
  expect_near(parameters({.estimator = Estimator::mle}, 0), {std::log(3 / 4.0), -INFINITY});
  EXPECT_EQ(parameters({.estimator = Estimator::map}, 0), parameters({}, 0));  // Laplace is mean(1) and map(2)
  EXPECT_EQ(parameters({.estimator = Estimator::map, .pseudocount = {.all = 1}}, 0),
            parameters({.estimator = Estimator::mle}, 0));
  EXPECT_EQ(parameters({.estimator = Estimator::predictive}, 0), (Numbers{4, 1}));
  expect_near(parameters({.boolean = true}, 0), {std::log(3 / 6.0), std::log(1 / 5.0)});
}

TEST(TermParameters, weigh_tokens_by_idf) {
  const double common = std::log(4 / 3.0) + 1;
  const double rare = std::log(4 / 2.0) + 1;
  expect_near(parameters({.tf_idf = true}, 2),
              {rare * std::log(1 / (4 * common + 3)), rare * std::log((rare + 1) / (common + rare + 3))});
}

TEST(TermParameters, follow_the_formulas_of_complement) {
  expect_near(parameters({.family = TermFamily::complement}, 0), {-std::log(1 / 5.0), -std::log(4 / 7.0)});
  const Events normalised = read({.family = TermFamily::complement, .normalised = true});
  expect_near(parameters({.family = TermFamily::complement, .normalised = true}, 0),
              {-std::log(1 / 5.0) / normalised.magnitude[0], -std::log(4 / 7.0) / normalised.magnitude[1]});
  // No other class has it: nothing is left against ham, everything against spam.
  EXPECT_EQ(parameters({.family = TermFamily::complement, .estimator = Estimator::mle}, 0), (Numbers{0, -INFINITY}));
}

TEST(TermParameters, follow_the_formulas_of_bernoulli) {
  const TermOptions mean{.family = TermFamily::bernoulli};
  expect_near(parameters(mean, 0), {std::log(3 / 4.0), std::log(1 / 3.0)});
  EXPECT_EQ(parameters({.family = TermFamily::bernoulli, .estimator = Estimator::map}, 0), parameters(mean, 0));
  Numbers absent(2);
  absent_parameters(read(mean), "a", record_of(counts(), 0, 2), absent);
  expect_near(absent, {std::log(1 / 4.0), std::log(2 / 3.0)});
  const TermOptions mle{.family = TermFamily::bernoulli, .estimator = Estimator::mle};
  EXPECT_EQ(parameters(mle, 0), (Numbers{0, -INFINITY}));
  absent_parameters(read(mle), "a", record_of(counts(), 0, 2), absent);
  EXPECT_EQ(absent, (Numbers{-INFINITY, 0}));
}

TEST(TermParameters, have_zeros_for_a_class_without_rows) {
  const Summary declared = word_sums({{"ham", "a b"}}, {"spam"});
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli}) {
    Numbers out(2);
    term_parameters(read({.family = family, .estimator = Estimator::mle}, declared), "a",
                    record_of(*std::get<Shared<TermCounts>>(declared.sums[0]), 0, 2), out);
    EXPECT_EQ(out[1], -INFINITY);
    EXPECT_FALSE(std::isnan(out[0]));
  }
}

TEST(TermParameters, follow_rules) {
  const Pseudocount rules{.all = 1, .rules = {{.label = "spam", .feature = "a", .count = 3}}};
  expect_near(parameters({.pseudocount = rules}, 0), {std::log(4 / 7.0), std::log(3 / 7.0)});
  expect_near(parameters({.family = TermFamily::bernoulli, .pseudocount = rules}, 0),
              {std::log(3 / 4.0), std::log(3 / 7.0)});
}

TEST(TermParameters, have_a_reserved_term) {
  const Events found = read({.unseen = Unseen::reserve, .min_documents = 2});
  Numbers out(2);
  reserved_parameters(found, out);
  expect_near(out, {std::log(1 / 7.0), std::log(2 / 5.0)});
}

TEST(CountedParameters, are_those_of_the_record) {
  const TermOptions boolean{.boolean = true};
  const TermOptions bernoulli{.family = TermFamily::bernoulli, .estimator = Estimator::mle};
  for (const TermOptions& options : {TermOptions{}, TermOptions{.estimator = Estimator::map}, boolean, bernoulli}) {
    const Events found = read(options);
    ASSERT_TRUE(follow_from_counts(found));
    for (std::size_t k = 0; k < 3; ++k) {
      const TermRecord record = record_of(counts(), k, 2);
      Numbers expected(2);
      Numbers certain(2);
      if (options.family == TermFamily::bernoulli) {
        presence_odds(found, {}, record, expected, certain);
      } else {
        term_parameters(found, {}, record, expected);
      }
      Numbers out(2);
      Numbers marked(2);
      counted_parameters(found, std::vector<std::uint32_t>{0, 1}, counted(found, record), out, marked);
      EXPECT_EQ(out, expected);
      EXPECT_EQ(marked, certain);
    }
  }
}

TEST(CountedParameters, are_for_what_depends_on_one_count) {
  EXPECT_FALSE(follow_from_counts(read({.family = TermFamily::complement})));
  EXPECT_FALSE(follow_from_counts(read({.estimator = Estimator::predictive})));
  EXPECT_FALSE(follow_from_counts(read({.tf_idf = true})));
  EXPECT_FALSE(follow_from_counts(read({.pseudocount = {.all = 1, .rules = {{.feature = "a", .count = 2}}}})));
}

TEST(IsKept, all_are_unless_some_are_dropped) {
  EXPECT_TRUE(keeps_all(read({})));
  EXPECT_FALSE(keeps_all(read({.min_documents = 1})));
  EXPECT_FALSE(keeps_all(read({.max_terms = 2})));
  EXPECT_FALSE(keeps_all(read({.vocabulary = std::vector<std::string>{"a"}})));
}

TEST(IsKept, agrees_with_the_selection) {
  const Events two = read({.max_terms = 2});  // a: 3 tokens, b: 2, c: 1
  EXPECT_TRUE(is_kept(two, "a", record_of(counts(), 0, 2)));
  EXPECT_TRUE(is_kept(two, "b", record_of(counts(), 1, 2)));
  EXPECT_FALSE(is_kept(two, "c", record_of(counts(), 2, 2)));
  const Events often = read({.min_documents = 2});
  EXPECT_FALSE(is_kept(often, "c", record_of(counts(), 2, 2)));
  const Events given = read({.vocabulary = std::vector<std::string>{"a", "x"}});
  EXPECT_FALSE(is_kept(given, "b", record_of(counts(), 1, 2)));
  EXPECT_TRUE(is_kept(given, "x", {Numbers(2), Numbers(2), {}}));
}

TEST(SumsOfOthers, do_not_cancel) {
  Numbers out(3);
  sums_of_others(Numbers{1e20, 1, 2}, out);
  EXPECT_EQ(out, (Numbers{3, 1e20, 1e20}));
  EXPECT_EQ(added_count(Estimator::map, 3), 2);
  EXPECT_EQ(added_count(Estimator::mle, 3), 0);
}

}  // namespace
}  // namespace suffice
