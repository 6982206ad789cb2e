#include "model/outlier_bounds.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"

namespace suffice {
namespace {

std::shared_ptr<const Conditional> conditional_of(Gaussians gaussians, std::vector<std::string> features) {
  return std::make_shared<const Conditional>(GaussianConditional(std::move(gaussians), {std::move(features), "y", ""}));
}

TEST(Quantile, is_the_value_below_which_the_share_lies) {
  const std::vector<double> values{3, 1, 4, 0, 2};
  EXPECT_EQ(quantile(values, 0), 0);
  EXPECT_EQ(quantile(values, 0.19), 0);
  EXPECT_EQ(quantile(values, 0.2), 1);
  EXPECT_EQ(quantile(values, 0.5), 2);
  EXPECT_EQ(quantile(values, 1), 4);
}

TEST(OutlierBounds, are_quantiles_of_the_draws_with_the_same_values_missing) {
  const std::vector<double> log_prior{std::log(0.25), std::log(0.75)};
  const std::vector<double> draws{0, 0, 1, 1, 2, -1, 9, 0, 9};
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const auto conditional = conditional_of(gaussians, {"a", "b", "c"});
    const Density* density = &std::get<GaussianConditional>(conditional->variant()).density();
    const OutlierBounds bounds(conditional, log_prior, 0.4, -7.5, SampledRows({draws, {0, 0, 0}}, 3));
    EXPECT_EQ(bounds.least(*density), -7.5);
    const Density part = density->marginal(std::vector<std::size_t>{0, 2});
    const std::vector<double> scores = log_densities(part, draws);
    std::vector<double> evidence;
    for (std::size_t i = 0; i < 3; ++i) {
      evidence.push_back(std::log(0.25 * std::exp(scores[2 * i]) + 0.75 * std::exp(scores[2 * i + 1])));
    }
    EXPECT_NEAR(bounds.least(part), quantile(evidence, 0.4), 1e-12);
    EXPECT_EQ(bounds.least(part), bounds.least(density->marginal(std::vector<std::size_t>{0, 2})));
    EXPECT_NE(bounds.least(part), bounds.least(density->marginal(std::vector<std::size_t>{0, 1})));
    EXPECT_NEAR(bounds.least(density->marginal({})), 0, 1e-15);
  }
}

TEST(OutlierBounds, belong_to_one_conditional) {
  const auto conditional = conditional_of(hand_full(), {"a", "b", "c"});
  const OutlierBounds bounds(conditional, {0, 0}, 0.4, 0, SampledRows({{0, 0, 0}, {0}}, 3));
  EXPECT_TRUE(bounds.is_of(*conditional));
  EXPECT_FALSE(bounds.is_of(*conditional_of(hand_full(), {"a", "b", "c"})));
}

TEST(OutlierBounds, of_other_families_follow_the_columns_that_are_missing) {
  const Schema schema{{"a", "b"}, "y", ""};
  const auto conditional =
      std::make_shared<const Conditional>(AmountConditional({Family::exponential, false, 1, {1, 2}, {}}, schema));
  const OutlierBounds bounds(conditional, {0}, 0.5, -9, SampledRows({{1, 5, 2, 5, 3, 5}, {0, 0, 0}}, 2));
  EXPECT_EQ(bounds.least(std::vector<std::size_t>{}), -9);
  EXPECT_DOUBLE_EQ(bounds.least(std::vector<std::size_t>{1}), -2);
  EXPECT_DOUBLE_EQ(bounds.least(std::vector<std::size_t>{0}), std::log(2.0) - 10);
  EXPECT_EQ(bounds.least(std::vector<std::size_t>{0, 1}), 0);
}

TEST(MissingColumns, of_any_rows) {
  using Columns = std::vector<std::size_t>;
  const std::vector<double> values{1, std::nan(""), 2, 3};
  EXPECT_EQ(missing_columns(Batch::row_major(values.data(), 2, 2), 0), Columns{1});
  EXPECT_EQ(missing_columns(Batch::row_major(values.data(), 2, 2), 1), Columns{});
  const std::vector<std::uint64_t> offsets{0, 2};
  const std::vector<std::uint32_t> indices{3, 7};
  EXPECT_EQ(missing_columns(SparseBatch{values.data(), offsets, indices, 9}, 0), Columns{7});
  const std::vector<std::uint32_t> codes{missing_category, 0};
  const std::vector<std::vector<std::string>> dictionaries{{"a"}, {"b"}};
  EXPECT_EQ(missing_columns(CategoryBatch{codes.data(), 1, 2, dictionaries}, 0), Columns{0});
  const std::vector<std::string_view> documents{""};
  EXPECT_EQ(missing_columns(TextBatch{documents}, 0), Columns{});
}

TEST(OutlierBounds, forget_and_find_again_the_same) {
  const std::size_t d = 11;  // 2¹¹ − 1 patterns, more than are remembered
  Gaussians gaussians;
  gaussians.diagonal = true;
  gaussians.means.assign(d, 0);
  gaussians.spread = {1};
  for (std::size_t k = 0; k < d; ++k) {
    gaussians.columns.push_back(k);
    gaussians.variances.push_back(1 + static_cast<double>(k));
  }
  const auto conditional = conditional_of(gaussians, std::vector<std::string>(d, "x"));
  const Density* density = &std::get<GaussianConditional>(conditional->variant()).density();
  const OutlierBounds bounds(conditional, {0}, 0.5, 0, SampledRows({std::vector<double>(2 * d, 1.0), {0, 0}}, d));
  const auto find_all = [&] {
    std::vector<double> found;
    for (std::size_t pattern = 0; pattern + 1 < (1U << d); ++pattern) {
      std::vector<std::size_t> kept;
      for (std::size_t k = 0; k < d; ++k) {
        if ((pattern >> k & 1U) != 0) {
          kept.push_back(k);
        }
      }
      found.push_back(bounds.least(density->marginal(kept)));
    }
    return found;
  };
  EXPECT_EQ(find_all(), find_all());
}

}  // namespace
}  // namespace suffice
