#include "model/terms/term_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../support/change_terms.hpp"
#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

// ham: 2 documents with a 3 times, b once; spam: 1 document with b and c.
Summary sums() { return word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}}); }

constexpr int draws = 20000;

TEST(TermSampler, draws_documents_of_words_by_their_probabilities) {
  for (const Estimator estimator : {Estimator::mean, Estimator::predictive}) {
    const TermConditional model = term_model(sums(), term_options(TermFamily::multinomial, estimator));
    Random random(5);
    DrawnRow row;
    double words = 0;
    double first = 0;
    for (int i = 0; i < draws; ++i) {
      model.sample(0, random, row);
      for (const std::string& word : split_words(row.document)) {
        words += 1;
        first += word == "a" ? 1 : 0;
      }
    }
    EXPECT_NEAR(words / draws, 2, 0.06);
    EXPECT_NEAR(first / words, 4 / 7.0, 0.02);
  }
}

TEST(TermSampler, of_boolean_counts_draws_each_word_once_and_as_often_as_it_was_counted) {
  // 12 documents: a in all, b in 8, c in 4, d in 2.
  std::vector<LabelledText> documents{{"spam", "e"}};
  for (int i = 0; i < 12; ++i) {
    documents.push_back(
        {"ham", fmt::format("a{}{}{}", i < 8 ? " b b" : "", i % 3 == 0 ? " c" : "", i > 9 ? " d" : "")});
  }
  const TermConditional model =
      term_model(word_sums(documents), term_options(TermFamily::multinomial, Estimator::mle, {.boolean = true}));
  Random random(5);
  DrawnRow row;
  std::map<std::string, double> found;
  for (int i = 0; i < draws; ++i) {
    model.sample(0, random, row);
    const std::vector<std::string> words = split_words(row.document);
    EXPECT_EQ(std::set<std::string>(words.begin(), words.end()).size(), words.size());
    for (const std::string& word : words) found[word] += 1.0 / draws;
  }
  EXPECT_NEAR(found["a"], 1, 0.04);
  EXPECT_NEAR(found["b"], 8 / 12.0, 0.03);
  EXPECT_NEAR(found["c"], 4 / 12.0, 0.03);
  EXPECT_NEAR(found["d"], 2 / 12.0, 0.03);
  for (const double length : {0.0, 1.0, 3.0, 4.0, 9.0}) {
    model.sample(0, random, row, length);
    EXPECT_EQ(split_words(row.document).size(), std::min(length, 4.0));
  }
}

TEST(TermSampler, draws_columns_by_presence) {
  const Summary columns = column_sums({"p", "q", "r"}, {"1", "1", "2"}, {{1, 0, 2}, {0, 0, 1}, {1, 1, 1}});
  const TermConditional model =
      term_model(columns, term_options(TermFamily::bernoulli, Estimator::mean, {.min_documents = 2}));
  Random random(6);
  DrawnRow row;
  double p = 0;
  double r = 0;
  for (int i = 0; i < draws; ++i) {
    model.sample(0, random, row);
    ASSERT_EQ(row.values.size(), 3U);
    EXPECT_EQ(row.values[1], 0);  // left out
    p += row.values[0];
    r += row.values[2];
  }
  EXPECT_NEAR(p / draws, 2 / 4.0, 0.02);
  EXPECT_NEAR(r / draws, 3 / 4.0, 0.02);
}

