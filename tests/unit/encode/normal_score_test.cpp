#include "encode/normal_score.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(ScoreTable, is_linear_between_knots_and_held_beyond_them) {
  const ScoreTable table({{1, 2, 4}, {-1, 0, 1}});
  std::vector<double> x = {0, 1, 1.5, 2, 3, 4, 9, NAN, HUGE_VAL, -HUGE_VAL};
  std::vector<double> slopes(x.size());
  table.add_log_slopes(x.data(), 8, slopes.data());
  EXPECT_DOUBLE_EQ(slopes[0], -1);
  EXPECT_DOUBLE_EQ(slopes[2], 0);
  EXPECT_DOUBLE_EQ(slopes[3], std::log(0.5));
  EXPECT_DOUBLE_EQ(slopes[6], std::log(0.5) - 2.5);
  EXPECT_EQ(slopes[7], 0);
  table.apply(x.data(), x.size());
  EXPECT_TRUE(std::isnan(x[7]));
  x[7] = 0;
  EXPECT_EQ(x, (std::vector<double>{-1, -1, -0.5, 0, 0.5, 1, 1, 0, HUGE_VAL, -HUGE_VAL}));
  for (const double z : {-1.0, -0.3, 0.0, 0.7, 1.0}) {
    double back = table.inverse(z);
    table.apply(&back, 1);
    EXPECT_NEAR(back, z, 1e-15);
  }
  EXPECT_EQ(table.inverse(5), 4);
  EXPECT_EQ(table.inverse(-5), 1);
}

}  // namespace
}  // namespace suffice
