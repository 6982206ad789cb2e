#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "categories_by_hand.hpp"
#include "gaussians_by_hand.hpp"
#include "model/conditional.hpp"
#include "model/sampled_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

TEST(Draws, sample_gives_any_part_of_one_endless_sequence) {
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

TEST(Draws, some_of_fishers_axes_are_nothing_to_sample_from) {
  Gaussians gaussians = hand_shared();
  gaussians.reduced = true;
  try {
    static_cast<void>(model_of(gaussians).sample(1, 0));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
  }
}

TEST(Draws, the_evidence_quantile_is_what_that_share_of_rows_falls_below) {
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

TEST(Draws, as_many_rows_are_outliers_with_values_missing_as_without) {
  const double q = 0.1;
  const std::size_t n = 4'000;
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

TEST(Draws, no_row_is_an_outlier_at_quantile_zero_nor_one_without_values_at_any) {
  const Model model = model_of(hand_full());
  EXPECT_EQ(model.outlier_bounds(0), nullptr);
  EXPECT_THROW(static_cast<void>(model.outlier_bounds(-0.5)), Error);
  EXPECT_THROW(static_cast<void>(model.outlier_bounds(std::nan(""))), Error);
  const std::vector<double> nothing(3, std::nan(""));
  std::vector<std::uint32_t> decided(1);
  model.decide(Batch::row_major(nothing.data(), 1, 3), {.outliers = model.outlier_bounds(1)}, decided);
  EXPECT_EQ(decided[0], 1U);
}

TEST(Draws, samples_are_encoded_as_the_schema_says_and_bound_outliers) {
  const Model values = estimate(hand_values(), options_for("categorical-nb"));
  const Sample drawn = values.sample(2000, 3);
  EXPECT_EQ(drawn.categories.size(), 4000U);
  EXPECT_TRUE(drawn.values.empty());
  const Sample part = values.sample(100, 3, 1500);
  EXPECT_TRUE(std::equal(part.categories.begin(), part.categories.end(), drawn.categories.begin() + 3000));
  for (const std::string name : {"poisson-nb", "exponential-nb", "geometric-nb"}) {
    Summary sums = hand_amounts();
    std::get<AmountSums>(sums.sums).fractional.assign(4, 0);
    const Model model = estimate(sums, options_for(name));
    const std::size_t n = 20'000;
    const double q = 0.1;
    const Sample rows = model.sample(n, 2);
    ASSERT_EQ(rows.values.size(), 2 * n);
    const auto share = [&](SampledRows sampled, std::vector<std::size_t> missing) {
      std::vector<std::uint32_t> decided(n);
      sampled.lose(missing);
      model.decide(sampled.rows(), {.outliers = model.outlier_bounds(q, 1)}, decided);
      return static_cast<double>(std::ranges::count(decided, no_decision)) / static_cast<double>(n);
    };
    // Densities of counts have ties: at most the share, and some.
    EXPECT_LE(share(SampledRows(rows, 2), {}), q + 5 * std::sqrt(q * (1.0 / 10'000 + 1.0 / n)));
    EXPECT_GT(share(SampledRows(rows, 2), {}), q / 3);
    EXPECT_LE(share(SampledRows(rows, 2), {1}), q + 5 * std::sqrt(q * (1.0 / 1'000 + 1.0 / n)));
  }
}

}  // namespace
}  // namespace suffice
