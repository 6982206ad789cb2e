#include "estimate/amounts/amounts.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "categories_by_hand.hpp"
#include "error_text.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

AmountOptions by(const std::string& model, Estimator estimator, std::optional<double> pseudocount = {}) {
  auto options = std::get<AmountOptions>(find_model(model).options);
  options.estimator = estimator;
  options.pseudocount.all = pseudocount;
  return options;
}

// The sums with their first column alone.
Summary calls() {
  Summary summary = hand_amounts();
  summary.schema.blocks[0].features.resize(1);
  AmountSums& sums = std::get<AmountSums>(summary.sums[0]);
  for (std::vector<double>* numbers : {&sums.weight, &sums.sum, &sums.log_sum, &sums.zeros, &sums.fractional}) {
    *numbers = {(*numbers)[0], (*numbers)[2]};
  }
  return summary;
}

void expect_first(const Amounts& found, std::vector<double> expected) {
  ASSERT_EQ(found.first.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_DOUBLE_EQ(found.first[k], expected[k]);
  }
}

TEST(Amounts, poisson_has_one_pseudo_row_at_the_mean_of_all) {  // 13/5
  expect_first(amounts(amount_block(calls(), 0), by("poisson-nb", Estimator::mle)), {5.0 / 3, 8.0 / 2});
  expect_first(amounts(amount_block(calls(), 0), by("poisson-nb", Estimator::mean)), {(5 + 2.6) / 4, (8 + 2.6) / 3});
  expect_first(amounts(amount_block(calls(), 0), by("poisson-nb", Estimator::map)),
               {(5 + 5.2 - 1) / 5, (8 + 5.2 - 1) / 4});
  const Amounts predictive = amounts(amount_block(calls(), 0), by("poisson-nb", Estimator::predictive, 0.5));
  expect_first(predictive, {5 + 1.3, 8 + 1.3});
  EXPECT_EQ(predictive.second, (std::vector<double>{3.5, 2.5}));
}

TEST(Amounts, exponential_rates) {
  expect_first(amounts(amount_block(hand_amounts(), 0), by("exponential-nb", Estimator::mle)),
               {3.0 / 5, 2 / 3.75, 2.0 / 8, 2 / 4.75});
  expect_first(amounts(amount_block(calls(), 0), by("exponential-nb", Estimator::mean)), {4 / 7.6, 3 / 10.6});
  expect_first(amounts(amount_block(calls(), 0), by("exponential-nb", Estimator::map)), {4 / 10.2, 3 / 13.2});
  const Amounts predictive = amounts(amount_block(calls(), 0), by("exponential-nb", Estimator::predictive));
  expect_first(predictive, {4, 3});
  EXPECT_EQ(predictive.second, (std::vector<double>{7.6, 10.6}));
}

TEST(Amounts, geometric_probabilities) {
  expect_first(amounts(amount_block(calls(), 0), by("geometric-nb", Estimator::mle)), {3.0 / 8, 2.0 / 10});
  expect_first(amounts(amount_block(calls(), 0), by("geometric-nb", Estimator::mean)), {4 / 11.6, 3 / 13.6});
  expect_first(amounts(amount_block(calls(), 0), by("geometric-nb", Estimator::map)), {4 / 13.2, 3 / 15.2});
}

// mpmath with 40 digits.
TEST(Amounts, gamma_is_the_maximum_of_the_likelihood) {
  Summary summary = calls();
  summary.schema.blocks[0].features = {"hours"};
  summary.sums = {AmountSums{{4, 2}, {8.5, 4.75}, {2.3150076129926028373, 1.0986122886681098}, {0, 0}, {2, 1}}};
  const Amounts found = amounts(amount_block(summary, 0), by("gamma-nb", Estimator::mle));
  EXPECT_NEAR(found.first[0] / 3.0131779485219958572, 1, 1e-14);
  EXPECT_NEAR(found.second[0] / 1.4179660934221156975, 1, 1e-14);
  const Amounts mean = amounts(amount_block(summary, 0), by("gamma-nb", Estimator::mean, 2));
  const double m = (4.75 + 2 * 13.25 / 6) / 4;
  const double l = (1.0986122886681098 + 2 * 3.4136199016607127 / 6) / 4;
  EXPECT_NEAR(mean.first[1], gamma_shape(std::log(m) - l), 1e-13);
  EXPECT_NEAR(mean.first[1] / mean.second[1], m, 1e-14);
}

