#include "model/values/value_conditional.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "categories_by_hand.hpp"

namespace suffice {
namespace {

const std::vector<double> log_prior{std::log(3.0 / 7), std::log(4.0 / 7)};

ValueConditional conditional_of(Estimator estimator, double pseudocount = 1, Unseen unseen = Unseen::ignore) {
  ValueOptions options;
  options.estimator = estimator;
  if (estimator != Estimator::mle) {
    options.pseudocount.all = pseudocount;
  }
  options.unseen = unseen;
  const Summary sums = hand_values();
  return {categories(value_block(sums, 0), options), sums.schema.blocks[0]};
}

/// The log prior, to be changed.
std::vector<double>& left() {
  static std::vector<double> numbers;
  return numbers = log_prior;
}

/// Rows with dictionaries in another order than the model's, and a value that it does not know.
struct HandRows {
  std::vector<std::vector<std::string>> values{{"c", "x", "a", "b"}, {"u", "t", "v"}};
  std::vector<std::uint32_t> codes{2, 0, 0, 1, 1, 0, missing_category, missing_category};

  std::vector<Texts> texts{values[0], values[1]};

  [[nodiscard]] BlockRows rows() const { return CategoryBatch{codes.data(), codes.size() / 2, 2, texts}; }
};

std::vector<std::vector<double>> scored(const ValueConditional& conditional, const HandRows& rows,
                                        ScoreCounts* counts = nullptr) {
  ValueConditional::Workspace work;
  std::vector<PanelColumn> out(2);
  const std::size_t n = rows.codes.size() / 2;
  work.start = log_prior;
  conditional.add_log_density(rows.rows(), 0, n, Wanted::joint, out, work);
  if (counts != nullptr) {
    *counts = work.counts;
  }
  std::vector<std::vector<double>> result;
  for (std::size_t r = 0; r < n; ++r) {
    result.push_back({out[0][r], out[1][r]});
  }
  return result;
}

TEST(ValueConditional, agrees_with_scikit_learn_whatever_the_dictionaries) {
  ScoreCounts counts;
  const auto found = scored(conditional_of(Estimator::mean), HandRows{}, &counts);
  // predict_joint_log_proba of CategoricalNB for (a, u) and (c, t).
  EXPECT_NEAR(found[0][0], -2.639057329615258, 1e-14);
  EXPECT_NEAR(found[0][1], -3.758288905486104, 1e-14);
  EXPECT_NEAR(found[1][0], -3.737669618283368, 1e-14);
  EXPECT_NEAR(found[1][1], -2.3719945443662134, 1e-14);
  // What is unknown or missing is ignored.
  EXPECT_NEAR(found[2][0], log_prior[0] + std::log(0.5), 1e-14);
  EXPECT_EQ(found[3], log_prior);
  EXPECT_EQ(counts.unseen, 1U);
  EXPECT_EQ(counts.missing, 2U);
}

TEST(ValueConditional, few_rows_with_the_same_dictionaries_score_as_many_do) {
  const ValueConditional conditional = conditional_of(Estimator::mean);
  const HandRows all;
  const auto expected = scored(conditional, all);
  HandRows one;
  ValueConditional::Workspace work;  // as it was left by the row before
  for (std::size_t r = 0; r < expected.size(); ++r) {
    one.codes = {all.codes[2 * r], all.codes[2 * r + 1]};
    std::vector<PanelColumn> out(2);
    work.start = log_prior;
    conditional.add_log_density(one.rows(), 0, 1, Wanted::joint, out, work);
    EXPECT_EQ((std::vector<double>{out[0][0], out[1][0]}), expected[r]);
  }
  EXPECT_EQ(work.counts.unseen, 1U);
  EXPECT_EQ(work.counts.missing, 2U);
}

TEST(ValueConditional, explains_that_a_value_is_unknown) {
  const Explanation why = conditional_of(Estimator::mean).explain(HandRows{}.rows(), 2, log_prior);
  ASSERT_EQ(why.contributions.size(), 2U);
  EXPECT_EQ(why.contributions[0].value, "x (unknown)");
  EXPECT_EQ(why.contributions[0].scores, std::vector<double>(2));
  EXPECT_TRUE(conditional_of(Estimator::mean).explain(HandRows{}.rows(), 3, log_prior).contributions.empty());
}

TEST(ValueConditional, a_reserved_value_stands_for_those_that_are_unseen) {
  ScoreCounts counts;
  const auto found = scored(conditional_of(Estimator::mean, 0.5, Unseen::reserve), HandRows{}, &counts);
  EXPECT_NEAR(found[2][0], log_prior[0] + std::log(0.5 / 5) + std::log(2.5 / 5), 1e-14);
  EXPECT_EQ(found[3], log_prior);
  EXPECT_EQ(counts.unseen, 1U);
}

TEST(ValueConditional, names_what_leaves_no_class) {
  const ValueConditional conditional = conditional_of(Estimator::map, 1);
  HandRows rows;
  rows.codes = {3, 2, 0, 0, 2, 0};  // (b, v), (c, u), (a, u)
  const auto found = scored(conditional, rows);
  EXPECT_EQ(found[0], (std::vector<double>{-INFINITY, -INFINITY}));
  EXPECT_EQ(conditional.impossible(rows.rows(), 0, left()),
            "column 'size': no class has the value 'v' with those of the columns before it");
  EXPECT_EQ(conditional.impossible(rows.rows(), 2, left()), std::nullopt);
  EXPECT_EQ(conditional_of(Estimator::map, 1, Unseen::reserve).impossible(HandRows{}.rows(), 2, left()),
            "column 'colour': no class has the value 'x'");
}

TEST(ValueConditional, explanations_add_up_to_the_score) {
  const ValueConditional conditional = conditional_of(Estimator::mean);
  const HandRows rows;
  const auto found = scored(conditional, rows);
  for (std::size_t i = 0; i < 4; ++i) {
    const Explanation explanation = conditional.explain(rows.rows(), i, log_prior);
    EXPECT_EQ(explanation.log_joint, found[i]);
    EXPECT_EQ(explanation.base, log_prior);
    EXPECT_EQ(explanation.contributions.size(), i < 3 ? 2U : 0U);
  }
  const Contribution first = conditional.explain(rows.rows(), 0, log_prior).contributions[0];
  EXPECT_EQ(first.feature, "colour");
  EXPECT_EQ(first.value, "a");
  EXPECT_NEAR(first.scores[0], std::log(2.0 / 6), 1e-15);
}

TEST(ValueConditional, the_strongest_values_come_first) {
  const std::vector<std::size_t> both{1, 0};
  const auto of_classes = conditional_of(Estimator::mean).strongest(both, 2, std::vector{3.0 / 7, 4.0 / 7});
  ASSERT_EQ(of_classes.size(), 2U);
  EXPECT_EQ(of_classes[1].size(), 2U);
  const std::vector<FeatureOdds>& found = of_classes[0];
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].feature, "colour");
  EXPECT_EQ(found[0].value, "c");
  EXPECT_NEAR(found[0].log_odds, std::log(4.0 / 7 / (1.0 / 6)), 1e-14);
  EXPECT_EQ(found[0].count, 3);
  EXPECT_EQ(found[1].feature, "size");
  EXPECT_EQ(found[1].value, "v");
}

