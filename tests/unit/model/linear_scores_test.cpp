#include "model/moments/linear_scores.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"

namespace suffice {
namespace {

TEST(LinearScores, knows_when_classes_are_spread_out) {
  EXPECT_FALSE(LinearScores(on_a_line({0, 3, 100}, 2), 1).spread_out());
  EXPECT_TRUE(LinearScores(on_a_line({0, 3, 0x1p30}, 2), 1).spread_out());
  EXPECT_TRUE(LinearScores(on_a_line({0, 3, 1e200}, 2), 1).spread_out());
  EXPECT_EQ(LinearScores(on_a_line({1, 3}, 2), 1).centre(), std::vector<double>{2});
}

TEST(LinearScores, are_what_is_linear_of_the_log_joint) {
  // Classes at 1 and 3 with variance 2: m = 2, β = ∓½, γ = −¼.
  const LinearScores linear(on_a_line({1, 3}, 2), 1);
  const std::vector<double> log_prior{-1, -INFINITY};
  const double x = 6;
  Panel panel;
  std::vector<PanelColumn> out(2);
  pack_panel(Batch::row_major(&x, 1, 1), panel_layout(std::vector<std::size_t>{0}, linear.centre()), panel);
  linear.apply(panel, std::vector<double>{-1, 5}, out);
  EXPECT_DOUBLE_EQ(out[0][0], -0.5 * 4 - 0.25 - 1);
  EXPECT_DOUBLE_EQ(out[1][0], 0.5 * 4 - 0.25 + 5);
  linear.apply(panel, log_prior, out);
  EXPECT_EQ(out[1][0], -INFINITY);
}

TEST(LinearScores, a_row_that_overflows_is_rescued_without_changing_its_neighbours) {
  const LinearScores linear(on_a_line({-1e10, 1e10}, 1e20), 1);
  const LinearScores steep(on_a_line({-1e-10, 1e-10}, 1e-20), 1);
  const std::vector<double> rows{1, 1.5e308, -1.5e308};
  Panel panel;
  std::vector<PanelColumn> out(2);
  pack_panel(Batch::row_major(rows.data(), 3, 1), panel_layout(std::vector<std::size_t>{0}, {0.0}), panel);
  EXPECT_FALSE(panel.moderate);
  steep.apply(panel, std::vector<double>{0, 0}, out);
  EXPECT_DOUBLE_EQ(out[1][1], -0.5);
  EXPECT_EQ(out[0][1], -INFINITY);
  EXPECT_DOUBLE_EQ(out[0][2], -0.5);
  EXPECT_EQ(out[1][2], -INFINITY);
  EXPECT_DOUBLE_EQ(out[1][0] - out[0][0], 2e10);
  linear.apply(panel, std::vector<double>{0, 0}, out);
  EXPECT_DOUBLE_EQ(out[1][1], 1.5e298);
}

}  // namespace
}  // namespace suffice