// mpmath with 40 digits.
TEST(GammaShape, agrees_with_long_arithmetic) {
  const std::pair<double, double> cases[] = {{1e-8, 50000000.166666666111}, {0.001, 500.16661108153955068},
                                             {0.1, 5.1608755034102062436},  {0.5, 1.1377247271478586624},
                                             {1, 0.61555676647959437898},   {3, 0.23855463469170034587},
                                             {20, 0.04422481567774782399},  {200, 0.004883943058079227957}};
  for (const auto& [s, shape] : cases) {
    EXPECT_NEAR(gamma_shape(s) / shape, 1, 1e-14) << s;
  }
}

TEST(Amounts, a_class_without_values_takes_the_pseudo_rows_alone) {
  Summary summary = calls();
  AmountSums& sums = std::get<AmountSums>(summary.sums[0]);
  sums.weight[1] = sums.sum[1] = sums.log_sum[1] = 0;
  expect_first(amounts(amount_block(summary, 0), by("poisson-nb", Estimator::mean)), {(5 + 5.0 / 3) / 4, 5.0 / 3});
  EXPECT_EQ(failure_with_remedies([&] { amounts(amount_block(summary, 0), by("poisson-nb", Estimator::mle)); },
                                  ErrorCode::bad_data),
            "column calls: class 'b' has no value in this column, and so no parameters without a pseudocount above 0 | "
            "give estimate mean | give drop calls");
}

// A class that no row can be of takes the parameters of all; one that a row can be of needs rows or a prior.
TEST(Amounts, a_declared_class_without_rows_needs_none_where_its_prior_is_zero) {
  Summary summary = calls();
  summary.classes.labels.emplace_back("zz");
  summary.classes.rows.push_back(0);
  summary.classes.weight.push_back(0);
  AmountSums& sums = std::get<AmountSums>(summary.sums[0]);
  for (std::vector<double>* numbers : {&sums.weight, &sums.sum, &sums.log_sum, &sums.zeros, &sums.fractional}) {
    numbers->push_back(0);
  }
  const Amounts found = amounts(amount_block(summary, 0), by("poisson-nb", Estimator::mle));
  expect_first(found, {5.0 / 3, 8.0 / 2, 13.0 / 5});
  ASSERT_EQ(found.borrowed.size(), 1U);
  EXPECT_EQ(found.borrowed[0].c, 2U);
  EXPECT_EQ(found.borrowed[0].j, 0U);
  const auto failure = [&](const std::vector<double>& prior) {
    return failure_with_remedies(
        [&] { check_borrowed(found, summary.schema.blocks[0], summary.classes.labels, prior); }, ErrorCode::bad_data);
  };
  EXPECT_EQ(failure({0.6, 0.4, 0}), "no error");
  EXPECT_EQ(failure({0.4, 0.4, 0.2}),
            "column calls: class 'zz' was declared and has no rows, and so no parameters without a pseudocount above "
            "0; fit rows of it, or do not declare it | give estimate mean | give class-prior empirical");
  EXPECT_TRUE(amounts(amount_block(summary, 0), by("poisson-nb", Estimator::mean)).borrowed.empty());
}

