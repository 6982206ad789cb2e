#include "evaluate/leave_one_out/diagonal_removal.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/estimate.hpp"
#include "summary/moments/moments.hpp"
#include "unit/incomplete_rows.hpp"
#include "unit/plain_refit.hpp"

namespace suffice {
namespace {

double error_of(const TestTable& table, const GaussianOptions& options, VarianceRule rule) {
  const Summary summary = table.summary(1, everything);
  const DiagonalRemoval removal(gaussians_of(summary, options), RemovalRule(summary.classes, options), rule,
                                pooled_variation(moment_block(summary, 0)));
  return largest_error(removal, table, Held(table, summary, options), options);
}

TEST(DiagonalRemoval, equals_refits_row_by_row) {
  const TestTable table = random_table(1, 40, 4, 3);
  for (const Structure structure : {Structure::diagonal, Structure::shared_diagonal}) {
    EXPECT_LT(error_of(table, {.structure = structure}, VarianceRule::own), 1e-11);
    EXPECT_LT(error_of(table, {.structure = structure, .shrinkage = FixedShrinkage{0.5}}, VarianceRule::own), 1e-11);
    EXPECT_LT(error_of(table, {.structure = structure, .estimator = Estimator::predictive}, VarianceRule::own), 1e-11);
  }
  for (const Structure structure : {Structure::spherical, Structure::shared_spherical}) {
    EXPECT_LT(error_of(table, {.structure = structure}, VarianceRule::spherical), 1e-11);
    EXPECT_LT(error_of(table, {.structure = structure, .estimator = Estimator::predictive}, VarianceRule::spherical),
              1e-11);
  }
  EXPECT_LT(error_of(table, {.structure = Structure::identity}, VarianceRule::held), 1e-11);
}

TEST(DiagonalRemoval, what_auto_adds_to_each_class_changes_with_every_row) {
  const TestTable table = random_table(2, 25, 4, 3);
  const GaussianOptions options{.structure = Structure::diagonal, .shrinkage = AutoShrinkage{}};
  EXPECT_LT(error_of(table, options, VarianceRule::pooled), 1e-11);
  EXPECT_GT(error_of(table, options, VarianceRule::own), 1e-4);
}

TEST(DiagonalRemoval, a_variance_that_one_row_makes_goes_with_it) {
  TestTable table = random_table(3, 30, 2, 2);
  std::size_t seen = 0;
  for (std::size_t i = 0; i < table.rows(); ++i) {  // x1 of class 0 is 0.1, but for one row
    if (table.codes[i] == 0) {
      table.values[2 * i + 1] = seen++ == 2 ? 7.3 : 0.1;
    }
  }
  const Summary summary = table.summary(1, everything);
  const GaussianOptions options{.structure = Structure::diagonal};
  const DiagonalRemoval removal(gaussians_of(summary, options), RemovalRule(summary.classes, options),
                                VarianceRule::own);
  const std::vector<std::size_t> truth(table.codes.begin(), table.codes.end());
  std::vector<double> out(60);
  removal.log_densities({table.batch(), truth}, out);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(std::isnan(out[2 * i]), table.values[2 * i + 1] == 7.3);
  }
}

TEST(DiagonalRemoval, a_t_needs_a_degree_of_freedom) {
  TestTable table = random_table(4, 7, 1, 2);
  table.codes = {0, 1, 0, 1, 0, 1, 1};
  const Summary summary = table.summary(1, everything);
  const GaussianOptions options{.structure = Structure::spherical,
                                .estimator = Estimator::predictive,
                                .prior = {.nu = -1.5, .variance = std::vector<double>{1}}};
  const DiagonalRemoval removal(gaussians_of(summary, options), RemovalRule(summary.classes, options),
                                VarianceRule::spherical);
  const std::vector<std::size_t> truth(table.codes.begin(), table.codes.end());
  std::vector<double> out(14);
  removal.log_densities({table.batch(), truth}, out);
  for (std::size_t i = 0; i < 7; ++i) {  // ν_n' is 0.5 for the first class, 1.5 for the second
    EXPECT_EQ(std::isnan(out[2 * i]), truth[i] == 0);
  }
}

// Log posteriors of each row by a refit without it, under a uniform class prior.
std::vector<double> refitted(const TestTable& table, const GaussianOptions& options, MomentKind kind) {
  std::vector<double> result;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    TestTable rest{table.columns, {}, {}, table.names};
    for (std::size_t k = 0; k < table.rows(); ++k) {
      if (k != i) {
        rest.append(table, k);
      }
    }
    std::vector<double> posterior(table.names.size());
    const Options uniform{.class_prior = UniformPrior{}, .readings = {{.options = options}}};
    estimate(incomplete_sums(rest, kind), uniform).log_posterior(table.table().slice(i, 1), posterior);
    result.insert(result.end(), posterior.begin(), posterior.end());
  }
  return result;
}

