#include "suffice/model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

Model model_of(Gaussians gaussians, std::vector<double> prior = {0.25, 0.75}) {
  return {
      {{"a", "b", "c"}, "y", ""}, {"first", "second"}, std::move(prior), make_density(std::move(gaussians), 3), {}, {}};
}

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
  const Model model({{"x"}, "y", ""}, {"a", "b"}, {0.5, 0.5}, make_density(on_a_line({-1, 1}, 1), 1), {}, {});
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

TEST(Model, sample_gives_any_part_of_one_endless_sequence) {
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    const Sample all = model.sample(3000, 7);
    const Sample part = model.sample(600, 7, 900);
    EXPECT_TRUE(std::equal(part.values.begin(), part.values.end(), all.values.begin() + 900 * 3));
    EXPECT_TRUE(std::equal(part.labels.begin(), part.labels.end(), all.labels.begin() + 900));
    EXPECT_NE(model.sample(3000, 8).values, all.values);
    EXPECT_TRUE(model.sample(0, 7).labels.empty());
  }
}

TEST(Model, some_of_fishers_axes_are_nothing_to_sample_from) {
  Gaussians gaussians = hand_shared();
  gaussians.reduced = true;
  try {
    static_cast<void>(model_of(gaussians).sample(1, 0));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
  }
}

TEST(Model, the_evidence_quantile_is_what_that_share_of_rows_falls_below) {
  const Model model = model_of(hand_full());
  const double bound = model.evidence_quantile(0.1, 1);
  const Sample fresh = model.sample(20'000, 2);
  std::vector<double> evidence(20'000);
  model.log_evidence(Batch::row_major(fresh.values.data(), 20'000, 3), evidence);
  const auto below = std::ranges::count_if(evidence, [&](double value) { return value < bound; });
  // Both samples vary: 5 standard errors of their difference.
  EXPECT_NEAR(static_cast<double>(below) / 20'000, 0.1, 5 * std::sqrt(0.09 / 10'000 + 0.09 / 20'000));
  EXPECT_LE(model.evidence_quantile(0, 1), bound);
  EXPECT_GE(model.evidence_quantile(1, 1), bound);
  EXPECT_THROW(static_cast<void>(model.evidence_quantile(1.5)), Error);
}

TEST(Model, as_many_rows_are_outliers_with_values_missing_as_without) {
  const double q = 0.1;
  const std::size_t n = 20'000;
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    const Decision decision{.outliers = model.outlier_bounds(q, 1)};
    Sample drawn = model.sample(n, 2);
    const auto share = [&] {
      std::vector<std::uint32_t> decided(n);
      model.decide(Batch::row_major(drawn.values.data(), n, 3), decision, decided);
      return static_cast<double>(std::ranges::count(decided, no_decision)) / static_cast<double>(n);
    };
    // 5 standard errors, of these rows and of those the bound comes from.
    EXPECT_NEAR(share(), q, 5 * std::sqrt(q * (1 - q) * (1.0 / 10'000 + 1.0 / n)));
    for (std::size_t i = 0; i < n; ++i) {
      drawn.values[3 * i + i % 3] = std::nan("");
      drawn.values[3 * i + i % 2] = std::nan("");
    }
    EXPECT_NEAR(share(), q, 5 * std::sqrt(q * (1 - q) * (1.0 / 1'000 + 1.0 / n)));
  }
}

TEST(Model, no_row_is_an_outlier_at_quantile_zero_nor_one_without_values_at_any) {
  const Model model = model_of(hand_full());
  EXPECT_EQ(model.outlier_bounds(0), nullptr);
  EXPECT_THROW(static_cast<void>(model.outlier_bounds(-0.5)), Error);
  EXPECT_THROW(static_cast<void>(model.outlier_bounds(std::nan(""))), Error);
  const std::vector<double> nothing(3, std::nan(""));
  std::vector<std::uint32_t> decided(1);
  model.decide(Batch::row_major(nothing.data(), 1, 3), {.outliers = model.outlier_bounds(1)}, decided);
  EXPECT_EQ(decided[0], 1U);
}

TEST(Model, outlier_bounds_of_another_model_are_an_error) {
  const Batch row = Batch::row_major(hand_rows.data(), 1, 3);
  std::vector<std::uint32_t> decided(1);
  const Decision decision{.outliers = model_of(hand_shared()).outlier_bounds(0.5)};
  EXPECT_THROW(model_of(hand_full()).decide(row, decision, decided), Error);
}

}  // namespace
}  // namespace suffice
