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

TEST(WeighedRows, that_weigh_little_are_too_few_which_a_note_says) {
  const Places rows{0, 1, 2, 3, 4};
  const std::vector<double> shares{0.25, 0, 0.25, 0.25, 0.25};
  EXPECT_EQ(
      light_weights_note({.rows = 5, .columns = {}, .weights = shares}, rows),
      "the weights of 4 rows sum to 1, and a row that weighs 2 counts as two: the rows are tested as if they were "
      "1; multiply the weights by 4, so that they sum to the number of rows");
  const std::vector<double> mean_of_one{0.3, 0, 1.7, 0.9999999, 1};
  EXPECT_EQ(light_weights_note({.rows = 5, .columns = {}, .weights = mean_of_one}, rows), "");
  EXPECT_EQ(light_weights_note({.rows = 5, .columns = {}}, rows), "");
}

}  // namespace
}  // namespace suffice
