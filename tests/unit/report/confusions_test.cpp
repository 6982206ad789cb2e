#include "report/confusions.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(Confusions, the_heaviest_come_first_and_the_diagonal_is_none) {
  Metrics metrics;
  metrics.labels = {"a", "b", "c"};
  metrics.confusion = {9, 1, 0, 3, 5, 0, 0, 2, 2};
  const std::vector<Confusion> found = most_frequent_confusions(metrics, 2);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].truth, 1U);
  EXPECT_EQ(found[0].predicted, 0U);
  EXPECT_EQ(found[0].share, 3.0 / 8);
  EXPECT_EQ(found[1].truth, 2U);
}

}  // namespace
}  // namespace suffice
