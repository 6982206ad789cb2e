#include "estimate/moments/complete_sums.hpp"

#include <array>
#include <cmath>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "error_text.hpp"
#include "estimate/moments/gaussians.hpp"
#include "estimate/moments/incomplete_sums.hpp"
#include "incomplete_rows.hpp"
#include "math/linear/marginal.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

const std::vector<Shrinkage> shrinkages{NoShrinkage{}, AutoShrinkage{}, FixedShrinkage{0.2}, OasShrinkage{},
                                        RdaShrinkage{0.4, 0.1}};

template <typename Call>
std::string text_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

Moments completed(const Summary& sums, const GaussianOptions& options = {}) {
  return complete_sums(block_of(sums), options, 1);
}

// The Gaussians of moments over the block of `sums`.
Gaussians gaussians_of(const Summary& sums, const Moments& moments, const GaussianOptions& options) {
  return gaussians({sums.schema.blocks[0], sums.classes, moments}, options, Numerators::kept, 1);
}

// The log likelihood of the values that are there, class labels given.
double log_likelihood(const TestTable& table, const Gaussians& estimate) {
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

TEST(CompleteSums, are_a_fixed_point_for_every_estimate) {
  const TestTable table = with_missing(random_table(11, 90, 3, 3), 0.25);
  const Summary sums = incomplete_sums(table, MomentKind::full);
  for (const Structure structure : {Structure::shared, Structure::full}) {
    for (const Estimator estimator : {Estimator::mle, Estimator::unbiased, Estimator::map, Estimator::mean}) {
      for (const Shrinkage& shrinkage : shrinkages) {
        const GaussianOptions options{.structure = structure, .estimator = estimator, .shrinkage = shrinkage};
        if (text_of([&] { check_options(options); }) != "no error") {
          continue;
        }
        const Moments found = completed(sums, options);
        const IncompleteSums incomplete(block_of(sums), std::vector<std::size_t>{0, 1, 2}, std::vector<double>(3),
                                        structure == Structure::shared);
        const Moments again = incomplete.expected(gaussians_of(sums, found, options), 1);
        EXPECT_LT(difference(again.mean, found.mean), 1e-12);
        EXPECT_LT(scatter_difference(again, found, 3), 1e-11);
      }
    }
  }
}

TEST(CompleteSums, maximum_likelihood_is_a_maximum) {
  const TestTable table = with_missing(random_table(12, 80, 3, 2), 0.3);
  for (const Structure structure : {Structure::shared, Structure::full}) {
    const GaussianOptions options{.structure = structure};
    const Summary sums = incomplete_sums(table, MomentKind::full);
    const Gaussians best = gaussians(block_of(sums), options, Numerators::kept, 1);
    const double top = log_likelihood(table, best);
    for (std::size_t i = 0; i < best.means.size(); ++i) {
      for (const double step : {-1e-3, 1e-3}) {
        Gaussians other = best;
        other.means[i] += step;
        EXPECT_LT(log_likelihood(table, other), top);
      }
    }
    const Moments found = completed(sums, options);
    for (std::size_t i = 0; i < 9; ++i) {
      for (const double step : {-1e-2, 1e-2}) {
        Moments other = found;
        other.scatter[i] += step;
        other.scatter[i % 3 * 3 + i / 3] = other.scatter[i];
        EXPECT_LT(log_likelihood(table, gaussians_of(sums, other, options)), top);
      }
    }
  }
}

// Anderson's closed form where the columns are missing from the last on: each column regressed on those before it, over
// the rows that have it.
TEST(CompleteSums, monotone_missing_values_agree_with_factored_regressions) {
  TestTable table = random_table(13, 60, 3, 1);
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
  const Moments found = completed(incomplete_sums(table, MomentKind::pooled));
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
  TestTable table{2, {}, std::vector<std::uint32_t>(n, 0), {"a"}};
  double whole_sum = 0;
  double whole = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = normal(bits);
    const double y = 2 + 0.8 * x + 0.6 * normal(bits);
    table.values.insert(table.values.end(), {x, x > 0.5 ? std::nan("") : y});
    whole_sum += x > 0.5 ? 0 : y;
    whole += x > 0.5 ? 0 : 1;
  }
  const Moments found = completed(incomplete_sums(table, MomentKind::pooled));
  const double error = 5 / std::sqrt(whole);
  EXPECT_NEAR(found.mean[1], 2, error);
  EXPECT_NEAR(found.scatter[1] / n, 0.8, 2 * error);
  EXPECT_NEAR(found.scatter[3] / n, 1, 2 * error);
  EXPECT_GT(std::abs(whole_sum / whole - 2), 3 * error);
}

