#include "evaluate/weighed_rows.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Places = std::vector<std::size_t>;

TEST(WeighedRows, are_the_given_ones_without_weights) {
  EXPECT_EQ(weighed_rows({.rows = 5, .columns = {}}, {0, 2, 4}, 10, 1), (Places{0, 2, 4}));
  EXPECT_EQ(weighed_rows({.rows = 5, .columns = {}}, {0, 2, 4}, 2, 1).size(), 2U);
}

TEST(WeighedRows, come_as_often_as_they_weigh) {
  const std::vector<double> weights{1, 0, 3, 0.5, 1.5};
  const Table table{.rows = 5, .columns = {}, .weights = weights};
  EXPECT_EQ(weighed_rows(table, {0, 1, 2, 3, 4}, 10, 1), (Places{0, 2, 2, 2, 4, 4}));
  EXPECT_EQ(weighed_rows(table, {1}, 10, 1), Places{});
}

}  // namespace
}  // namespace suffice
