#include "rival/linear_rows.hpp"

#include <gtest/gtest.h>

#include "rival/rival_problem.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(LinearRows, a_part_is_spread_over_all_rows) {
  const DrawnRows drawn(3200, 2, 2);
  const HeldRows held = spread_rows(drawn.problem, 320);
  EXPECT_EQ(held.classes.size(), 320U);
  EXPECT_EQ(held.values[0], drawn.values[0]);
  EXPECT_EQ(held.values[64], drawn.values[10 * 64]);  // the second stretch of 32 rows is the eleventh
  const LinearProblem part = problem_of(held, drawn.problem);
  EXPECT_EQ(part.rows, 320U);
  EXPECT_EQ(part.weight, 320);
}

TEST(LinearRows, scales_are_those_about_the_centre) {
  DrawnRows drawn(4, 1, 2);
  drawn.values = {5, 7, 3, NAN};
  EXPECT_NEAR(feature_scales(drawn.problem)[0], std::sqrt(2.0), 1e-15);
  drawn.values = {5, 1e200, 3, NAN};
  EXPECT_THROW(feature_scales(drawn.problem), Error);
}

}  // namespace
}  // namespace suffice
