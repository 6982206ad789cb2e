#include "model/moments/shared_gaussian.hpp"

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"

namespace suffice {
namespace {

std::vector<double> distances(const Gaussians& gaussians, const std::vector<double>& rows, std::size_t features) {
  const LinearScores linear(gaussians, features);
  const SharedGaussian density(std::make_shared<const Gaussians>(gaussians), linear);
  const std::vector<double> centre = linear.spread_out() ? std::vector<double>(features) : linear.centre();
  Panel panel;
  std::vector<PanelColumn> out(gaussians.spread.size());
  pack_panel(Batch::row_major(rows.data(), rows.size() / features, features), panel_layout(gaussians.columns, centre),
             panel);
  density.squared_distances(panel, out);
  std::vector<double> result(rows.size() / features * out.size());
  unpack_panel(out, rows.size() / features, result.data());
  return result;
}

TEST(SharedGaussian, distances_are_under_one_covariance) {
  const std::vector<double> out = distances(hand_shared(), hand_rows, 3);
  // The log densities of scipy's multivariate_normal differ by half of it.
  EXPECT_NEAR(out[0], 1.8100208768267225, 1e-13);
  EXPECT_NEAR(out[1] - out[0], 2 * (9.701857945734389 - 4.098517653458818), 1e-13);
  EXPECT_NEAR(out[2], 7.130480167014613, 1e-13);
}

TEST(SharedGaussian, where_classes_are_spread_out_the_near_distances_are_exact) {
  const std::vector<double> rows{1.25, 0x1p30 + 1};
  const std::vector<double> out = distances(on_a_line({0, 3, 0x1p30, 0x1p30 + 4}, 1), rows, 1);
  EXPECT_DOUBLE_EQ(out[0], 1.25 * 1.25);
  EXPECT_DOUBLE_EQ(out[1], 1.75 * 1.75);
  EXPECT_NEAR(out[2] / 0x1p60, 1, 1e-8);
  EXPECT_DOUBLE_EQ(out[6], 1);
  EXPECT_DOUBLE_EQ(out[7], 9);
}

TEST(SharedGaussian, under_students_t_every_distance_is_exact) {
  Gaussians gaussians = on_a_line({0, 3, 0x1p30}, 1);
  gaussians.tail = Tail::joint_t;
  gaussians.degrees.assign(3, 5);
  const std::vector<double> out = distances(gaussians, {100}, 1);
  EXPECT_DOUBLE_EQ(out[0], 10000);
  EXPECT_DOUBLE_EQ(out[1], 97 * 97);
}

}  // namespace
}  // namespace suffice
