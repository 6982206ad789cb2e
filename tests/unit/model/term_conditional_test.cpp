#include "model/terms/term_conditional.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"
#include "math/special/random.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

const double half = std::log(0.5);

void expect_near(const Numbers& found, const Numbers& expected, double tolerance = 1e-12) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t c = 0; c < found.size(); ++c) {
    if (std::isinf(expected[c])) {
      EXPECT_EQ(found[c], expected[c]) << c;
    } else {
      EXPECT_NEAR(found[c], expected[c], tolerance) << c;
    }
  }
}

// ham: 2 documents with a 3 times, b once; spam: 1 document with b and c.
Summary sums() { return word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}}); }

TEST(TermConditional, scores_documents_by_hand) {
  const Numbers prior{half, half};
  const TermConditional multinomial = term_model(sums(), term_options(TermFamily::multinomial));
  expect_near(log_joint_of(multinomial, "A b, a! unknown", prior),
              {half + 2 * std::log(4 / 7.0) + std::log(2 / 7.0), half + 2 * std::log(1 / 5.0) + std::log(2 / 5.0)});
  expect_near(log_joint_of(multinomial, "", prior), prior);
  const TermConditional boolean =
      term_model(sums(), term_options(TermFamily::multinomial, Estimator::mean, {.boolean = true}));
  expect_near(log_joint_of(boolean, "a a", prior), {half + std::log(3 / 6.0), half + std::log(1 / 5.0)});
  const TermConditional bernoulli = term_model(sums(), term_options(TermFamily::bernoulli));
  expect_near(log_joint_of(bernoulli, "a a", prior),
              {half + std::log(3 / 4.0 * 2 / 4 * 3 / 4), half + std::log(1 / 3.0 * 1 / 3 * 1 / 3)});
  const TermConditional complement = term_model(sums(), term_options(TermFamily::complement));
  expect_near(log_joint_of(complement, "a", prior), {-std::log(1 / 5.0), -std::log(4 / 7.0)});
  EXPECT_TRUE(bernoulli.is_density());
  EXPECT_FALSE(complement.is_density());
}

TEST(TermConditional, scores_by_the_dirichlet_multinomial) {
  const TermConditional model = term_model(sums(), term_options(TermFamily::multinomial, Estimator::predictive));
  // ham: Dirichlet(4, 2, 1), spam: Dirichlet(1, 2, 2); a a b in any order
  expect_near(log_joint_of(model, "a b a", {half, half}),
              {half + std::log(4.0 * 5 * 2 / (7.0 * 8 * 9)), half + std::log(1.0 * 2 * 2 / (5.0 * 6 * 7))});
}

TEST(TermConditional, never_forms_a_nan) {
  const Numbers prior{half, half};
  const TermConditional mle = term_model(sums(), term_options(TermFamily::multinomial, Estimator::mle));
  expect_near(log_joint_of(mle, "a", prior), {half + std::log(3 / 4.0), -INFINITY});
  expect_near(log_joint_of(mle, "a c", prior), {-INFINITY, -INFINITY});
  const TermConditional bernoulli = term_model(sums(), term_options(TermFamily::bernoulli, Estimator::mle));
  expect_near(log_joint_of(bernoulli, "a", prior), {half + half, -INFINITY});  // b is absent from ham every other time
  expect_near(log_joint_of(bernoulli, "b c", prior), {-INFINITY, half});
  expect_near(log_joint_of(bernoulli, "", prior), {-INFINITY, -INFINITY});
  const TermConditional complement = term_model(sums(), term_options(TermFamily::complement, Estimator::mle));
  expect_near(log_joint_of(complement, "a", prior), {0, -INFINITY});
  expect_near(log_joint_of(complement, "a c", prior), {-INFINITY, -INFINITY});
  const TermConditional one =
      term_model(word_sums({{"only", "x"}}), term_options(TermFamily::multinomial, Estimator::mle));
  EXPECT_EQ(log_joint_of(one, "x x x", {0}), Numbers{0});  // a class of one word
}

TEST(TermConditional, counts_what_it_does_not_know) {
  TermOptions options = term_options(TermFamily::multinomial, Estimator::mean, {.min_documents = 2});
  ScoreCounts counts;
  static_cast<void>(log_joint_of(term_model(sums(), options), "a c x c \xff", {half, half}, &counts));
  EXPECT_EQ(counts.unseen, 3U);
  EXPECT_EQ(counts.invalid_bytes, 1U);
  options.unseen = Unseen::reserve;
  expect_near(log_joint_of(term_model(sums(), options), "c x", {half, half}),
              {half + 2 * std::log(1 / 7.0), half + 2 * std::log(2 / 5.0)});
}