TEST(Amounts, what_a_family_cannot_have_is_an_error_with_a_remedy) {
  const auto failure = [](const Summary& summary, const std::string& model, Estimator estimator = Estimator::mle) {
    return failure_with_remedies([&] { amounts(amount_block(summary, 0), by(model, estimator)); }, ErrorCode::bad_data);
  };
  EXPECT_EQ(failure(hand_amounts(), "poisson-nb"),
            "column hours: class 'a' has values that are not whole numbers, which a Poisson model cannot have | give "
            "column hours=gamma | give column hours=exponential | give column hours=number | give drop hours");
  EXPECT_NE(failure(hand_amounts(), "geometric-nb").find("geometric model"), std::string::npos);
  EXPECT_EQ(failure(hand_amounts(), "gamma-nb"),
            "column calls: class 'a' has zeros, which a Gamma model cannot have | give column "
            "calls=exponential | give column calls=poisson | give column calls=number | give drop calls");
  Summary zeros = calls();
  std::get<AmountSums>(zeros.sums[0]).sum[1] = 0;
  EXPECT_EQ(failure(zeros, "exponential-nb").rfind("column calls: class 'b' has nothing but zeros", 0), 0U);
  EXPECT_EQ(failure(zeros, "exponential-nb", Estimator::mean), "no error");
  EXPECT_EQ(failure(zeros, "poisson-nb"), "no error");
  Summary both = zeros;
  std::get<AmountSums>(both.sums[0]).sum[0] = 0;
  EXPECT_EQ(failure(both, "exponential-nb", Estimator::mean),
            "column calls: 'calls' is 0 in every row, which has no exponential rate | give drop calls");
  std::get<AmountSums>(zeros.sums[0]).sum[0] = 1;
  EXPECT_EQ(failure(zeros, "poisson-nb", Estimator::map).rfind("column calls: class 'b' has so few rows", 0), 0U);
  Summary equal = calls();
  equal.sums = {AmountSums{{3, 2}, {0.30000000000000004, 4.75}, {3 * std::log(0.1), 1.09}, {0, 0}, {3, 2}}};
  EXPECT_EQ(failure(equal, "gamma-nb").rfind("column calls: class 'a' has values that are all equal", 0), 0U);
  EXPECT_TRUE(failure(equal, "gamma-nb").ends_with("| give estimate mean | give drop calls"));
  equal.sums = {AmountSums{{3, 2}, {3, 2}, {0, 0}, {0, 0}, {0, 0}}};
  const std::string constant = failure(equal, "gamma-nb", Estimator::mean);
  EXPECT_TRUE(constant.ends_with("the estimate mean) | give drop calls")) << constant << ": it is by that estimate";
}

TEST(Amounts, options_are_checked) {
  EXPECT_EQ(failure_with_remedies([] { amounts(amount_block(calls(), 0), by("gamma-nb", Estimator::predictive)); },
                                  ErrorCode::usage),
            "gamma-nb has no estimate predictive, but mle, map, mean | give estimate mle | give estimate map | give "
            "estimate mean");
}

TEST(Amounts, an_open_column_of_zeros_is_not_known) {
  Summary sums = hand_amounts();
  sums.schema.blocks[0].features = {"1", "2"};
  AmountSums& numbers = std::get<AmountSums>(sums.sums[0]);
  numbers.sum = {0, 3.75, 0, 4.75};
  numbers.fractional.assign(4, 0);
  EXPECT_FALSE(is_unseen(amount_block(sums, 0), 0));
  EXPECT_TRUE(amounts(amount_block(sums, 0), by("poisson-nb", Estimator::mean)).unseen.empty());
  sums.schema.blocks[0].open_columns = true;
  EXPECT_TRUE(is_unseen(amount_block(sums, 0), 0));
  EXPECT_FALSE(is_unseen(amount_block(sums, 0), 1));
  for (const Estimator estimator : {Estimator::mle, Estimator::map, Estimator::mean, Estimator::predictive}) {
    for (const char* model : {"poisson-nb", "exponential-nb", "geometric-nb"}) {
      const Amounts found = amounts(amount_block(sums, 0), by(model, estimator));
      EXPECT_TRUE(found.is_unseen(0));
      EXPECT_FALSE(found.is_unseen(1));
      EXPECT_EQ(found.first[0], 0);
      EXPECT_GT(found.first[1], 0);
    }
  }
}

}  // namespace
}  // namespace suffice
