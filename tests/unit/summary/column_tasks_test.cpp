#include "summary/moments/column_tasks.hpp"

#include <gtest/gtest.h>

#include "support/table.hpp"

namespace suffice {
namespace {

using enum MomentKind;
const std::vector<std::uint32_t> identity{0, 1, 2};

MomentState state_of(Keep keep, std::size_t columns) {
  MomentState state({keep, columns});
  for (std::size_t c = 0; c < identity.size(); ++c) {
    state.add_class();
  }
  return state;
}

bool add(MomentState& state, const TestTable& table, std::uint64_t rows_before, unsigned threads) {
  ColumnTasks::Workspace workspace;
  return ColumnTasks(state, {table.batch(), table.codes, identity}, rows_before, threads, workspace).run(threads);
}

TEST(ColumnTasks, sums_rows_of_an_open_wave) {
  const TestTable table = random_table(1, 30, 140, 3, true);
  for (const Keep keep : {Keep{.moments = diagonal}, Keep{.moments = pooled}, Keep{.moments = full},
                          Keep{.moments = full, .fourth = true}}) {
    MomentState state = state_of(keep, 140);
    EXPECT_TRUE(add(state, table, 0, 2));
    double first = 0;
    double square = 0;
    double weight = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      if (table.codes[i] == 1 || state.shape.is_pooled()) {
        square += table.weights[i] * table.values[i * 140 + 139] * table.values[i * 140 + 139];
      }
      if (table.codes[i] == 1) {
        weight += table.weights[i];
        first += table.weights[i] * table.values[i * 140 + 139];
      }
    }
    EXPECT_EQ(state.wave_weight[1], weight);
    EXPECT_NEAR(state.wave_first[state.shape.width() + 139], first, 1e-9);
    const std::size_t last = state.shape.has_matrices() ? triangle_index(139, 139) : 139;
    EXPECT_NEAR(state.second[state.shape.set_of(1)][last], square, 1e-7);
    EXPECT_EQ(state.fourth.empty(), !keep.fourth);
  }
}

// Rows 1000, …, 8999 of a sequence lie in three waves.
TEST(ColumnTasks, closes_waves_where_rows_say_so_on_any_number_of_threads) {
  const TestTable table = random_table(2, 8000, 20, 3);
  for (const Keep keep : {Keep{.moments = diagonal}, Keep{.moments = pooled}, Keep{.moments = full, .fourth = true}}) {
    MomentState state = state_of(keep, 20);
    EXPECT_TRUE(add(state, table, 1000, 1));
    EXPECT_EQ(state.weight[0] + state.weight[1] + state.weight[2], 7192);
    EXPECT_EQ(state.wave_weight[0] + state.wave_weight[1] + state.wave_weight[2], 808);
    EXPECT_EQ(state.rows[0] + state.rows[1] + state.rows[2], 8000U);
    MomentState again = state_of(keep, 20);
    add(again, table, 1000, 3);
    EXPECT_EQ(again.second, state.second);
    EXPECT_EQ(again.mean, state.mean);
    EXPECT_EQ(again.third, state.third);
  }
}

TEST(ColumnTasks, reads_columns_that_lie_apart) {
  const TestTable table = random_table(3, 50, 130, 3);
  std::vector<float> by_column(50 * 130);
  TestTable rounded = table.as_float();
  for (std::size_t i = 0; i < 50; ++i) {
    for (std::size_t j = 0; j < 130; ++j) {
      by_column[j * 50 + i] = rounded.floats[i * 130 + j];
    }
  }
  MomentState rows = state_of({.moments = pooled}, 130);
  MomentState columns = state_of({.moments = pooled}, 130);
  add(rows, rounded, 0, 1);
  ColumnTasks::Workspace workspace;
  const Batch batch{by_column.data(), 50, 130, 1, 50, {}};
  ColumnTasks(columns, {batch, table.codes, identity}, 0, 2, workspace).run(2);
  EXPECT_EQ(columns.second, rows.second);
}

TEST(ColumnTasks, sees_a_value_that_is_not_finite) {
  TestTable table = random_table(4, 300, 140, 3);
  table.values[299 * 140 + 139] = INFINITY;
  MomentState state = state_of({.moments = pooled}, 140);
  EXPECT_FALSE(add(state, table, 0, 2));
}

}  // namespace
}  // namespace suffice
