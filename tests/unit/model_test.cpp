#include "suffice/model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "categories_by_hand.hpp"
#include "gaussians_by_hand.hpp"
#include "model/conditional.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

template <typename Number = double>
std::vector<Number> draw(std::size_t n) {
  std::mt19937 bits(2);
  std::normal_distribution<double> normal;
  std::vector<Number> values(n);
  for (Number& value : values) {
    value = static_cast<Number>(2 * normal(bits));
  }
  return values;
}

TEST(Model, everything_follows_from_the_log_joint) {
  std::vector<double> values = draw(200 * 3);
  values[7] = std::nan("");
  const Batch rows = Batch::row_major(values.data(), 200, 3);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    std::vector<double> joint(400);
    std::vector<double> evidence(200);
    std::vector<double> log_posterior(400);
    std::vector<double> posterior(400);
    std::vector<std::uint32_t> predicted(200);
    model.log_joint(rows, joint);
    model.log_evidence(rows, evidence);
    model.log_posterior(rows, log_posterior);
    model.posterior(rows, posterior);
    model.predict(rows, predicted);
    for (std::size_t i = 0; i < 200; ++i) {
      EXPECT_NEAR(evidence[i], std::log(std::exp(joint[2 * i]) + std::exp(joint[2 * i + 1])), 1e-12);
      EXPECT_NEAR(posterior[2 * i] + posterior[2 * i + 1], 1, 1e-15);
      EXPECT_EQ(predicted[i], joint[2 * i + 1] > joint[2 * i] ? 1U : 0U);
      for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_NEAR(log_posterior[2 * i + c], joint[2 * i + c] - evidence[i], 1e-11);
        EXPECT_NEAR(posterior[2 * i + c] / std::exp(log_posterior[2 * i + c]), 1, 1e-13);
      }
    }
  }
}

TEST(Model, a_row_without_any_value_has_the_class_prior) {
  const std::vector<double> nothing(3, std::nan(""));
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    std::vector<double> posterior(2);
    model_of(gaussians).posterior(Batch::row_major(nothing.data(), 1, 3), posterior);
    EXPECT_NEAR(posterior[0], 0.25, 1e-15);
    EXPECT_NEAR(posterior[1], 0.75, 1e-15);
  }
}

TEST(Model, floats_give_what_the_same_numbers_give_as_doubles) {
  const std::vector<float> narrow = draw<float>(100 * 3);
  const std::vector<double> wide(narrow.begin(), narrow.end());
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    std::vector<double> from_wide(200);
    std::vector<double> from_narrow(200);
    std::vector<float> to_narrow(200);
    const auto expect_narrow = [&] {
      for (std::size_t i = 0; i < 200; ++i) {
        EXPECT_EQ(to_narrow[i], static_cast<float>(from_wide[i]));
      }
    };
    model.posterior(Batch::row_major(wide.data(), 100, 3), from_wide);
    model.posterior(Batch::row_major(narrow.data(), 100, 3), from_narrow);
    EXPECT_EQ(from_wide, from_narrow);
    model.posterior(Batch::row_major(narrow.data(), 100, 3), to_narrow);
    expect_narrow();
    model.log_posterior(Batch::row_major(wide.data(), 100, 3), from_wide);
    model.log_posterior(Batch::row_major(narrow.data(), 100, 3), to_narrow);
    expect_narrow();
  }
}

TEST(Model, no_rows_are_fine) {
  const Model model = model_of(hand_full());
  const Batch nothing = Batch::row_major(static_cast<const double*>(nullptr), 0, 3);
  model.log_joint(nothing, {});
  model.predict(nothing, {});
}

TEST(Model, a_prior_of_zero_rules_a_class_out_without_nan) {
  std::vector<double> values = draw(50 * 3);
  values[0] = 1e300;
  const Batch rows = Batch::row_major(values.data(), 50, 3);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians, {0, 1});
    std::vector<double> out(100);
    model.log_joint(rows, out);
    for (std::size_t i = 0; i < 50; ++i) {
      ASSERT_EQ(out[2 * i], -INFINITY);
      ASSERT_FALSE(std::isnan(out[2 * i + 1]));
    }
    model.posterior(rows, out);
    for (std::size_t i = 0; i < 50; ++i) {
      ASSERT_EQ(out[2 * i], 0);
      ASSERT_EQ(out[2 * i + 1], 1);
    }
  }
}