TEST(ValueConditional, a_value_that_a_class_cannot_have_does_not_speak_for_it) {
  const std::vector<std::size_t> both{0, 1};
  const auto found = conditional_of(Estimator::mle).strongest(both, 9, std::vector{0.5, 0.5});
  for (const std::vector<FeatureOdds>& of_class : found) {
    EXPECT_LT(of_class.size(), 6U);
    for (const FeatureOdds& odds : of_class) EXPECT_GT(odds.count, 0) << odds.value;
  }
}

TEST(ValueConditional, the_linear_form_has_an_indicator_for_each_value) {
  const LinearForm form = conditional_of(Estimator::mle, 1, Unseen::reserve).linear_form();
  EXPECT_EQ(form.names, (std::vector<std::string>{"colour=a", "colour=b", "colour=c", "colour=<unseen>", "size=t",
                                                  "size=u", "size=v", "size=<unseen>"}));
  EXPECT_EQ(form.intercepts, (std::vector<double>{0, 0}));
  EXPECT_DOUBLE_EQ(form.coefficients[1], std::log(2.0 / 3));
  EXPECT_EQ(form.coefficients[8 + 1], -INFINITY);
}

TEST(ValueConditional, draws_values_by_their_probabilities) {
  const ValueConditional conditional = conditional_of(Estimator::mle);
  Random random(1);
  DrawnRow row;
  int b = 0;
  for (int i = 0; i < 30'000; ++i) {
    conditional.sample(0, random, row);
    ASSERT_EQ(row.categories.size(), 2U);
    ASSERT_NE(row.categories[0], "c");
    b += row.categories[0] == "b" ? 1 : 0;
  }
  EXPECT_NEAR(b / 30'000.0, 2.0 / 3, 5 * std::sqrt(2.0 / 9 / 30'000));
}

TEST(ValueConditional, refuses_codes_that_are_in_no_dictionary_and_rows_of_another_kind) {
  HandRows rows;
  rows.codes[5] = 3;
  EXPECT_NE(failure_of_estimate([&] { scored(conditional_of(Estimator::mean), rows); }), "no error");
  const double number = 1;
  EXPECT_NE(failure_of_estimate([&] { conditional_of(Estimator::mean).check(Batch::row_major(&number, 1, 1), 1); }),
            "no error");
}

TEST(ValueConditional, a_missing_value_is_no_reason_for_zero_probability) {
  std::vector<double> none(2, -INFINITY);
  EXPECT_EQ(conditional_of(Estimator::mean).impossible(HandRows{}.rows(), 3, none), std::nullopt);
}

}  // namespace
}  // namespace suffice
