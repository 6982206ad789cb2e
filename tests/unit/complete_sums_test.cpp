#include "estimate/complete_sums.hpp"

#include <cmath>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "estimate/gapped_sums.hpp"
#include "estimate/gaussians.hpp"
#include "gapped_rows.hpp"
#include "math/marginal.hpp"
#include "small_sums.hpp"

namespace suffice {
namespace {

const std::vector<Shrinkage> shrinkages{NoShrinkage{}, AutoShrinkage{}, FixedShrinkage{0.2}, OasShrinkage{},
                                        RdaShrinkage{0.4, 0.1}};

// The log likelihood of the values that are there, class labels given.
double log_likelihood(const Table& table, const Gaussians& estimate) {
  double sum = 0;
  const std::size_t d = table.columns;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::size_t c = table.codes[i];
    const Cholesky& factor = estimate.factors[estimate.shared ? 0 : c];
    std::vector<double> u;
    std::vector<std::size_t> known;
    for (std::size_t j = 0; j < d; ++j) {
      if (!std::isnan(table.values[i * d + j])) {
        known.push_back(j);
        u.push_back(table.values[i * d + j] - estimate.means[c * d + j]);
      }
    }
    if (known.empty()) {
      continue;
    }
    const Cholesky part = marginal_factor(factor, known);
    for (const double z : part.lower_solve(u)) {
      sum -= z * z / 2;
    }
    sum -= part.log_determinant / 2;
  }
  return sum;
}

TEST(CompleteSums, stand_still_for_every_estimate) {
  const Table table = gapped(random_table(11, 90, 3, 3), 0.25);
  const Summary sums = gapped_sums(table, MomentKind::full);
  for (const Structure structure : {Structure::shared, Structure::full}) {
    for (const Estimator estimator : {Estimator::mle, Estimator::unbiased, Estimator::map, Estimator::mean}) {
      for (const Shrinkage& shrinkage : shrinkages) {
        const EstimateOptions options{.structure = structure, .estimator = estimator, .shrinkage = shrinkage};
        if (message_of([&] { check_estimate_options(options); }) != "no error") {
          continue;
        }
        const Summary found = complete_sums(sums, options);
        const GappedSums gaps(sums, std::vector<std::size_t>{0, 1, 2}, std::vector<double>(3),
                              structure == Structure::shared);
        const Moments again = gaps.expected(gaussians(found, options));
        EXPECT_LT(difference(again.mean, found.moments().mean), 1e-12);
        EXPECT_LT(scatter_difference(again, found.moments(), 3), 1e-11);
      }
    }
  }
}

TEST(CompleteSums, maximum_likelihood_is_a_maximum) {
  const Table table = gapped(random_table(12, 80, 3, 2), 0.3);
  for (const Structure structure : {Structure::shared, Structure::full}) {
    const EstimateOptions options{.structure = structure};
    const Gaussians best = gaussians(gapped_sums(table, MomentKind::full), options);
    const double top = log_likelihood(table, best);
    for (std::size_t i = 0; i < best.means.size(); ++i) {
      for (const double step : {-1e-3, 1e-3}) {
        Gaussians other = best;
        other.means[i] += step;
        EXPECT_LT(log_likelihood(table, other), top);
      }
    }
    const Summary completed = complete_sums(gapped_sums(table, MomentKind::full), options);
    for (std::size_t i = 0; i < 9; ++i) {
      for (const double step : {-1e-2, 1e-2}) {
        Summary other = completed;
        other.moments().scatter[i] += step;
        other.moments().scatter[i % 3 * 3 + i / 3] = other.moments().scatter[i];
        EXPECT_LT(log_likelihood(table, gaussians(other, options)), top);
      }
    }
  }
}

// Anderson's closed form where the columns are missing from the last on: each column regressed on those before it, over
// the rows that have it.
TEST(CompleteSums, monotone_gaps_agree_with_factored_regressions) {
  Table table = random_table(13, 60, 3, 1);
  for (std::size_t i = 20; i < 60; ++i) {
    table.values[3 * i + 2] = std::nan("");
    if (i >= 40) {
      table.values[3 * i + 1] = std::nan("");
    }
  }
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>> x(table.values.data(), 60, 3);
  Eigen::Vector3d mean;
  Eigen::Matrix3d sigma;
  mean[0] = x.col(0).mean();
  sigma(0, 0) = (x.col(0).array() - mean[0]).square().mean();
  for (Eigen::Index j = 1; j < 3; ++j) {
    const Eigen::Index n = j == 1 ? 40 : 20;
    Eigen::MatrixXd design(n, j + 1);
    design << Eigen::VectorXd::Ones(n), x.topLeftCorner(n, j);
    const Eigen::VectorXd b = design.colPivHouseholderQr().solve(x.col(j).head(n));
    const Eigen::VectorXd slopes = b.tail(j);
    mean[j] = b[0] + slopes.dot(mean.head(j));
    sigma.row(j).head(j) = (sigma.topLeftCorner(j, j) * slopes).transpose();
    sigma.col(j).head(j) = sigma.row(j).head(j).transpose();
    sigma(j, j) = (x.col(j).head(n) - design * b).squaredNorm() / static_cast<double>(n) +
                  slopes.dot(sigma.topLeftCorner(j, j) * slopes);
  }
  const Moments found = complete_sums(gapped_sums(table, MomentKind::pooled), {}).moments();
  for (Eigen::Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.mean[static_cast<std::size_t>(i)], mean[i], 1e-11);
    for (Eigen::Index j = 0; j < 3; ++j) {
      EXPECT_NEAR(found.scatter[static_cast<std::size_t>(3 * i + j)] / 60, sigma(i, j), 1e-11);
    }
  }
}