TEST(Model, ties_go_to_the_lowest_index) {
  const Schema schema{{"x"}, "y", ""};
  auto conditional = std::make_shared<const Conditional>(GaussianConditional(on_a_line({-1, 1}, 1), schema));
  const Model model(schema, {"a", "b"}, {0.5, 0.5}, std::move(conditional), {}, {});
  const double zero = 0;
  std::vector<std::uint32_t> predicted(1, 9);
  model.predict(Batch::row_major(&zero, 1, 1), predicted);
  EXPECT_EQ(predicted[0], 0U);
}

TEST(Model, decides_by_cost_and_not_at_all) {
  const std::vector<double> values = draw(200 * 3);
  const Batch rows = Batch::row_major(values.data(), 200, 3);
  const Model model = model_of(hand_full());
  std::vector<double> posterior(400);
  std::vector<double> evidence(200);
  model.posterior(rows, posterior);
  model.log_evidence(rows, evidence);
  const Decision decision{.cost = {0, 1, 5, 0}, .reject_below = 0.7, .outliers = model.outlier_bounds(0.02, 3)};
  const double least = model.evidence_quantile(0.02, 3);
  std::vector<std::uint32_t> decided(200);
  model.decide(rows, decision, decided);
  std::size_t rejected = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const double first = posterior[2 * i];
    const bool none = std::max(first, 1 - first) < 0.7 || evidence[i] < least;
    EXPECT_EQ(decided[i], none ? no_decision : 5 * first < 1 - first ? 1U : 0U);
    rejected += none ? 1 : 0;
  }
  EXPECT_GT(rejected, 20U);
  EXPECT_LT(rejected, 180U);
  EXPECT_THROW(model.decide(rows, {.cost = {1}}, decided), Error);
}

TEST(Model, squared_distances_leave_missing_values_out) {
  const std::vector<double> row{0.5, std::nan(""), 2};
  std::vector<double> distances(2);
  model_of(hand_diagonal()).squared_distances(Batch::row_major(row.data(), 1, 3), distances);
  EXPECT_NEAR(distances[0], 0.25 / 2 + 1 / 1.5, 1e-15);
  EXPECT_NEAR(distances[1], 0.25 + 9 / 0.8, 1e-14);
}

TEST(Model, forms_are_there_where_the_posterior_has_them) {
  EXPECT_TRUE(model_of(hand_shared()).is_linear());
  EXPECT_TRUE(model_of(hand_shared()).is_quadratic());
  EXPECT_FALSE(model_of(hand_full()).is_linear());
  EXPECT_TRUE(model_of(hand_full()).is_quadratic());
  const Model students = model_of(with_tail(hand_shared(), Tail::joint_t));
  EXPECT_FALSE(students.is_linear());
  EXPECT_FALSE(students.is_quadratic());
  EXPECT_THROW(static_cast<void>(model_of(hand_full()).linear_form()), Error);
  EXPECT_THROW(static_cast<void>(students.quadratic_form()), Error);
  // The class prior is in the intercepts: at the origin nothing else differs between equal means.
  Gaussians same = hand_shared();
  same.means = {0, 0, 0, 0, 0, 0};
  const LinearForm form = model_of(same).linear_form();
  EXPECT_DOUBLE_EQ(form.intercepts[1] - form.intercepts[0], std::log(3.0));
  const QuadraticForm quadratic = model_of(same).quadratic_form();
  EXPECT_DOUBLE_EQ(quadratic.intercepts[1] - quadratic.intercepts[0], std::log(3.0));
}

TEST(Model, outlier_bounds_of_another_model_are_an_error) {
  const Batch row = Batch::row_major(hand_rows.data(), 1, 3);
  std::vector<std::uint32_t> decided(1);
  const Decision decision{.outliers = model_of(hand_shared()).outlier_bounds(0.5)};
  EXPECT_THROW(model_of(hand_full()).decide(row, decision, decided), Error);
}

