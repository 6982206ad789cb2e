#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

const double half = std::log(0.5);

// ham: 2 documents with a 3 times, b once; spam: 1 document with b and c.
Summary sums() { return word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}}); }

Explanation explain(const TermConditional& model, std::string_view document) {
  const std::vector<std::string_view> documents{document};
  return model.explain(TextBatch{Texts(documents)}, 0, Numbers{half, half});
}

std::string impossible(const TermConditional& model, std::string_view document, Numbers left = {0, 0}) {
  const std::vector<std::string_view> documents{document};
  return model.impossible(TextBatch{Texts(documents)}, 0, left).value_or("");
}

TEST(Explanations, sum_to_the_log_joint) {
  for (const Estimator estimator : {Estimator::mean, Estimator::predictive, Estimator::mle}) {
    for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli, TermFamily::complement}) {
      for (const Unseen unseen : {Unseen::ignore, Unseen::reserve}) {
        TermOptions options = term_options(family, estimator);
        options.unseen = unseen;
        if ((estimator == Estimator::predictive && family == TermFamily::complement) ||
            (unseen == Unseen::reserve && family == TermFamily::bernoulli)) {
          continue;
        }
        const TermConditional model = term_model(sums(), options);
        for (const char* document : {"", "a", "b c", "a y b a x y", "c c"}) {
          const Explanation found = explain(model, document);
          const Numbers expected = log_joint_of(model, document, {half, half});
          for (std::size_t c = 0; c < 2; ++c) {
            double sum = found.base[c];
            for (const Contribution& part : found.contributions) {
              sum += part.scores[c];
            }
            EXPECT_EQ(sum, found.log_joint[c]);
            if (std::isinf(expected[c])) {
              EXPECT_EQ(found.log_joint[c], expected[c]);
            } else {
              EXPECT_NEAR(found.log_joint[c], expected[c], 1e-12);
            }
          }
        }
      }
    }
  }
}

TEST(Explanations, large_counts_cost_no_digits) {
  const Summary large = column_sums({"p", "q", "r"}, {"a", "b"}, {{1e9, 300, 2e9}, {1e9 + 1e4, 250, 2e9}});
  const TermConditional model = term_model(large, term_options(TermFamily::multinomial, Estimator::predictive));
  const std::vector<double> row{1e9, 300, 2e9 + 7};
  const Explanation found = model.explain(Batch::row_major(row.data(), 1, 3), 0, Numbers{half, half});
  // mpmath with 50 digits, to a few units in the last place.
  EXPECT_NEAR(found.log_joint[0] / -1909547644.537838449071, 1, 1e-15);
  EXPECT_NEAR(found.log_joint[1] / -1909547646.782854077854, 1, 1e-15);
}

TEST(Explanations, name_each_term_once) {
  const Explanation found = explain(term_model(sums(), term_options(TermFamily::multinomial)), "b a x b");
  ASSERT_EQ(found.contributions.size(), 2U);
  EXPECT_EQ(found.contributions[0].feature, "b");
  EXPECT_EQ(found.contributions[0].value, "2");
  EXPECT_DOUBLE_EQ(found.contributions[0].scores[0], 2 * std::log(2 / 7.0));
  EXPECT_EQ(found.contributions[1].feature, "a");
  EXPECT_EQ(found.base, (Numbers{half, half}));
}

TEST(Impossible, names_the_term_that_rules_out_the_last_class) {
  const TermConditional model = term_model(sums(), term_options(TermFamily::multinomial, Estimator::mle));
  EXPECT_EQ(impossible(model, "a b"), "");
  EXPECT_NE(impossible(model, "b a c").find("the word 'c' never occurs in class 'ham'"), std::string::npos);
  EXPECT_NE(impossible(model, "a", {-INFINITY, 0}).find("'a' never occurs in class 'spam'"), std::string::npos);
  TermOptions options = term_options(TermFamily::multinomial, Estimator::mle);
  options.vocabulary = std::vector<std::string>{"a", "b", "x"};
  EXPECT_EQ(impossible(term_model(sums(), options), "a x"), "the word 'x' never occurs in any class");
  EXPECT_EQ(impossible(term_model(sums(), term_options(TermFamily::multinomial)), "a b c"), "");
}

TEST(Impossible, names_a_term_that_should_be_there) {
  const TermConditional model = term_model(sums(), term_options(TermFamily::bernoulli, Estimator::mle));
  EXPECT_EQ(impossible(model, "a"), "");
  EXPECT_NE(impossible(model, "b").find("the word 'c' is absent, which it never is in class 'spam'"), std::string::npos)
      << impossible(model, "b");
}

}  // namespace
}  // namespace suffice
