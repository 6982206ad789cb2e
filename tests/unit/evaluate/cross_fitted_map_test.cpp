#include "evaluate/calibration/cross_fitted_map.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "math/special/random.hpp"

namespace suffice {
namespace {

ClassCounts two_classes(std::uint64_t rows) {
  const auto weight = static_cast<double>(rows / 2);
  return {.labels = {"a", "b"}, .rows = {rows / 2, rows / 2}, .weight = {weight, weight}};
}

Options one_reading() { return {.readings = {{.options = GaussianOptions{}}}}; }

// Ratios that say nothing: a map of the same rows would lose less than the prior does.
TEST(CrossFittedMap, learns_nothing_from_the_rows_that_it_is_measured_on) {
  CrossFittedMap map(two_classes(200), one_reading());
  Random random(3);
  for (std::uint64_t i = 0; i < 200; ++i) {
    map.add({.log_ratio = random.normal(), .label = static_cast<std::uint32_t>(i % 2), .hash = random.below(~0ULL)});
  }
  const LeaveOneOut found = map.totals().result();
  EXPECT_EQ(found.rows, 200U);
  EXPECT_GT(found.log_loss, std::numbers::ln2);
}

TEST(CrossFittedMap, mends_log_odds_that_are_too_large) {
  CrossFittedMap map(two_classes(2000), one_reading());
  LeftOutTotals plain;
  Random random(4);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const auto label = static_cast<std::uint32_t>(i % 2);
    const double ratio = 10 * (random.normal() + (label == 1 ? 0.5 : -0.5));
    const double own = label == 1 ? ratio : -ratio;
    const LeftOutRow row{-std::log1p(std::exp(-own)), own > 0};
    plain.add(row, 1);
    map.add({.log_ratio = ratio, .plain = row, .label = label, .hash = random.below(~0ULL)});
  }
  EXPECT_LT(map.totals().result().log_loss, 0.7);
  EXPECT_GT(plain.result().log_loss, 1);
  EXPECT_NEAR(map.totals().result().accuracy.value, plain.result().accuracy.value, 0.02);
}

TEST(CrossFittedMap, leaves_rows_as_they_are_that_have_no_ratio) {
  CrossFittedMap map(two_classes(20), one_reading());
  for (std::uint64_t i = 0; i < 20; ++i) {
    map.add({.log_ratio = std::nan(""), .plain = {-0.25, true}, .label = static_cast<std::uint32_t>(i % 2), .hash = i});
  }
  EXPECT_DOUBLE_EQ(map.totals().result().log_loss, 0.25);
}

}  // namespace
}  // namespace suffice
