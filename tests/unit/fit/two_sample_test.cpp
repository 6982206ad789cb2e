#include "fit/comparison/two_sample.hpp"

#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "rival_tables.hpp"

namespace suffice {
namespace {

TEST(TwoSample, the_same_distribution_is_not_told_apart) {
  const RivalTable rows(200, 2, 1);
  const RivalTable draws(200, 2, 2);
  const ClassifierCheck found =
      tell_apart(RivalTable::schema(), rows.table(), draws.table(), rows.codes, rows.names, {}, 3, 1);
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
      tell_apart(RivalTable::schema(), rows.table(), draws.table(), rows.codes, rows.names, {}, 3, 1);
  EXPECT_GT(found.accuracy.low, 0.6);
  EXPECT_LT(found.p_value, 1e-4);
  EXPECT_NE(found.classifier, "");
}

RivalTable four_times(const RivalTable& rows) {
  RivalTable copies(0, 2);
  for (std::size_t i = 0; i < 4 * rows.rows(); ++i) {
    const std::size_t row = i / 4;
    copies.numbers.insert(copies.numbers.end(), {rows.numbers[2 * row], rows.numbers[2 * row + 1]});
    copies.categories.push_back(rows.categories[row]);
    copies.codes.push_back(rows.codes[row]);
  }
  return copies;
}

// A copy of a row that was learned is no row that the classifier has not seen.
TEST(TwoSample, copies_of_a_row_are_all_learned_or_all_tried) {
  const RivalTable rows = four_times(RivalTable(60, 2, 1));
  const RivalTable draws(rows.rows(), 2, 2);
  std::vector<std::size_t> sources;
  for (std::size_t i = 0; i < rows.rows(); ++i) sources.push_back(i / 4);
  const auto told = [&](std::span<const std::size_t> known) {
    return tell_apart(RivalTable::schema(), rows.table(), draws.table(), rows.codes, draws.names, known, 3, 1);
  };
  EXPECT_LT(told(sources).accuracy.value, told({}).accuracy.value - 0.1);
  sources.assign(rows.rows(), 7);
  EXPECT_NE(told(sources).problem, "");
}

TEST(TwoSample, a_few_rows_are_too_few) {
  const RivalTable rows(12);
  EXPECT_NE(tell_apart(RivalTable::schema(), rows.table(), rows.table(), {}, {}, {}, 3, 1).problem, "");
}

}  // namespace
}  // namespace suffice
