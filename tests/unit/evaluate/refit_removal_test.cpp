#include "evaluate/leave_one_out/refit_removal.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "unit/plain_refit.hpp"

namespace suffice {
namespace {

const GaussianOptions shared_auto{.shrinkage = AutoShrinkage{}};
const GaussianOptions full_auto{.structure = Structure::full, .shrinkage = AutoShrinkage{}};

TEST(SharedRefit, equals_refits_for_any_lambda) {
  const TestTable table = random_table(1, 30, 4, 3);
  const Summary summary = table.summary(1, everything);
  for (const double lambda : {0.0, 0.4, 1.0}) {
    Gaussians found = gaussians_of(summary, shared_auto);
    Held held(table, summary, shared_auto);
    found.lambda[0] = held.lambda[0] = lambda;
    const SharedRefit removal(found, RemovalRule(summary.classes, shared_auto));
    EXPECT_LT(largest_error(removal, table, held, shared_auto), 1e-10);
  }
}

TEST(SharedRefit, estimates_axes_again) {
  const TestTable table = random_table(2, 30, 4, 4);
  const Summary summary = table.summary(1, everything);
  for (GaussianOptions options :
       {shared_auto, GaussianOptions{}, GaussianOptions{.shrinkage = FixedShrinkage{0.3}, .ridge = 0.2},
        GaussianOptions{.estimator = Estimator::map, .prior = {.kappa = 1}}}) {
    const Gaussians found = gaussians_of(summary, options);
    for (const std::size_t count : {1U, 2U}) {
      options.fisher = FisherAxes{count};
      const SharedRefit removal(found, RemovalRule(summary.classes, options), options.fisher);
      EXPECT_LT(largest_error(removal, table, Held(table, summary, options), options), 1e-10);
    }
  }
}

TEST(SharedRefit, a_row_without_which_there_are_too_few_axes_is_not_a_number) {
  // The classes' means lie on a line, but for row 0.
  TestTable table{2, {}, {}, {"class 0", "class 1", "class 2"}};
  for (std::size_t c = 0; c < 3; ++c) {
    const auto x = static_cast<double>(4 * c);
    table.values.insert(table.values.end(), {x + 1, 0, x - 1, 0, x, 1, x, -1});
    table.codes.insert(table.codes.end(), 4, static_cast<std::uint32_t>(c));
  }
  table.values.insert(table.values.begin(), {0, 8});
  table.codes.insert(table.codes.begin(), 0);
  const Summary summary = table.summary(1, everything);
  const SharedRefit removal(gaussians_of(summary, {}), RemovalRule(summary.classes, {}), FisherAxes{2});
  const std::vector<std::size_t> truth(table.codes.begin(), table.codes.end());
  std::vector<double> out(3 * table.rows());
  removal.log_densities({table.batch(), truth}, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(std::isnan(out[i]), i < 3);
  }
}

TEST(ClassRefit, equals_refits) {
  const TestTable table = random_table(3, 30, 4, 3);
  const Summary summary = table.summary(1, everything);
  for (const double ridge : {0.0, 0.5}) {
    GaussianOptions options = full_auto;
    options.ridge = ridge;
    const ClassRefit removal(gaussians_of(summary, options), gaussians_of(summary, shared_auto),
                             RemovalRule(summary.classes, options));
    EXPECT_LT(largest_error(removal, table, Held(table, summary, options), options), 1e-10);
  }
}

TEST(Refit, counts_its_steps) {
  const Summary summary = random_table(4, 30, 4, 3).summary(1, everything);
  EXPECT_EQ(SharedRefit::steps(gaussians_of(summary, shared_auto)), 64 + 3 * 16);
  EXPECT_EQ(ClassRefit::steps(gaussians_of(summary, full_auto)), 3 * (2500 + 16 * 5));
}

}  // namespace
}  // namespace suffice
