#include "fit/comparison/split_losses.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(SplitLosses, means_are_over_test_rows) {
  const MeanInterval mean = interval_of(std::vector{1.0, 4.0}, std::vector{2.0, 1.0}, 0.25);
  EXPECT_DOUBLE_EQ(mean.mean, 2);
}

TEST(SplitLosses, rounding_is_no_difference) {
  const ModelLosses first{.log_loss = {0.3, 0.5}, .error = {}, .problems = {}};
  const ModelLosses second{.log_loss = {0.3 + 1e-16, 0.25}, .error = {}, .problems = {}};
  EXPECT_EQ(log_loss_differences(first, second), (std::vector{0, 0.25}));
}

// Splits differ by far more than the models do on each of them.
CurveLosses curve_at(std::size_t rows, double lead, double spread = 0.01) {
  CurveLosses at{.rows = rows, .models = {{}, {}}, .weights = {}, .test_share = 0.25};
  for (std::size_t k = 0; k < 10; ++k) {
    const auto hardness = static_cast<double>(k);
    at.models[0].log_loss.push_back(hardness);
    at.models[1].log_loss.push_back(hardness + lead + (k % 2 == 0 ? spread : -spread));
    at.weights.push_back(1);
  }
  return at;
}

TEST(SplitLosses, who_overtakes_is_told_by_differences_on_the_same_splits) {
  const std::vector curve{curve_at(10, 0.1), curve_at(20, 0.05), curve_at(50, -0.001), curve_at(100, -0.1)};
  for (const auto& [first, second] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, 0}}) {
    const std::optional<Overtaking> found = overtaking(curve, first, second);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->leads_from, 50U);
    EXPECT_EQ(found->other_led_at, 20U);
  }
}

TEST(SplitLosses, a_lead_within_its_interval_is_none) {
  const std::vector curve{curve_at(10, 0.1), curve_at(20, 0.001), curve_at(50, -0.1)};
  ASSERT_TRUE(overtaking(curve, 0, 1));
  EXPECT_EQ(overtaking(curve, 0, 1)->other_led_at, 10U);
  EXPECT_EQ(overtaking(curve, 0, 1)->leads_from, 50U);
}

TEST(SplitLosses, noise_overtakes_nothing) {
  EXPECT_FALSE(overtaking({}, 0, 1));
  EXPECT_FALSE(overtaking(std::vector{curve_at(10, -0.1), curve_at(20, -0.2)}, 0, 1));
  EXPECT_FALSE(overtaking(std::vector{curve_at(10, 0.001), curve_at(20, -0.2)}, 0, 1));  // no lead before
  EXPECT_FALSE(overtaking(std::vector{curve_at(10, 0.1), curve_at(20, -0.001)}, 0, 1));  // none at the end
}

}  // namespace
}  // namespace suffice