TEST(CompleteSums, offsets_and_units_do_not_matter) {
  const TestTable table = with_missing(random_table(15, 70, 3, 2), 0.3);
  for (const Structure structure : {Structure::shared, Structure::full}) {
    const GaussianOptions options{.structure = structure};
    const Moments plain = completed(incomplete_sums(table, MomentKind::full), options);
    TestTable far = table;
    const std::vector<double> scale{1e-6, 1, 1e6};
    for (std::size_t i = 0; i < far.values.size(); ++i) {
      far.values[i] = (table.values[i] + 0x1p26) * scale[i % 3];
    }
    const Moments found = completed(incomplete_sums(far, MomentKind::full), options);
    for (std::size_t i = 0; i < plain.mean.size(); ++i) {
      EXPECT_NEAR(found.mean[i] / scale[i % 3] - 0x1p26, plain.mean[i], 1e-7);
    }
    for (std::size_t i = 0; i < plain.scatter.size(); ++i) {
      const double unit = scale[i % 3] * scale[i / 3 % 3];
      EXPECT_NEAR(found.scatter[i] / unit, plain.scatter[i], 1e-5);
    }
  }
}

TEST(CompleteSums, a_constant_column_is_what_it_is) {
  TestTable table = with_missing(random_table(16, 40, 3, 2), 0.2);
  TestTable without{2, {}, table.codes, table.names};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    double& value = table.values[3 * i + 1];
    value = std::isnan(value) ? value : 0;
    without.values.insert(without.values.end(), {table.values[3 * i], table.values[3 * i + 2]});
  }
  const Moments found = completed(incomplete_sums(table, MomentKind::pooled));
  EXPECT_EQ(found.mean[1], 0);
  EXPECT_EQ(found.mean[4], 0);
  const Moments expected = completed(incomplete_sums(without, MomentKind::pooled));
  const std::vector<double> apart{expected.scatter[0], 0, expected.scatter[1], 0, 0, 0,
                                  expected.scatter[2], 0, expected.scatter[3]};
  EXPECT_LT(difference(found.scatter, apart), 1e-11);
}

// Without the most frequent of them, which is 1 less the others, the covariance is regular.
TEST(CompleteSums, of_indicators_that_sum_to_one_are_those_without_one_of_them) {
  TestTable all = random_table(5, 60, 4, 2);
  TestTable fewer{3, {}, all.codes, all.names};
  for (std::size_t i = 0; i < all.rows(); ++i) {
    double* const row = all.values.data() + 4 * i;
    if (i % 7 == 3) row[0] = std::nan("");
    const std::size_t value = i % 5 < 3 ? 1 : i % 3 == 0 ? 2 : 3;  // the first is the most frequent
    for (std::size_t j = 1; j < 4; ++j) row[j] = i % 11 == 5 ? std::nan("") : j == value ? 1 : 0;
    fewer.values.insert(fewer.values.end(), {row[0], row[2], row[3]});
  }
  Summary sums = all.summary(1, {.moments = MomentKind::pooled});
  sums.schema.blocks[0].indicators = {{.column = "k", .values = {"a", "b", "c"}}};
  const Moments found = completed(sums);
  const Moments expected = completed(fewer.summary(1, {.moments = MomentKind::pooled}));
  const std::array<std::size_t, 3> places = {0, 2, 3};
  for (std::size_t k = 0; k < 9; ++k) {
    EXPECT_NEAR(found.scatter[4 * places[k / 3] + places[k % 3]], expected.scatter[k], 1e-9) << k;
  }
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_NEAR(found.mean[4 * c + 1] + found.mean[4 * c + 2] + found.mean[4 * c + 3], 1, 1e-12);
  }
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(found.scatter[4 + j] + found.scatter[8 + j] + found.scatter[12 + j], 0, 1e-9) << j;
  }
}

TEST(CompleteSums, needs_a_value_for_each_mean_or_a_prior) {
  TestTable table = with_missing(random_table(17, 30, 2, 2), 0.2);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i + 1] = table.codes[i] == 1 ? std::nan("") : table.values[2 * i + 1];
  }
  const Summary sums = incomplete_sums(table, MomentKind::full);
  EXPECT_EQ(text_of([&] {
              (void)completed(sums);
            }).rfind("class class 1, column q: class 'class 1' has no value in column 'q'", 0),
            0U);
  const GaussianOptions prior{.estimator = Estimator::map, .prior = {.kappa = 1}};
  EXPECT_NO_THROW((void)completed(sums, prior));
}

