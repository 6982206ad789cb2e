#include <cmath>
#include <functional>
#include <memory>
#include <numeric>

#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"
#include "math/special/log_sum_exp.hpp"
#include "math/special/log_zero.hpp"
#include "math/special/random.hpp"
#include "model/terms/in_memory_terms.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

// Counts how often all words are shown.
class CountedTerms final : public TermLookup {
 public:
  explicit CountedTerms(const Summary& sums)
      : terms_(std::make_shared<const TermCounts>(terms_of(sums)), sums.classes.size()) {}

  [[nodiscard]] std::uint64_t size() const override { return terms_.size(); }
  bool find(std::string_view word, TermRecord& out) const override { return terms_.find(word, out); }
  void visit(const std::function<void(std::string_view word, const TermRecord& record)>& see) const override {
    ++visits;
    terms_.visit(see);
  }

  mutable int visits = 0;

 private:
  InMemoryTerms terms_;
};

// By the definition: the others as they are weighed by the prior, one class after the other.
double plain_log_odds(std::span<const double> logs, std::size_t c, std::span<const double> prior, bool is_density) {
  Numbers parts;
  double mean = 0;
  const double weight = std::accumulate(prior.begin(), prior.end(), -prior[c]);
  for (std::size_t k = 0; k < logs.size(); ++k) {
    if (k != c && prior[k] > 0) {
      parts.push_back(std::log(prior[k] / weight) + logs[k]);
      mean += prior[k] / weight * logs[k];
    }
  }
  const double others = is_density ? log_sum_exp(parts) : mean;
  return logs[c] == others ? 0 : logs[c] - others;
}

std::vector<FeatureOdds> strongest(const TermConditional& model, std::size_t c, std::size_t count,
                                   const Numbers& prior) {
  return model.strongest(std::vector{c}, count, prior)[0];
}

// ham: 2 documents with a 3 times, b once; spam: 1 document with b and c.
Summary sums() { return word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}}); }

TEST(Strongest, are_those_of_the_largest_odds) {
  const TermConditional model = term_model(sums(), term_options(TermFamily::multinomial));
  const std::vector<FeatureOdds> ham = strongest(model, 0, 2, Numbers{0.5, 0.5});
  ASSERT_EQ(ham.size(), 2U);
  EXPECT_EQ(ham[0].feature, "a");
  EXPECT_DOUBLE_EQ(ham[0].log_odds, std::log(4 / 7.0) - std::log(1 / 5.0));
  EXPECT_EQ(ham[0].count, 3);
  EXPECT_EQ(ham[1].feature, "b");
  EXPECT_EQ(strongest(model, 1, 9, Numbers{0.5, 0.5}).size(), 3U);
  EXPECT_EQ(strongest(model, 1, 1, Numbers{0.5, 0.5})[0].feature, "c");
}

TEST(Strongest, weigh_the_others_by_their_prior) {
  const Summary three = word_sums({{"1", "a"}, {"2", "a b"}, {"3", "b b"}});
  const TermConditional model = term_model(three, term_options(TermFamily::multinomial));
  // φ(a): 2/3, 2/4, 1/4
  EXPECT_DOUBLE_EQ(strongest(model, 0, 1, Numbers{0.5, 0.4, 0.1})[0].log_odds,
                   std::log(2 / 3.0) - std::log(0.8 * 0.5 + 0.2 * 0.25));
  EXPECT_DOUBLE_EQ(strongest(model, 0, 1, Numbers{1, 0, 0})[0].log_odds,
                   std::log(2 / 3.0) - std::log(0.5 * 0.5 + 0.5 * 0.25));
}

TEST(Strongest, go_by_count_where_odds_are_infinite) {
  const Summary words = word_sums({{"1", "a b b c"}, {"2", "c"}});
  const std::vector<FeatureOdds> found =
      strongest(term_model(words, term_options(TermFamily::multinomial, Estimator::mle)), 0, 3, Numbers{0.5, 0.5});
  EXPECT_EQ(found[0].feature, "b");
  EXPECT_EQ(found[0].log_odds, INFINITY);
  EXPECT_EQ(found[1].feature, "a");
  EXPECT_EQ(found[2].feature, "c");
  const TermConditional one = term_model(word_sums({{"1", "a b"}}), term_options(TermFamily::multinomial));
  EXPECT_EQ(strongest(one, 0, 1, Numbers{1})[0].log_odds, 0);
}

// Seven classes of 40 words: some words that few classes have, some that one has almost alone.
TEST(Strongest, of_all_classes_are_found_in_one_pass) {
  Random random(3);
  std::vector<LabelledText> documents;
  for (std::size_t i = 0; i < 200; ++i) {
    std::string text;
    for (int k = 0; k < 12; ++k) {
      text += " w" + std::to_string(random.below(i % 7 == 0 ? 2 : 40 - 5 * (i % 7)));
    }
    documents.emplace_back(std::to_string(i % 7), text);
  }
  const Summary many = word_sums(documents);
  const Numbers prior{0.3, 0.2, 1e-9, 0, 0.25, 0.1, 0.15 - 1e-9};
  const std::vector<std::size_t> classes{0, 1, 2, 3, 4, 5, 6};
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli, TermFamily::complement}) {
    for (const Estimator estimator : {Estimator::mean, Estimator::mle}) {
      if (family == TermFamily::complement && estimator == Estimator::mle) {
        continue;
      }
      const TermOptions options = term_options(family, estimator);
      const auto words = std::make_shared<const CountedTerms>(many);
      const Events all = events_of(many, options);
      const TermConditional model(many.schema.blocks[0], all, words);
      const std::vector<std::vector<FeatureOdds>> found = model.strongest(classes, 5, prior);
      EXPECT_EQ(words->visits, 1);
      for (const std::size_t c : classes) {
        ASSERT_EQ(found[c].size(), 5U);
        EXPECT_EQ(found[c][0].feature, strongest(model, c, 1, prior)[0].feature);
        for (const FeatureOdds& odds : found[c]) {
          TermRecord record;
          ASSERT_TRUE(words->find(odds.feature, record));
          Numbers logs(classes.size());
          term_parameters(all, odds.feature, record, logs);
          const double plain = plain_log_odds(logs, c, prior, family != TermFamily::complement);
          EXPECT_EQ(std::isinf(odds.log_odds), std::isinf(plain));
          EXPECT_TRUE(odds.log_odds == plain || std::abs(odds.log_odds - plain) < 1e-12) << odds.log_odds << plain;
          EXPECT_EQ(odds.count, counted(all, record)[c]);
        }
      }
    }
  }
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