// y is missing where x is large: the rows that are whole have another mean, and the regression on x gives it back.
TEST(CompleteSums, values_missing_for_what_is_seen_do_not_bias_the_estimate) {
  constexpr std::size_t n = 4000;
  std::mt19937 bits(14);
  std::normal_distribution<double> normal;
  Table table{2, {}, std::vector<std::uint32_t>(n, 0), {"a"}};
  double whole_sum = 0;
  double whole = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = normal(bits);
    const double y = 2 + 0.8 * x + 0.6 * normal(bits);
    table.values.insert(table.values.end(), {x, x > 0.5 ? std::nan("") : y});
    whole_sum += x > 0.5 ? 0 : y;
    whole += x > 0.5 ? 0 : 1;
  }
  const Moments found = complete_sums(gapped_sums(table, MomentKind::pooled), {}).moments();
  const double error = 5 / std::sqrt(whole);
  EXPECT_NEAR(found.mean[1], 2, error);
  EXPECT_NEAR(found.scatter[1] / n, 0.8, 2 * error);
  EXPECT_NEAR(found.scatter[3] / n, 1, 2 * error);
  EXPECT_GT(std::abs(whole_sum / whole - 2), 3 * error);
}

TEST(CompleteSums, offsets_and_units_do_not_matter) {
  const Table table = gapped(random_table(15, 70, 3, 2), 0.3);
  for (const Structure structure : {Structure::shared, Structure::full}) {
    const EstimateOptions options{.structure = structure};
    const Moments plain = complete_sums(gapped_sums(table, MomentKind::full), options).moments();
    Table far = table;
    const std::vector<double> scale{1e-6, 1, 1e6};
    for (std::size_t i = 0; i < far.values.size(); ++i) {
      far.values[i] = (table.values[i] + 0x1p26) * scale[i % 3];
    }
    const Summary found = complete_sums(gapped_sums(far, MomentKind::full), options);
    for (std::size_t i = 0; i < plain.mean.size(); ++i) {
      EXPECT_NEAR(found.moments().mean[i] / scale[i % 3] - 0x1p26, plain.mean[i], 1e-7);
    }
    for (std::size_t i = 0; i < plain.scatter.size(); ++i) {
      const double unit = scale[i % 3] * scale[i / 3 % 3];
      EXPECT_NEAR(found.moments().scatter[i] / unit, plain.scatter[i], 1e-5);
    }
  }
}

TEST(CompleteSums, a_constant_column_is_what_it_is) {
  Table table = gapped(random_table(16, 40, 3, 2), 0.2);
  Table without{2, {}, table.codes, table.names};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    double& value = table.values[3 * i + 1];
    value = std::isnan(value) ? value : 0;
    without.values.insert(without.values.end(), {table.values[3 * i], table.values[3 * i + 2]});
  }
  const Moments found = complete_sums(gapped_sums(table, MomentKind::pooled), {}).moments();
  EXPECT_EQ(found.mean[1], 0);
  EXPECT_EQ(found.mean[4], 0);
  const Moments expected = complete_sums(gapped_sums(without, MomentKind::pooled), {}).moments();
  const std::vector<double> apart{expected.scatter[0], 0, expected.scatter[1], 0, 0, 0,
                                  expected.scatter[2], 0, expected.scatter[3]};
  EXPECT_LT(difference(found.scatter, apart), 1e-11);
}