EstimateOptions options_by(const std::string& model, Estimator estimator) {
  EstimateOptions options = options_for(model);
  options.estimator = estimator;
  return options;
}

/// (b v), which no class has under mle, and (c t).
struct TwoRows {
  std::vector<std::vector<std::string>> values{{"b", "c"}, {"v", "t"}};
  std::vector<std::uint32_t> codes{0, 0, 1, 1};

  [[nodiscard]] Rows rows() const { return CategoryBatch{codes.data(), 2, 2, values}; }
};

TEST(Model, a_row_that_no_class_can_have_is_impossible_everywhere) {
  const Model model = estimate(hand_values(), options_by("categorical-nb", Estimator::mle));
  const TwoRows rows;
  std::vector<double> numbers(4);
  std::vector<double> evidence(2);
  std::vector<std::uint32_t> decided(2);
  model.log_joint(rows.rows(), numbers);
  EXPECT_EQ(numbers[0], -INFINITY);
  EXPECT_EQ(numbers[1], -INFINITY);
  model.log_posterior(rows.rows(), numbers);
  EXPECT_EQ(numbers, (std::vector<double>{-INFINITY, -INFINITY, -INFINITY, 0}));
  model.posterior(rows.rows(), numbers);
  EXPECT_EQ(numbers, (std::vector<double>{0, 0, 0, 1}));
  model.log_evidence(rows.rows(), evidence);
  EXPECT_EQ(evidence[0], -INFINITY);
  EXPECT_TRUE(std::isfinite(evidence[1]));
  model.predict(rows.rows(), decided);
  EXPECT_EQ(decided, (std::vector<std::uint32_t>{no_decision, 1}));
  model.decide(rows.rows(), {.cost = {0, 1, 1, 0}, .outliers = model.outlier_bounds(0.001)}, decided);
  EXPECT_EQ(decided, (std::vector<std::uint32_t>{no_decision, 1}));
  EXPECT_EQ(model.impossible(rows.rows(), 0),
            "column 'size': no class has the value 'v' with those of the columns before it");
  EXPECT_EQ(model.impossible(rows.rows(), 1), std::nullopt);
  EXPECT_THROW(static_cast<void>(model.impossible(rows.rows(), 2)), Error);
}

TEST(Model, a_class_whose_prior_is_zero_does_not_make_a_row_possible) {
  EstimateOptions options = options_by("categorical-nb", Estimator::mle);
  options.class_prior = GivenPrior{{{"no", 0}, {"yes", 1}}};
  const Model model = estimate(hand_values(), options);
  TwoRows rows;
  rows.values[1] = {"u", "t"};
  EXPECT_EQ(model.impossible(rows.rows(), 0),
            "column 'colour': no class has the value 'b' with those of the columns before it");
}

TEST(Model, families_other_than_gaussian_refuse_what_only_gaussians_have) {
  const Model model = estimate(hand_values(), options_for("categorical-nb"));
  std::vector<double> out(4);
  EXPECT_EQ(model.family(), Family::categorical);
  EXPECT_THROW(model.squared_distances(TwoRows{}.rows(), out), Error);
  EXPECT_THROW(static_cast<void>(model.quadratic_form()), Error);
  EXPECT_FALSE(model.is_quadratic());
  EXPECT_TRUE(model.is_linear());
  EXPECT_DOUBLE_EQ(model.linear_form().intercepts[0], std::log(3.0 / 7));
  EXPECT_EQ(model.strongest(1, 1)[0].value, "c");
  EXPECT_THROW(static_cast<void>(model.strongest(2, 1)), Error);
  EXPECT_EQ(model.explain(TwoRows{}.rows(), 1).contributions[0].value, "c");
  EXPECT_THROW(static_cast<void>(model.explain(TwoRows{}.rows(), 2)), Error);
  EXPECT_THROW(model.log_joint(Batch::row_major(out.data(), 1, 4), out), Error);
}

}  // namespace
}  // namespace suffice