// Text, sparse and dense rows of the same counts, against sums over all columns.
TEST(TermConditional, says_the_same_of_text_sparse_and_dense_rows) {
  Random random(3);
  const std::vector<std::string> features{"a", "b", "c", "d", "e", "f", "g"};
  std::vector<LabelledText> documents;
  std::vector<std::string> labels;
  std::vector<Numbers> rows;
  for (std::size_t i = 0; i < 60; ++i) {
    rows.emplace_back(features.size());
    labels.push_back(std::string(1, static_cast<char>('0' + random.below(3))));
    std::string text;
    for (std::size_t t = random.below(9); t > 0; --t) {
      const std::size_t j = random.below(1 + random.below(features.size()));
      rows.back()[j] += 1;
      text += features[j] + " ";
    }
    documents.emplace_back(labels.back(), text);
  }
  const Summary words = word_sums(documents);
  const Summary columns = column_sums(features, labels, rows);
  const Numbers prior{-1, -2, -0.5};
  for (const Estimator estimator : {Estimator::mle, Estimator::map, Estimator::mean, Estimator::predictive}) {
    for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli, TermFamily::complement}) {
      for (const bool boolean : {false, true}) {
        if ((estimator == Estimator::predictive && family == TermFamily::complement) ||
            (boolean && family == TermFamily::bernoulli)) {
          continue;
        }
        const TermOptions options = term_options(family, estimator, {.boolean = boolean});
        const TermConditional text_model = term_model(words, options);
        const TermConditional number_model = term_model(columns, options);
        for (std::size_t i = 0; i < rows.size(); ++i) {
          std::vector<float> values;
          std::vector<std::uint32_t> indices;
          for (std::size_t j = 0; j < features.size(); ++j) {
            if (rows[i][j] > 0 || j == 2) {  // a zero may be stored
              values.push_back(static_cast<float>(rows[i][j]));
              indices.push_back(static_cast<std::uint32_t>(j));
            }
          }
          const std::vector<std::uint64_t> offsets{0, values.size()};
          const Numbers dense =
              log_joint_of(number_model, Batch::row_major(rows[i].data(), 1, features.size()), 0, prior);
          expect_near(log_joint_of(text_model, documents[i].second, prior), dense);
          expect_near(
              log_joint_of(number_model, SparseBatch{values.data(), offsets, indices, features.size()}, 0, prior),
              dense);
        }
      }
    }
  }
}

TEST(TermConditional, leaves_missing_numbers_out) {
  const Summary columns = column_sums({"p", "q"}, {"1", "1", "2", "2"}, {{1, 0}, {1, 1}, {0, 2}, {0, 3}});
  const Numbers prior{half, half};
  const Numbers row{NAN, 1};
  const BlockRows rows = Batch::row_major(row.data(), 1, 2);
  expect_near(log_joint_of(term_model(columns, term_options(TermFamily::bernoulli)), rows, 0, prior),
              {half + std::log(2 / 4.0), half + std::log(3 / 4.0)});
  expect_near(log_joint_of(term_model(columns, term_options(TermFamily::bernoulli, Estimator::mle)), rows, 0, prior),
              {half + std::log(1 / 2.0), half});
  expect_near(log_joint_of(term_model(columns, term_options(TermFamily::multinomial)), rows, 0, prior),
              {half + std::log(2 / 5.0), half + std::log(6 / 7.0)});
}

TEST(TermConditional, refuses_rows_that_do_not_fit) {
  const Summary columns = column_sums({"p", "q"}, {"1", "2"}, {{1, 0}, {0, 2}});
  const TermConditional model = term_model(columns, term_options(TermFamily::multinomial));
  const Numbers prior{half, half};
  for (const double bad : Numbers{-1, INFINITY}) {
    const Numbers row{bad, 1};
    EXPECT_THROW(log_joint_of(model, Batch::row_major(row.data(), 1, 2), 0, prior), Error);
    const std::vector<std::uint64_t> offsets{0, 2};
    const std::vector<std::uint32_t> indices{0, 1};
    EXPECT_THROW(log_joint_of(model, SparseBatch{row.data(), offsets, indices, 2}, 0, prior), Error);
  }
  const Numbers row{1, 1};
  const std::vector<std::uint64_t> offsets{0, 2};
  for (const std::vector<std::uint32_t>& indices :
       std::vector<std::vector<std::uint32_t>>{{0, 2}, {1, 1}, {1, 0}}) {  // outside, twice, descending
    EXPECT_THROW(log_joint_of(model, SparseBatch{row.data(), offsets, indices, 2}, 0, prior), Error);
  }
  EXPECT_THROW(log_joint_of(model, Batch::row_major(row.data(), 2, 1), 0, prior), Error);
  EXPECT_THROW(log_joint_of(model, "text", prior), Error);
  EXPECT_THROW(log_joint_of(term_model(sums(), term_options(TermFamily::multinomial)),
                            Batch::row_major(row.data(), 1, 2), 0, prior),
               Error);
}

// mpmath with 60 digits; the large parts of the logarithms of Γ cancel.
TEST(TermConditional, predictive_scores_of_large_counts_keep_their_difference) {
  const Summary counts = column_sums({"x", "z", "u"}, {"a", "a", "b", "b"},
                                     {{1000000000, 3000000000, 7},
                                      {999999999, 3000000100, 5},
                                      {1000000100, 2999990000, 9},
                                      {1000000000, 3000100000, 6}});
  const TermConditional model = term_model(counts, term_options(TermFamily::multinomial, Estimator::predictive));
  const std::vector<double> row{1000000000, 3000000000, 7};
  const std::vector<double> scores = log_joint_of(model, Batch::row_major(row.data(), 1, 3), 0, {0, 0});
  EXPECT_NEAR(scores[0] - scores[1], 0.053019150668, 1.5e-6);
  EXPECT_NEAR(scores[0] / -2249340727.053550156661, 1, 1e-15);
}

}  // namespace
}  // namespace suffice
