#include "evaluate/leave_one_out/covariance_removal.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "unit/plain_refit.hpp"

namespace suffice {
namespace {

double shared_error_of(const TestTable& table, const GaussianOptions& options) {
  const Summary summary = table.summary(1, everything);
  const SharedRemoval removal(gaussians_of(summary, options), RemovalRule(summary.classes, options));
  return largest_error(removal, table, Held(table, summary, options), options);
}

TEST(SharedRemoval, equals_refits_row_by_row) {
  const TestTable table = random_table(1, 40, 4, 3);
  EXPECT_LT(shared_error_of(table, {}), 1e-10);
  EXPECT_LT(shared_error_of(table, {.shrinkage = FixedShrinkage{0.3}}), 1e-10);
  EXPECT_LT(shared_error_of(table, {.shrinkage = FixedShrinkage{1}, .ridge = 0.2}), 1e-10);
  EXPECT_LT(shared_error_of(table, {.estimator = Estimator::predictive}), 1e-10);
  EXPECT_LT(shared_error_of(table, {.estimator = Estimator::map, .prior = {.kappa = 1}}), 1e-10);
}

TEST(SharedRemoval, a_row_that_is_all_of_its_class_is_not_a_number) {
  TestTable table = random_table(3, 30, 2, 3);
  const Summary summary = table.summary(1, everything);
  const SharedRemoval removal(gaussians_of(summary, {}), RemovalRule(summary.classes, {}));
  table.weights.assign(30, 1);
  table.weights[4] = 1000;
  const std::vector<std::size_t> truth(table.codes.begin(), table.codes.end());
  std::vector<double> out(90);
  removal.log_densities({table.batch(), truth}, out);
  for (std::size_t i = 0; i < 90; ++i) {
    EXPECT_EQ(std::isnan(out[i]), i / 3 == 4);
  }
}

double error_of(const TestTable& table, const GaussianOptions& options, double mixed = 0) {
  const Summary summary = table.summary(1, everything);
  const ClassRemoval removal(gaussians_of(summary, options), RemovalRule(summary.classes, options), mixed);
  return largest_error(removal, table, Held(table, summary, options), options);
}

TEST(ClassRemoval, equals_refits_row_by_row) {
  const TestTable table = random_table(1, 60, 4, 3);
  EXPECT_LT(error_of(table, {.structure = Structure::full}), 1e-10);
  EXPECT_LT(error_of(table, {.structure = Structure::full, .estimator = Estimator::predictive}), 1e-10);
  EXPECT_LT(error_of(table, {.structure = Structure::full, .shrinkage = OasShrinkage{}, .ridge = 0.1}), 1e-10);
}

TEST(ClassRemoval, takes_a_share_of_the_row_out_of_every_mixed_covariance) {
  const TestTable table = random_table(2, 40, 4, 3);
  const GaussianOptions options{.structure = Structure::full, .shrinkage = RdaShrinkage{0.4, 0.3}};
  EXPECT_LT(error_of(table, options, 0.4), 1e-10);
  EXPECT_GT(error_of(table, options, 0.0), 1e-4);
}

TEST(ClassRemoval, a_row_that_its_class_cannot_spare_is_not_a_number) {
  const TestTable table = random_table(3, 9, 2, 3);  // three rows of two columns in each class
  const Summary summary = table.summary(1, everything);
  const GaussianOptions options{.structure = Structure::full};
  Gaussians found;
  ASSERT_NO_THROW(found = gaussians_of(summary, options));
  const ClassRemoval removal(found, RemovalRule(summary.classes, options));
  const std::vector<std::size_t> truth(table.codes.begin(), table.codes.end());
  std::vector<double> out(27);
  removal.log_densities({table.batch(), truth}, out);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(std::isnan(out[3 * i + truth[i]]), summary.classes.rows[truth[i]] == 3);
  }
}

}  // namespace
}  // namespace suffice
