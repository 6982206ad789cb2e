#include "model/outlier_bounds.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"
#include "model/row_values.hpp"
#include "small_sums.hpp"

namespace suffice {
namespace {

std::shared_ptr<const ModelParts> parts_of(Gaussians gaussians, std::vector<double> prior,
                                           std::vector<std::string> features) {
  const Schema schema = schema_of(Kind::measurements, std::move(features));
  const auto reading = std::make_shared<const Conditional>(GaussianConditional(std::move(gaussians), schema.blocks[0]));
  return std::make_shared<const ModelParts>(schema, std::move(prior),
                                            std::vector<std::shared_ptr<const Conditional>>{reading});
}

/// Rows of numbers, row-major, as if drawn.
SampledRows drawn(const std::vector<double>& values, const Schema& schema) {
  const std::size_t d = schema.blocks[0].features.size();
  Sample sample{std::vector<std::uint32_t>(values.size() / d), {}};
  for (std::size_t j = 0; j < d; ++j) {
    std::vector<double> column;
    for (std::size_t i = j; i < values.size(); i += d) {
      column.push_back(values[i]);
    }
    sample.columns.emplace_back(std::move(column));
  }
  return {sample, schema};
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
  const std::vector<double> draws{0, 0, 1, 1, 2, -1, 9, 0, 9};
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const auto parts = parts_of(gaussians, {0.25, 0.75}, {"a", "b", "c"});
    const OutlierBounds bounds(parts, 0.4, 0, -7.5, drawn(draws, parts->schema));
    EXPECT_EQ(bounds.bound({}), -7.5);
    const Density part = Density(gaussians, 3).marginal(std::vector<std::size_t>{0, 2});
    const std::vector<double> scores = log_densities(part, draws);
    std::vector<double> evidence;
    for (std::size_t i = 0; i < 3; ++i) {
      evidence.push_back(std::log(0.25 * std::exp(scores[2 * i]) + 0.75 * std::exp(scores[2 * i + 1])));
    }
    const double bound = bounds.bound({.missing = {1}});
    EXPECT_NEAR(bound, quantile(evidence, 0.4), 1e-12);
    EXPECT_EQ(bounds.bound({.missing = {1}}), bound);
    EXPECT_NE(bounds.bound({.missing = {2}}), bound);
    EXPECT_NEAR(bounds.bound({.missing = {0, 1, 2}}), 0, 1e-15);
  }
}

TEST(OutlierBounds, belong_to_one_model) {
  const auto parts = parts_of(hand_full(), {0.5, 0.5}, {"a", "b", "c"});
  const OutlierBounds bounds(parts, 0.4, 0, 0, drawn({0, 0, 0}, parts->schema));
  EXPECT_TRUE(bounds.is_of(*parts));
  EXPECT_FALSE(bounds.is_of(*parts_of(hand_full(), {0.5, 0.5}, {"a", "b", "c"})));
}

TEST(OutlierBounds, of_other_families_follow_the_columns_that_are_missing) {
  const Schema schema = schema_of(Kind::amounts, {"a", "b"});
  const auto conditional = std::make_shared<const Conditional>(
      AmountConditional({AmountFamily::exponential, false, 1, {1, 2}, {}}, schema.blocks[0]));
  const auto parts = std::make_shared<const ModelParts>(schema, std::vector<double>{1},
                                                        std::vector<std::shared_ptr<const Conditional>>{conditional});
  const OutlierBounds bounds(parts, 0.5, 0, -9, drawn({1, 5, 2, 5, 3, 5}, schema));
  EXPECT_EQ(bounds.bound({}), -9);
  EXPECT_DOUBLE_EQ(bounds.bound({.missing = {1}}), -2);
  EXPECT_DOUBLE_EQ(bounds.bound({.missing = {0}}), std::log(2.0) - 10);
  EXPECT_EQ(bounds.bound({.missing = {0, 1}}), 0);
}

TEST(LengthBuckets, hold_documents_of_similar_length) {
  EXPECT_EQ(length_bucket(0), -1);
  EXPECT_EQ(bucket_lengths(-1).most, 0);
  for (double terms = 1; terms < 5000; ++terms) {
    const LengthRange range = bucket_lengths(length_bucket(terms));
    EXPECT_LE(range.least, terms);
    EXPECT_GE(range.most, terms);
    EXPECT_LT(range.most / range.least, 1.4143);
    EXPECT_EQ(length_bucket(range.least), length_bucket(terms));
    EXPECT_EQ(length_bucket(range.most), length_bucket(terms));
  }
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
  const std::vector<std::string> a{"a"};
  const std::vector<Texts> dictionaries{a, a};
  EXPECT_EQ(missing_columns(CategoryBatch{codes.data(), 1, 2, dictionaries}, 0), Columns{0});
  const std::vector<std::string_view> documents{""};
  EXPECT_EQ(missing_columns(TextBatch{Texts(documents)}, 0), Columns{});
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
  std::vector<std::string> features;
  for (std::size_t k = 0; k < d; ++k) {
    features.push_back(std::to_string(k));
  }
  const auto parts = parts_of(gaussians, {1}, features);
  const OutlierBounds bounds(parts, 0.5, 0, 0, drawn(std::vector<double>(2 * d, 1.0), parts->schema));
  const auto find_all = [&] {
    std::vector<double> found;
    for (std::size_t pattern = 0; pattern + 1 < (1U << d); ++pattern) {
      std::vector<std::size_t> missing;
      for (std::size_t k = 0; k < d; ++k) {
        if ((pattern >> k & 1U) == 0) {
          missing.push_back(k);
        }
      }
      found.push_back(bounds.bound({.missing = missing}));
    }
    return found;
  };
  EXPECT_EQ(find_all(), find_all());
}

}  // namespace
}  // namespace suffice
