// The laws of the choice of a model: it depends on the rows alone, and takes what loses least.
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "fit/choice/choose_model.hpp"
#include "fit/met_values.hpp"
#include "unit/mixed_sample.hpp"

namespace suffice {
namespace {

FitPlan choose(const MixedSample& sample, unsigned threads = 1) {
  return decided(mixed_plan(), sample.table(), sample.labels(), {.threads = threads});
}

TEST(ChoiceLaw, neither_threads_nor_the_order_of_rows_matter) {
  const MixedSample sample = mixed_sample(80);
  const FitPlan plan = choose(sample);
  for (const FitPlan& other : {choose(sample, 2), choose(sample.reversed())}) {
    EXPECT_EQ(other.schema, plan.schema);
    EXPECT_EQ(other.options, plan.options);
    ASSERT_EQ(other.ranking.models.size(), plan.ranking.models.size());
    EXPECT_EQ(other.ranking.models.front().name, plan.ranking.models.front().name);
    EXPECT_NEAR(other.ranking.models.front().log_loss, plan.ranking.models.front().log_loss, 1e-9);
  }
  EXPECT_EQ(choose(sample, 2).ranking, plan.ranking);
}

TEST(ChoiceLaw, pools_ways_of_reading_that_err_otherwise) {
  // What the numbers say together is linear and too fine for bins; the colour says it by the sign of a number.
  MixedSample sample;
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < 300; ++i) {
    const auto label = static_cast<std::uint32_t>(i % 2);
    const double weight = normal(random);
    const auto colour = static_cast<std::uint32_t>((weight > 0) == (label == 1) ? 2 : 0);
    sample.add(4 * weight + normal(random) + 2 * label, weight, random() % 3 == 0 ? 1 : colour, label);
  }
  const FitPlan plan = choose(sample);
  EXPECT_NE(plan.ranking.models.front().name.find(", with "), std::string::npos) << plan.ranking.models.front().name;
  EXPECT_TRUE(plan.options.readings.back().pooled());
  EXPECT_FALSE(plan.options.readings.front().pooled());
  const FitPlan without = decided(mixed_plan({.parts = {.pools = false}}), sample.table(), sample.labels(), {});
  EXPECT_GT(without.ranking.models.front().log_loss, plan.ranking.models.front().log_loss);
  for (const RankedModel& model : without.ranking.models) {
    EXPECT_EQ(model.name.find(", with "), std::string::npos) << model.name;
  }
}

TEST(ChoiceLaw, a_table_is_read_in_the_order_of_the_model_that_is_chosen) {
  // The colour says the class together with the sign of a number: one dependence, over categories first.
  MixedSample sample;
  std::mt19937 random(8);
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < 300; ++i) {
    const auto label = static_cast<std::uint32_t>(i % 2);
    const double weight = normal(random);
    sample.add(normal(random), weight, (weight > 0) == (label == 1) ? 2U : 0U, label);
  }
  FitPlan made = choose(sample);
  ASSERT_NE(columns_of(made.schema), columns_of(mixed_plan().schema));
  MetValues met(mixed_plan().schema);
  met.add(sample.table());
  know_values(met.values(), made.schema);
  const FitResult result = fit(sample.table(), sample.labels(), mixed_plan(), {.threads = 1});
  EXPECT_EQ(result.stored.summary.schema, made.schema);
  ASSERT_TRUE(result.leave_one_out);
  EXPECT_GT(result.leave_one_out->accuracy.value, 0.9);
}

}  // namespace
}  // namespace suffice