TEST(CompleteSums, a_covariance_that_comes_out_singular_is_an_error_with_remedies) {
  const Summary sums = plain_patterns({{1, 2}, {2, 4}, {3, NAN}, {4, 8}}, {"a", "a", "a", "a"}, {}, MomentKind::pooled);
  EXPECT_EQ(failure_with_remedies([&] { (void)completed(sums); }, ErrorCode::bad_data),
            "the values that are there do not determine the shared covariance: expectation-maximisation leads to a "
            "singular one; more rows may help | give drop COL | give shrinkage auto | give ridge R | give estimate map "
            "| give model diagonal-lda");
}

TEST(CompleteSums, of_a_column_that_is_constant_in_a_class_say_so) {
  const Summary sums = plain_patterns({{1, 2}, {2, 2}, {3, NAN}, {5, 2}}, {"a", "a", "a", "a"}, {}, MomentKind::full);
  const std::string message =
      text_of([&] { (void)completed(sums, {.structure = Structure::full, .estimator = Estimator::mle}); });
  EXPECT_EQ(message.find("do not determine"), std::string::npos) << message;
}

TEST(CompleteSums, threads_change_no_bit) {
  const Summary sums = incomplete_sums(with_missing(random_table(19, 200, 6, 2), 0.2), MomentKind::full);
  const GaussianOptions full{.structure = Structure::full, .shrinkage = AutoShrinkage{}};
  EXPECT_EQ(complete_sums(block_of(sums), full, 3), completed(sums, full));
}

TEST(WithoutPatterns, are_completed_for_matrices_and_read_by_column_for_variances) {
  const Summary sums = incomplete_sums(with_missing(random_table(20, 40, 2, 2), 0.2), MomentKind::full);
  EXPECT_EQ(without_patterns(block_of(sums), {}, 1), completed(sums));
  const Moments diagonal = without_patterns(block_of(sums), {.structure = Structure::diagonal}, 1);
  EXPECT_EQ(diagonal.kind, MomentKind::diagonal);
  EXPECT_FALSE(diagonal.column_weight.empty());
  EXPECT_FALSE(diagonal.has_patterns());
}

TEST(CompleteSums, too_many_columns_and_patterns_are_refused_before_the_first_step) {
  const std::size_t d = 2200;
  Moments moments{MomentKind::pooled, std::vector<double>(d), std::vector<double>(d * d), {}, {}};
  for (std::size_t j = 0; j < d; ++j) {
    moments.scatter[j * (d + 1)] = 1;
  }
  Summary sums{.schema = {.blocks = {{}}, .target = "y"},
               .classes = {{"a"}, {20}, {20}},
               .sums = {Moments{.kind = MomentKind::pooled, .mean = {}, .scatter = {}, .third = {}, .fourth = {}}}};
  std::vector<Pattern>& patterns = std::get<Moments>(sums.sums[0]).patterns;
  patterns.push_back({std::vector<std::uint8_t>(d, 1), {10}, {10}, moments.mean, moments.scatter});
  moments.scatter.back() = 0;
  patterns.push_back({std::vector<std::uint8_t>(d, 1), {10}, {10}, moments.mean, moments.scatter});
  patterns.back().present.back() = 0;
  for (std::size_t j = 0; j < d; ++j) {
    sums.schema.blocks[0].features.push_back(std::to_string(j));
  }
  EXPECT_EQ(failure_with_remedies([&] { (void)completed(sums); }, ErrorCode::bad_data),
            "expectation-maximisation over 2200 columns, with 2 patterns of missing values, would take too long; "
            "variances alone need none | give drop COL | give model diagonal-lda");
}

TEST(NeedsCompletion, where_patterns_meet_matrices) {
  const TestTable table = with_missing(random_table(18, 30, 2, 2), 0.2);
  EXPECT_TRUE(needs_completion(block_of(incomplete_sums(table, MomentKind::full)), {}));
  EXPECT_FALSE(
      needs_completion(block_of(incomplete_sums(table, MomentKind::full)), {.structure = Structure::diagonal}));
  EXPECT_FALSE(
      needs_completion(block_of(incomplete_sums(table, MomentKind::diagonal)), {.structure = Structure::diagonal}));
  EXPECT_FALSE(needs_completion(block_of(incomplete_sums(random_table(18, 30, 2, 2), MomentKind::full)), {}));
}

}  // namespace
}  // namespace suffice
