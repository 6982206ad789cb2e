#include "fit/comparison/two_sample.hpp"

#include <gtest/gtest.h>

#include "rival_tables.hpp"

namespace suffice {
namespace {

TEST(TwoSample, the_same_distribution_is_not_told_apart) {
  const RivalTable rows(200, 2, 1);
  const RivalTable draws(200, 2, 2);
  const ClassifierCheck found =
      tell_apart(RivalTable::schema(), rows.table(), draws.table(), rows.codes, rows.names, 3, 1);
  ASSERT_EQ(found.problem, "");
  EXPECT_EQ(found.rows, 200U);
  EXPECT_LE(found.accuracy.low, 0.5);
  EXPECT_GT(found.p_value, 0.01);
}

TEST(TwoSample, another_distribution_is) {
  const RivalTable rows(200, 2, 1);
  RivalTable draws(200, 2, 2);
  for (double& value : draws.numbers) value *= 3;
  const ClassifierCheck found =
      tell_apart(RivalTable::schema(), rows.table(), draws.table(), rows.codes, rows.names, 3, 1);
  EXPECT_GT(found.accuracy.low, 0.6);
  EXPECT_LT(found.p_value, 1e-4);
  EXPECT_NE(found.classifier, "");
}

TEST(TwoSample, a_few_rows_are_too_few) {
  const RivalTable rows(12);
  EXPECT_NE(tell_apart(RivalTable::schema(), rows.table(), rows.table(), {}, {}, 3, 1).problem, "");
}

}  // namespace
}  // namespace suffice
