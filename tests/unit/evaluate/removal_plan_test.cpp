#include "evaluate/leave_one_out/removal_plan.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

#include <gtest/gtest.h>

#include "unit/plain_refit.hpp"

namespace suffice {
namespace {

double refusal_of(const RemovalPlan& plan, const TestTable& table, const Held& held, const GaussianOptions& options) {
  return std::visit([&](const auto& removal) { return largest_error(removal, table, held, options); }, plan.removal);
}

TEST(RemovalPlan, estimates_the_target_of_auto_again_while_that_is_cheap) {
  TestTable table = random_table(1, 40, 4, 3);
  correlate(table);
  const Summary summary = table.summary(1, everything);
  for (const Structure structure : {Structure::shared, Structure::full}) {
    const GaussianOptions options{.structure = structure, .shrinkage = AutoShrinkage{}};
    Held held(table, summary, options);
    EXPECT_LT(held.lambda[0], 1);
    const RemovalPlan again = plan_removal(moment_block(summary, 0), options, 40, 1e10, 1);
    EXPECT_FALSE(again.target_held);
    EXPECT_LT(refusal_of(again, table, held, options), 1e-10);
    const RemovalPlan once = plan_removal(moment_block(summary, 0), options, 40, 100, 1);
    EXPECT_TRUE(once.target_held);
    EXPECT_EQ(once.rows, 40U);
    held.hold_target(table);
    EXPECT_LT(refusal_of(once, table, held, options), 1e-10);
  }
}

TEST(RemovalPlan, removes_fewer_rows_where_axes_take_long) {
  const TestTable table = random_table(4, 40, 4, 4);
  const Summary summary = table.summary(1, everything);
  const double steps = SharedRefit::steps(gaussians_of(summary, {}));
  for (const Shrinkage& shrinkage : {Shrinkage(NoShrinkage{}), Shrinkage(AutoShrinkage{})}) {
    const GaussianOptions options{.shrinkage = shrinkage, .fisher = FisherAxes{1}};
    const Held held(table, summary, options);
    for (const auto& [rows, most_steps, expected] :
         {std::tuple(1000U, 1e10, 1000U), std::tuple(1000U, 300.5 * steps, 300U), std::tuple(1000U, 0.0, 100U),
          std::tuple(40U, 0.0, 40U)}) {
      const RemovalPlan plan = plan_removal(moment_block(summary, 0), options, rows, most_steps, 1);
      EXPECT_EQ(plan.rows, expected);
      EXPECT_FALSE(plan.target_held);
      EXPECT_LT(refusal_of(plan, table, held, options), 1e-10);
    }
  }
}

TEST(RemovalPlan, fewer_rows_are_from_everywhere_and_of_every_period) {
  const Summary summary = random_table(4, 40, 4, 4).summary(1, everything);
  for (const std::size_t all : {101U, 150U, 1000U, 12345U}) {
    const std::size_t count = plan_removal(moment_block(summary, 0), {.fisher = FisherAxes{1}}, all, 0, 1).rows;
    ASSERT_EQ(count, 100U);
    const std::vector<std::size_t> rows = spread_out(count, all);
    ASSERT_EQ(rows.size(), 100U);
    EXPECT_EQ(std::ranges::adjacent_find(rows, std::greater_equal<>()), rows.end());
    EXPECT_LT(rows.back(), all);
    for (std::size_t i = 0; i < 100; ++i) {
      EXPECT_LE(rows[i], (i + 1) * all / 100);
      EXPECT_GE(rows[i], i * all / 100);
    }
    for (const std::size_t period : {2U, 5U, 10U}) {
      std::vector<std::size_t> found(period);
      for (const std::size_t row : rows) {
        ++found[row % period];
      }
      EXPECT_GE(std::ranges::min(found), 50 / period);
      EXPECT_LE(std::ranges::max(found), 200 / period);
    }
  }
}

TEST(RemovalPlan, all_axes_are_linear_discriminant_analysis) {
  const Summary summary = random_table(4, 40, 4, 4).summary(1, everything);
  for (const std::size_t count : {0U, 3U}) {
    const RemovalPlan plan = plan_removal(moment_block(summary, 0), {.fisher = FisherAxes{count}}, 1000, 0, 1);
    EXPECT_TRUE(std::holds_alternative<SharedRemoval>(plan.removal));
    EXPECT_EQ(plan.rows, 1000U);
    EXPECT_EQ(spread_out(plan.rows, 1000).back(), 999U);
  }
}

TEST(RemovalPlan, nothing_is_factored_where_auto_leaves_a_diagonal) {
  const TestTable table = random_table(2, 12, 6, 2);
  const Summary summary = table.summary(1, everything);
  const GaussianOptions options{.shrinkage = AutoShrinkage{}, .ridge = 0.2};
  const Held held(table, summary, options);
  ASSERT_EQ(held.lambda[0], 1);
  const RemovalPlan plan = plan_removal(moment_block(summary, 0), options, 12, 0, 1);
  EXPECT_FALSE(plan.target_held);
  EXPECT_TRUE(std::holds_alternative<DiagonalRemoval>(plan.removal));
  EXPECT_LT(refusal_of(plan, table, held, options), 1e-10);
}

TEST(RemovalPlan, names_the_informative_columns) {
  TestTable table = random_table(3, 30, 3, 2);
  for (std::size_t i = 0; i < 30; ++i) {
    table.values[3 * i + 1] = 5;
  }
  const Summary summary = table.summary(1, everything);
  EXPECT_EQ(plan_removal(moment_block(summary, 0), {}, 30, 1e10, 1).columns, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(plan_removal(moment_block(summary, 0), {.structure = Structure::spherical}, 30, 1e10, 1).columns,
            (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(plan_removal(moment_block(summary, 0), {.structure = Structure::identity}, 30, 1e10, 1).columns.size(), 3U);
}

}  // namespace
}  // namespace suffice
