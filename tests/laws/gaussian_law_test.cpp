// Laws between the Gaussian models: where two of them are one (MODELS §10).
#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "fitted.hpp"
#include "suffice/discriminants.hpp"

namespace suffice {
namespace {

using enum Structure;

void expect_equal_posteriors(const TestTable& table, const GaussianOptions& one, const GaussianOptions& other) {
  EXPECT_LT(difference(log_posterior(fit(table, one), table.table()), log_posterior(fit(table, other), table.table())),
            1e-10);
}

/// Each class has the same rows about another mean; the numbers are short enough for sums without rounding.
TestTable equal_spreads() {
  const TestTable base = random_table(8, 40, 4, 1);
  TestTable table{4, {}, {}, {"a", "b", "c"}, {}};
  for (std::uint32_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < base.values.size(); ++i) {
      table.values.push_back(std::round(base.values[i] * 64) / 64 + static_cast<double>((i % 4 + 1) * c) / 2);
    }
    table.codes.insert(table.codes.end(), base.rows(), c);
  }
  return table;
}

TEST(GaussianLaw, covariances_of_the_classes_that_agree_are_the_shared_one) {
  const TestTable table = equal_spreads();
  expect_equal_posteriors(table, {.structure = full}, {.structure = shared});
  expect_equal_posteriors(table, {.structure = diagonal}, {.structure = shared_diagonal});
  expect_equal_posteriors(table, {.structure = spherical}, {.structure = shared_spherical});
}

TEST(GaussianLaw, full_covariances_that_are_diagonal_are_naive_bayes) {
  TestTable table{3, {}, {}, {"a", "b"}, {}};
  for (std::uint32_t c = 0; c < 2; ++c) {
    for (unsigned corner = 0; corner < 8; ++corner) {  // of a box, so that the columns are uncorrelated
      for (unsigned j = 0; j < 3; ++j) {
        const double half_width = 1.0 + j + 0.5 * c * j;
        table.values.push_back(c * 0.75 + ((corner >> j) % 2 == 0 ? half_width : -half_width));
      }
      table.codes.push_back(c);
    }
  }
  for (const Estimator estimator : {Estimator::mle, Estimator::unbiased}) {
    expect_equal_posteriors(table, {.structure = full, .estimator = estimator},
                            {.structure = diagonal, .estimator = estimator});
    expect_equal_posteriors(table, {.structure = shared, .estimator = estimator},
                            {.structure = shared_diagonal, .estimator = estimator});
  }
}

TEST(GaussianLaw, the_ends_of_rda_are_the_models_between_which_it_lies) {
  const TestTable table = random_table(9, 200, 4, 3, true);
  expect_equal_posteriors(table, {.structure = full, .shrinkage = RdaShrinkage{0, 0}}, {.structure = full});
  expect_equal_posteriors(table, {.structure = full, .shrinkage = RdaShrinkage{1, 0}}, {.structure = shared});
  expect_equal_posteriors(table, {.structure = full, .shrinkage = RdaShrinkage{0, 1}}, {.structure = spherical});
  expect_equal_posteriors(table, {.structure = full, .shrinkage = RdaShrinkage{1, 1}}, {.structure = shared_spherical});
}

TEST(GaussianLaw, identity_with_a_uniform_prior_is_the_nearest_centroid) {
  const TestTable table = random_table(10, 300, 4, 5);
  const Model model = fit(table, gaussian_options({.structure = identity}, UniformPrior{}));
  const std::vector<double> means = moments_of(table.summary()).mean;
  std::vector<std::uint32_t> predicted(table.rows());
  std::vector<double> distances(table.rows() * 5);
  model.predict(table.table(), predicted);
  model.squared_distances(table.table(), distances);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    std::vector<double> squares(5);
    for (std::size_t c = 0; c < 5; ++c) {
      for (std::size_t j = 0; j < 4; ++j) {
        squares[c] += std::pow(table.values[i * 4 + j] - means[c * 4 + j], 2);
      }
      ASSERT_NEAR(distances[i * 5 + c], squares[c], 1e-12 * (1 + squares[c]));
    }
    ASSERT_EQ(predicted[i], std::ranges::min_element(squares) - squares.begin());
  }
}

/// |cos| of the angle between two vectors.
double alignment(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return std::abs(a.dot(b)) / (a.norm() * b.norm());
}

