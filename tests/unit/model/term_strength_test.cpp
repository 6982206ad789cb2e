#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

// ham: 2 documents with a 3 times, b once; spam: 1 document with b and c.
Summary sums() { return word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}}); }

TEST(Strongest, are_those_of_the_largest_odds) {
  const TermConditional model = term_model(sums(), term_options(TermFamily::multinomial));
  const std::vector<FeatureOdds> ham = model.strongest(0, 2, Numbers{0.5, 0.5});
  ASSERT_EQ(ham.size(), 2U);
  EXPECT_EQ(ham[0].feature, "a");
  EXPECT_DOUBLE_EQ(ham[0].log_odds, std::log(4 / 7.0) - std::log(1 / 5.0));
  EXPECT_EQ(ham[0].count, 3);
  EXPECT_EQ(ham[1].feature, "b");
  EXPECT_EQ(model.strongest(1, 9, Numbers{0.5, 0.5}).size(), 3U);
  EXPECT_EQ(model.strongest(1, 1, Numbers{0.5, 0.5})[0].feature, "c");
}

TEST(Strongest, weigh_the_others_by_their_prior) {
  const Summary three = word_sums({{"1", "a"}, {"2", "a b"}, {"3", "b b"}});
  const TermConditional model = term_model(three, term_options(TermFamily::multinomial));
  // φ(a): 2/3, 2/4, 1/4
  EXPECT_DOUBLE_EQ(model.strongest(0, 1, Numbers{0.5, 0.4, 0.1})[0].log_odds,
                   std::log(2 / 3.0) - std::log(0.8 * 0.5 + 0.2 * 0.25));
  EXPECT_DOUBLE_EQ(model.strongest(0, 1, Numbers{1, 0, 0})[0].log_odds,
                   std::log(2 / 3.0) - std::log(0.5 * 0.5 + 0.5 * 0.25));
}

TEST(Strongest, go_by_count_where_odds_are_infinite) {
  const Summary words = word_sums({{"1", "a b b c"}, {"2", "c"}});
  const std::vector<FeatureOdds> found =
      term_model(words, term_options(TermFamily::multinomial, Estimator::mle)).strongest(0, 3, Numbers{0.5, 0.5});
  EXPECT_EQ(found[0].feature, "b");
  EXPECT_EQ(found[0].log_odds, INFINITY);
  EXPECT_EQ(found[1].feature, "a");
  EXPECT_EQ(found[2].feature, "c");
  const TermConditional one = term_model(word_sums({{"1", "a b"}}), term_options(TermFamily::multinomial));
  EXPECT_EQ(one.strongest(0, 1, Numbers{1})[0].log_odds, 0);
}

TEST(LinearForms, give_the_same_scores) {
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli, TermFamily::complement}) {
    const TermConditional model = term_model(sums(), term_options(family));
    ASSERT_TRUE(model.is_linear());
    const LinearForm form = model.linear_form();
    EXPECT_EQ(form.names, (std::vector<std::string>{"a", "b", "c"}));
    const Numbers expected = log_joint_of(model, "a c", {0, 0});
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_NEAR(form.intercepts[c] + form.coefficients[3 * c] + form.coefficients[3 * c + 2], expected[c], 1e-12);
    }
  }
  TermOptions options = term_options(TermFamily::multinomial);
  options.unseen = Unseen::reserve;
  EXPECT_EQ(term_model(sums(), options).linear_form().names.back(), "<unseen>");
}

TEST(LinearForms, are_not_of_urns_and_certain_terms) {
  const TermConditional urn = term_model(sums(), term_options(TermFamily::multinomial, Estimator::predictive));
  EXPECT_FALSE(urn.is_linear());
  EXPECT_THROW(static_cast<void>(urn.linear_form()), Error);
  EXPECT_FALSE(term_model(sums(), term_options(TermFamily::bernoulli, Estimator::mle)).is_linear());
}

}  // namespace
}  // namespace suffice