// Σ x and Σ (x − mean)² of one column, relative to what they should be: lengths are Poisson of mean 40.
TEST(TermSampler, draws_counts_of_columns_as_if_one_by_one) {
  const Summary columns = column_sums({"p", "q", "r"}, {"1", "1"}, {{30, 9, 1}, {28, 11, 1}});
  for (const Estimator estimator : {Estimator::mle, Estimator::predictive}) {
    const bool urn = estimator == Estimator::predictive;
    const TermConditional model = term_model(columns, term_options(TermFamily::multinomial, estimator));
    const double total = urn ? 83 : 80;
    const double phi = (urn ? 21 : 20) / total;
    // The variance of the mixture: E[Var | length] + Var(E | length), with the urn's factor (total + n) / (total + 1).
    const double spread = urn ? (total * 40 + 40 + 1600) / (total + 1) : 40;
    const double variance = phi * (1 - phi) * spread + phi * phi * 40;
    Random random(9);
    DrawnRow row;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; ++i) {
      model.sample(0, random, row);
      sum += row.values[1];
      squares += (row.values[1] - 40 * phi) * (row.values[1] - 40 * phi);
    }
    EXPECT_NEAR(sum / draws, 40 * phi, 5 * std::sqrt(variance / draws));
    EXPECT_NEAR(squares / draws / variance, 1, 0.06);
  }
}

TEST(TermSampler, draws_as_many_terms_as_are_asked_for) {
  for (const Estimator estimator : {Estimator::mean, Estimator::predictive}) {
    const TermConditional model = term_model(sums(), term_options(TermFamily::multinomial, estimator));
    Random random(12);
    DrawnRow row;
    for (const double length : {0.0, 1.0, 17.0}) {
      model.sample(0, random, row, length);
      EXPECT_EQ(static_cast<double>(split_words(row.document).size()), length);
    }
  }
}

TEST(TermSampler, draws_enormous_counts_in_a_moment) {
  const Summary columns = column_sums({"p", "q"}, {"1", "2"}, {{1e12, 3e12}, {2e300, 2e300}});
  for (const Estimator estimator : {Estimator::mean, Estimator::predictive}) {
    const TermConditional model = term_model(columns, term_options(TermFamily::multinomial, estimator));
    Random random(10);
    DrawnRow row;
    model.sample(0, random, row);
    EXPECT_NEAR(row.values[1] / (row.values[0] + row.values[1]), 0.75, 1e-4);
    EXPECT_NEAR((row.values[0] + row.values[1]) / 2e300, 1, 1e-9);
  }
}

TEST(TermSampler, refuses_documents_without_end) {
  Summary endless = sums();
  change_terms(endless, [](TermCounts& counts) { counts.tokens.front() = 1e9; });
  Random random(11);
  DrawnRow row;
  try {
    term_model(endless, term_options(TermFamily::multinomial)).sample(0, random, row);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_STREQ(error.what(),
                 "documents of this model have 3.333e+08 terms on average, and none of more than 10000000 is drawn: "
                 "split the documents into smaller ones before fitting");
  }
  term_model(endless, term_options(TermFamily::bernoulli)).sample(0, random, row);
}

TEST(TermSampler, has_nothing_for_a_class_without_words) {
  const TermConditional model =
      term_model(word_sums({{"ham", "a"}}, {"spam"}), term_options(TermFamily::multinomial, Estimator::mle));
  Random random(7);
  DrawnRow row;
  row.document = "before";
  model.sample(1, random, row);
  EXPECT_EQ(row.document, "");
}

TEST(TermSampler, refuses_what_is_no_density_of_words) {
  Random random(8);
  DrawnRow row;
  EXPECT_THROW(term_model(sums(), term_options(TermFamily::complement)).sample(0, random, row), Error);
  EXPECT_THROW(term_model(sums(), term_options(TermFamily::multinomial, Estimator::mean, {.tf_idf = true}))
                   .sample(0, random, row),
               Error);
  Summary pairs = sums();
  pairs.schema.blocks[0].text.longest = 2;
  EXPECT_THROW(term_model(pairs, term_options(TermFamily::multinomial)).sample(0, random, row), Error);
  Summary buckets = sums();
  buckets.schema.blocks[0].text.hash_buckets = 3;
  EXPECT_THROW(term_model(buckets, term_options(TermFamily::multinomial)).sample(0, random, row), Error);
}

}  // namespace
}  // namespace suffice