TEST(CompleteSums, needs_a_value_for_each_mean_or_a_prior) {
  Table table = gapped(random_table(17, 30, 2, 2), 0.2);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i + 1] = table.codes[i] == 1 ? std::nan("") : table.values[2 * i + 1];
  }
  const Summary sums = gapped_sums(table, MomentKind::full);
  EXPECT_EQ(message_of([&] {
              (void)complete_sums(sums, {});
            }).rfind("class class 1, column q: class 'class 1' has no value in column 'q'", 0),
            0U);
  const EstimateOptions prior{.estimator = Estimator::map, .gaussian_prior = {.kappa = 1}};
  EXPECT_NO_THROW((void)complete_sums(sums, prior));
}

TEST(CompleteSums, a_covariance_that_comes_out_singular_is_an_error_with_remedies) {
  const Summary sums = plain_patterns({{1, 2}, {2, 4}, {3, NAN}, {4, 8}}, {"a", "a", "a", "a"}, {}, MomentKind::pooled);
  const std::string message = message_of([&] { (void)complete_sums(sums, {}); });
  EXPECT_EQ(message,
            "the values that are there do not settle the shared covariance: expectation-maximisation leads to a "
            "singular one. Fit more rows, leave columns out (--drop), shrink (--shrinkage auto), add a ridge (--ridge "
            "R), take a prior (--estimate map), or estimate less (--model diagonal-lda)");
}

TEST(CompleteSums, of_a_column_that_is_constant_in_a_class_say_so) {
  const Summary sums = plain_patterns({{1, 2}, {2, 2}, {3, NAN}, {5, 2}}, {"a", "a", "a", "a"}, {}, MomentKind::full);
  const std::string message =
      message_of([&] { (void)complete_sums(sums, {.structure = Structure::full, .estimator = Estimator::mle}); });
  EXPECT_EQ(message.find("do not settle"), std::string::npos) << message;
}

TEST(CompleteSums, start_from_those_at_hand_where_these_stand_still) {
  Summary sums = gapped_sums(gapped(random_table(19, 60, 3, 2), 0.2), MomentKind::full);
  const Summary found = complete_sums(sums, {});
  Moments near = found.moments();
  near.mean[0] += 1e-13;
  Moments far = found.moments();
  far.mean[0] += 1e-3;
  Moments no_numbers = found.moments();
  no_numbers.mean[0] = std::nan("");
  auto& held = std::get<PatternMoments>(sums.sums).completed;
  held = std::make_shared<const Moments>(near);
  EXPECT_EQ(complete_sums(sums, {}).moments(), near);
  for (const Moments& other : {far, no_numbers, Moments{}}) {
    held = std::make_shared<const Moments>(other);
    EXPECT_EQ(complete_sums(sums, {}), found);
  }
  const EstimateOptions shrunk{.shrinkage = FixedShrinkage{0.2}};
  held = std::make_shared<const Moments>(found.moments());
  const Summary with = complete_sums(sums, shrunk);
  held.reset();
  EXPECT_EQ(with, complete_sums(sums, shrunk));
}

TEST(CompleteSums, too_many_columns_and_patterns_are_refused_before_the_first_step) {
  const std::size_t d = 2200;
  Moments moments{MomentKind::pooled, std::vector<double>(d), std::vector<double>(d * d), {}, {}};
  for (std::size_t j = 0; j < d; ++j) {
    moments.scatter[j * (d + 1)] = 1;
  }
  Summary sums{{{}, "y", ""}, {{"a"}, {20}, {20}}, PatternMoments{MomentKind::pooled, {}}};
  auto& patterns = std::get<PatternMoments>(sums.sums).patterns;
  patterns.push_back({std::vector<std::uint8_t>(d, 1), {10}, {10}, moments});
  moments.scatter.back() = 0;
  patterns.push_back({std::vector<std::uint8_t>(d, 1), {10}, {10}, std::move(moments)});
  patterns.back().present.back() = 0;
  for (std::size_t j = 0; j < d; ++j) {
    sums.schema.features.push_back(std::to_string(j));
  }
  EXPECT_EQ(message_of([&] { (void)complete_sums(sums, {}); }),
            "expectation-maximisation over 2200 columns, with 2 patterns of missing values, would take too long: leave "
            "columns out (--drop), or estimate variances alone (--model diagonal-lda)");
}

TEST(NeedsCompletion, where_patterns_meet_matrices) {
  const Table table = gapped(random_table(18, 30, 2, 2), 0.2);
  EXPECT_TRUE(needs_completion(gapped_sums(table, MomentKind::full), {}));
  EXPECT_FALSE(needs_completion(gapped_sums(table, MomentKind::full), {.structure = Structure::diagonal}));
  EXPECT_FALSE(needs_completion(gapped_sums(table, MomentKind::diagonal), {.structure = Structure::diagonal}));
  EXPECT_FALSE(needs_completion(gapped_sums(random_table(18, 30, 2, 2), MomentKind::full), {}));
}

}  // namespace
}  // namespace suffice
