#include "model/contamination.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "math/special/log_zero.hpp"

namespace suffice {
namespace {

const std::array<double, 2> log_prior{std::log(0.75), std::log(0.25)};

TEST(Contamination, mixes_the_posterior_with_the_prior) {
  std::array<double, 2> row{std::log(0.3), std::log(0.7)};
  Contamination(0.1, log_prior).apply(row);
  EXPECT_NEAR(std::exp(row[0]), 0.9 * 0.3 + 0.1 * 0.75, 1e-15);
  EXPECT_NEAR(std::exp(row[1]), 0.9 * 0.7 + 0.1 * 0.25, 1e-15);
  std::array<double, 2> sure{0, log_zero};
  Contamination(0.1, std::array<double, 2>{0, 0}).apply(sure);
  EXPECT_NEAR(std::exp(sure[1]), 0.05, 1e-15);
}

TEST(Contamination, of_none_nothing_is_changed) {
  const Contamination none(0, log_prior);
  EXPECT_TRUE(none.is_none());
  std::array<double, 2> row{-1.25, -0.5};
  none.apply(row);
  EXPECT_EQ(row[0], -1.25);
  EXPECT_EQ(row[1], -0.5);
}

TEST(Contamination, of_a_row_that_no_class_can_have_there_is_none) {
  std::array<double, 2> row{log_zero, log_zero};
  Contamination(0.5, log_prior).apply(row);
  EXPECT_EQ(row[0], log_zero);
  EXPECT_EQ(row[1], log_zero);
}

TEST(Contamination, a_class_of_prior_0_gets_nothing) {
  std::array<double, 2> row{0, log_zero};
  Contamination(0.5, std::array<double, 2>{0, log_zero}).apply(row);
  EXPECT_NEAR(row[0], 0, 1e-15);
  EXPECT_EQ(row[1], log_zero);
}

TEST(Contamination, panels_of_posteriors_and_of_their_logs_agree) {
  std::array<PanelColumn, 2> posterior{};
  std::array<PanelColumn, 2> logs{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 2; ++c) {
      posterior[c][r] = r == 2 ? 0 : r == c ? 1 : 0;  // no class can have the last row
      logs[c][r] = std::log(posterior[c][r]);
    }
  }
  const Contamination contamination(0.1, log_prior);
  contamination.apply_to_posterior(posterior, 3);
  contamination.apply_to_log_posterior(logs, 3);
  EXPECT_NEAR(posterior[0][0], 0.975, 1e-15);
  EXPECT_NEAR(posterior[1][0], 0.025, 1e-15);
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(std::exp(logs[c][r]), posterior[c][r], 1e-15);
  }
  EXPECT_EQ(posterior[0][2], 0);
}

}  // namespace
}  // namespace suffice
