#include "model/moments/diagonal_gaussian.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"

namespace suffice {
namespace {

// Rows (0.5, −1, 2) and means (0, 0, 1) and (1, 2, −1), whatever is subtracted from both.
class DiagonalGaussianTest : public testing::TestWithParam<double> {
 protected:
  std::vector<double> centre_ = std::vector<double>(3, GetParam());
  Panel panel_;
  std::vector<PanelColumn> out_ = std::vector<PanelColumn>(2);

  void SetUp() override {
    pack_panel(Batch::row_major(hand_rows.data(), 1, 3), panel_layout(std::vector<std::size_t>{0, 1, 2}, centre_),
               panel_);
  }
};

TEST_P(DiagonalGaussianTest, distances_are_sums_over_columns) {
  DiagonalGaussian(hand_diagonal(), centre_).squared_distances(panel_, out_);
  EXPECT_NEAR(out_[0][0], 0.25 / 2 + 1 + 1 / 1.5, 1e-14);
  EXPECT_NEAR(out_[1][0], 0.25 + 9 / 2.0 + 9 / 0.8, 1e-14);
  DiagonalGaussian(hand_shared_diagonal(), centre_).squared_distances(panel_, out_);
  EXPECT_NEAR(out_[1][0], 0.25 / 2 + 9 + 9 / 1.5, 1e-14);
}

TEST_P(DiagonalGaussianTest, students_t_takes_logarithms_column_by_column) {
  DiagonalGaussian(with_tail(hand_diagonal(), Tail::column_t), centre_).log1p_distances(panel_, out_);
  const double scale = 1.5 * 7;
  EXPECT_NEAR(out_[1][0], std::log1p(0.25 / scale) + std::log1p(9 / (2 * scale)) + std::log1p(9 / (0.8 * scale)),
              1e-14);
}

INSTANTIATE_TEST_SUITE_P(Centres, DiagonalGaussianTest, testing::Values(0.0, 0.25));

}  // namespace
}  // namespace suffice
