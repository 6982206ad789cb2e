#include "summary/moments/fourth_moments.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

// Rows (3,0), (−1,2), (−2,−2) have the mean 0; scatter [[14,2],[2,8]], trace 22.
const std::vector<double> rows{3, 0, -1, 2, -2, -2};

struct Sums {
  std::vector<double> third = std::vector<double>(2);
  double fourth = 0;
};

Sums sums_about(const std::vector<double>& centre) {
  Sums sums;
  for (std::size_t i = 0; i < 3; ++i) {
    add_fourth(Batch::row_major(rows.data(), 3, 2), i, centre.data(), sums.third.data(), sums.fourth);
  }
  return sums;
}

TEST(AddFourth, adds_powers_of_lengths) {
  const Sums sums = sums_about({0, 0});
  EXPECT_EQ(sums.third, (std::vector<double>{9 * 3 - 5 - 8 * 2, 5 * 2 - 8 * 2}));
  EXPECT_EQ(sums.fourth, 81 + 25 + 64);
}

TEST(AddFourth, weighs_rows_and_reads_floats_of_any_stride) {
  const std::vector<float> floats{3, 9, 4};
  const std::vector<double> weights{2};
  const std::vector<double> shift{1, 1};
  Sums sums;
  add_fourth({floats.data(), 1, 2, 3, 2, weights}, 0, shift.data(), sums.third.data(), sums.fourth);
  EXPECT_EQ(sums.third, (std::vector<double>{2 * 13 * 2, 2 * 13 * 3}));
  EXPECT_EQ(sums.fourth, 2 * 13 * 13);
}

TEST(MoveFourth, agrees_with_rows_about_the_other_centre_both_ways) {
  const std::vector<double> delta{1, -2};
  const std::vector<double> product{14 - 4, 2 - 16};
  const MeanStep step{3, 22, delta, product};
  const Sums expected = sums_about({-1, 2});  // mean − δ
  Sums moved = sums_about({0, 0});
  move_from_mean(step, moved.third.data(), moved.fourth);
  EXPECT_EQ(moved.third, expected.third);
  EXPECT_EQ(moved.fourth, expected.fourth);
  move_to_mean(step, moved.third.data(), moved.fourth);
  EXPECT_EQ(moved.third, sums_about({0, 0}).third);
  EXPECT_EQ(moved.fourth, sums_about({0, 0}).fourth);
}

}  // namespace
}  // namespace suffice