TEST(DiagonalRemoval, equals_refits_where_values_are_missing) {
  const GaussianPrior prior{.kappa = 0.7, .nu = 9.5, .mean = std::vector<double>{1, -1, 0}, .variance = {{2, 0.5, 3}}};
  using enum Structure;
  const std::vector<std::pair<GaussianOptions, VarianceRule>> cases{
      {{.structure = diagonal}, VarianceRule::own},
      {{.structure = diagonal, .estimator = Estimator::unbiased, .ridge = 0.3}, VarianceRule::own},
      {{.structure = diagonal, .shrinkage = FixedShrinkage{0.4}}, VarianceRule::own},
      {{.structure = diagonal, .shrinkage = AutoShrinkage{}}, VarianceRule::pooled},
      {{.structure = diagonal, .estimator = Estimator::map, .prior = prior}, VarianceRule::own},
      {{.structure = shared_diagonal}, VarianceRule::own},
      {{.structure = shared_diagonal, .estimator = Estimator::mean, .prior = prior}, VarianceRule::own},
      {{.structure = spherical}, VarianceRule::spherical},
      {{.structure = spherical, .estimator = Estimator::map, .prior = prior}, VarianceRule::spherical},
      {{.structure = shared_spherical, .estimator = Estimator::unbiased}, VarianceRule::spherical},
      {{.structure = identity}, VarianceRule::held}};
  for (const bool weighted : {false, true}) {
    const TestTable table = with_missing(random_table(7, 45, 3, 3, weighted), 0.3);
    for (const auto& [options, rule] : cases) {
      const Summary sums = incomplete_sums(table, MomentKind::diagonal);
      const DiagonalRemoval removal(gaussians_of(sums, options), RemovalRule(sums.classes, options), rule,
                                    pooled_variation(moment_block(sums, 0)), moments_of(sums).column_weight);
      const std::vector<std::size_t> truth(table.codes.begin(), table.codes.end());
      std::vector<double> found(table.rows() * 3);
      removal.log_densities({table.batch(), truth}, found);
      for (std::size_t i = 0; i < table.rows(); ++i) {
        normalise_logs(std::span(found).subspan(3 * i, 3));
      }
      EXPECT_LT(difference(found, refitted(table, options, MomentKind::diagonal)), 1e-11) << model_name(options);
    }
  }
}

TEST(DiagonalRemoval, the_last_value_of_a_class_in_a_column_cannot_be_removed) {
  TestTable table = random_table(8, 12, 2, 2);
  std::size_t seen = 0;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (table.codes[i] == 1 && seen++ > 0) {
      table.values[2 * i + 1] = std::nan("");
    }
  }
  const GaussianOptions options{.structure = Structure::shared_diagonal};
  const Summary sums = incomplete_sums(table, MomentKind::pooled_diagonal);
  const DiagonalRemoval removal(gaussians_of(sums, options), RemovalRule(sums.classes, options), VarianceRule::own, {},
                                moments_of(sums).column_weight);
  const std::vector<std::size_t> truth(table.codes.begin(), table.codes.end());
  std::vector<double> out(24);
  removal.log_densities({table.batch(), truth}, out);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    EXPECT_EQ(std::isnan(out[2 * i]), truth[i] == 1 && !std::isnan(table.values[2 * i + 1]));
  }
}

}  // namespace
}  // namespace suffice