TEST(GaussianLaw, the_directions_of_lda_fisher_and_least_squares_are_one) {
  const TestTable table = random_table(11, 150, 4, 2);
  const LinearForm form = fit(table, GaussianOptions{.structure = shared}).linear_form();
  const auto by_class = Eigen::Map<const Eigen::MatrixXd>(form.coefficients.data(), 4, 2);
  const Eigen::VectorXd lda = by_class.col(1) - by_class.col(0);
  const Discriminants fisher = discriminants(sums_of(table, GaussianOptions{.structure = shared}));
  ASSERT_EQ(fisher.count(), 1U);
  EXPECT_NEAR(alignment(lda, Eigen::Map<const Eigen::VectorXd>(fisher.axes.data(), 4)), 1, 1e-13);
  Eigen::MatrixXd rows(table.rows(), 5);
  Eigen::VectorXd target(table.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    rows.row(i).head(4) = Eigen::Map<const Eigen::RowVectorXd>(table.values.data() + i * 4, 4);
    rows(i, 4) = 1;
    target(i) = table.codes[static_cast<std::size_t>(i)];
  }
  EXPECT_NEAR(alignment(lda, rows.householderQr().solve(target).head(4)), 1, 1e-13);
}

TEST(GaussianLaw, fisher_on_all_axes_is_lda) {
  for (const std::size_t d : {2U, 5U}) {  // fewer axes than columns, and fewer columns than classes allow axes
    const TestTable table = random_table(12, 200, d, 4, true);
    for (const Estimator estimator : {Estimator::mle, Estimator::unbiased}) {
      expect_equal_posteriors(table, {.structure = shared, .estimator = estimator, .fisher = FisherAxes{}},
                              {.structure = shared, .estimator = estimator});
    }
  }
}

TEST(GaussianLaw, fishers_axes_have_unit_spread_and_are_uncorrelated) {
  const TestTable table = random_table(13, 200, 5, 4, true);
  const Summary sums = sums_of(table, GaussianOptions{.structure = shared});
  const Discriminants fisher = discriminants(sums);
  ASSERT_EQ(fisher.count(), 3U);
  TestTable transformed = table;
  transformed.columns = 3;
  transformed.values.resize(table.rows() * 3);
  fisher.transform(table.table(), transformed.values);
  const Summary scores = sums_of(transformed, GaussianOptions{.structure = shared});
  for (std::size_t i = 0; i < 3; ++i) {
    double between = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      between += scores.classes.weight[c] * std::pow(moments_of(scores).mean[c * 3 + i], 2);
    }
    for (std::size_t j = 0; j < 3; ++j) {
      const double within = moments_of(scores).scatter[i * 3 + j] / (scores.classes.total_weight() - 4);
      EXPECT_NEAR(within, i == j ? 1 : 0, 1e-11);
    }
    EXPECT_NEAR(between / (scores.classes.total_weight() - 4), fisher.eigenvalues[i], 1e-11);
    EXPECT_NEAR(std::pow(fisher.canonical_correlations[i], 2), fisher.eigenvalues[i] / (1 + fisher.eigenvalues[i]),
                1e-12);
  }
  EXPECT_NEAR(std::accumulate(fisher.explained.begin(), fisher.explained.end(), 0.0), 1, 1e-14);
}

TEST(GaussianLaw, repeating_every_column_multiplies_the_log_likelihood_ratios_of_naive_bayes) {
  const TestTable table = random_table(14, 100, 3, 3, true);
  constexpr std::size_t times = 4;
  TestTable repeated = table;
  repeated.columns = 3 * times;
  repeated.values.clear();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (std::size_t j = 0; j < 3 * times; ++j) {
      repeated.values.push_back(table.values[i * 3 + j % 3]);
    }
  }
  for (const Structure structure : {diagonal, shared_diagonal}) {
    const Options options = gaussian_options({.structure = structure}, UniformPrior{});
    const std::vector<double> once = log_joint(fit(table, options), table.table());
    const std::vector<double> often = log_joint(fit(repeated, options), repeated.table());
    for (std::size_t i = 0; i < once.size(); i += 3) {
      for (std::size_t c = 1; c < 3; ++c) {
        ASSERT_NEAR(often[i + c] - often[i], times * (once[i + c] - once[i]), 1e-10 * (1 + std::abs(often[i])));
      }
    }
  }
}

TEST(GaussianLaw, a_missing_value_leaves_the_model_of_the_other_columns) {
  const TestTable table = random_table(15, 200, 4, 3, true);
  TestTable holed = table;
  TestTable without = table;
  without.columns = 3;
  without.values.clear();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    holed.values[i * 4 + 1] = std::nan("");
    for (const std::size_t j : {0U, 2U, 3U}) {
      without.values.push_back(table.values[i * 4 + j]);
    }
  }
  for (const Structure structure : {full, shared, diagonal, shared_diagonal, identity}) {
    const Options options = gaussian_options({.structure = structure});
    SCOPED_TRACE(model_name(options));
    const Model model = fit(table, options);
    const Model marginal = fit(without, options);
    EXPECT_LT(difference(log_joint(model, holed.table()), log_joint(marginal, without.table())), 1e-10);
    EXPECT_LT(difference(log_posterior(model, holed.table()), log_posterior(marginal, without.table())), 1e-10);
  }
}

}  // namespace
}  // namespace suffice
