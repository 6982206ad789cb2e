// Forms and explanations of several readings side by side.
#include "model/joined_readings.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Numbers = std::vector<double>;

TEST(JoinedReadings, LinearFormsStandSideBySide) {
  LinearForm whole;
  append(LinearForm{{1, 2}, {3, 4}, {"x"}}, 1, 2, whole);
  append(LinearForm{{10, 20, 30, 40}, {5, 6}, {"y", "z"}}, 0.5, 2, whole);
  EXPECT_EQ(whole.names, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(whole.coefficients, (Numbers{1, 5, 10, 2, 15, 20}));
  EXPECT_EQ(whole.intercepts, (Numbers{5.5, 7}));
}

TEST(JoinedReadings, MatricesOfQuadraticFormsAreBlocksOnTheDiagonal) {
  QuadraticForm whole;
  append(QuadraticForm{{1}, {2}, {3}, {"x"}}, 2, 1, whole);
  append(QuadraticForm{{4}, {5}, {6}, {"y"}}, 1, 1, whole);
  EXPECT_EQ(whole.matrices, (Numbers{2, 0, 0, 4}));
  EXPECT_EQ(whole.coefficients, (Numbers{4, 5}));
  EXPECT_EQ(whole.intercepts, (Numbers{12}));
}

TEST(JoinedReadings, ASecondOpinionIsAddedToWhatWasSaidOfTheColumn) {
  Explanation whole{{}, {0, 0}, {}};
  append(Explanation{{{"x", "1", {1, 2}}}, {1, 1}, {}}, 1, false, whole);
  append(Explanation{{{"x", "1", {4, 8}}, {"y", "2", {6, -INFINITY}}}, {2, 2}, {}}, 0.5, true, whole);
  ASSERT_EQ(whole.contributions.size(), 2U);
  EXPECT_EQ(whole.contributions[0].scores, (Numbers{3, 6}));
  EXPECT_EQ(whole.base, (Numbers{2, 2}));
  EXPECT_EQ(sum_of(whole), (Numbers{8, -INFINITY}));
}

}  // namespace
}  // namespace suffice
