#include "model/moments/full_gaussian.hpp"

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"

namespace suffice {
namespace {

TEST(FullGaussian, distances_are_under_the_covariance_of_each_class_wherever_rows_are_centred) {
  for (const std::vector<double>& centre : {std::vector<double>{0, 0, 0}, std::vector<double>{4, -2, 1}}) {
    const FullGaussian density(std::make_shared<const Gaussians>(hand_full()), centre);
    Panel panel;
    std::vector<PanelColumn> out(2);
    pack_panel(Batch::row_major(hand_rows.data(), 2, 3), panel_layout(std::vector<std::size_t>{0, 1, 2}, centre),
               panel);
    density.squared_distances(panel, out);
    // numpy: (x−μ) · solve(Σ, x−μ)
    EXPECT_NEAR(out[0][0], 1.8100208768267225, 1e-13);
    EXPECT_NEAR(out[1][0], 32.86870503597122, 1e-13);
    EXPECT_NEAR(out[0][1], 7.130480167014613, 1e-13);
    EXPECT_NEAR(out[1][1], 4.5503597122302155, 1e-13);
  }
}

}  // namespace
}  // namespace suffice
