#include "estimate/moments/normal_inverse_wishart.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "plain_patterns.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

Gaussians estimate_of(Structure structure, Estimator estimator, const GaussianPrior& prior = {}) {
  const GaussianOptions options{.structure = structure, .estimator = estimator, .prior = prior};
  return normal_inverse_wishart(block_of(plain_sums(three_classes(), MomentKind::full)), options, {0, 1});
}

// Σ of class c with its spread: xx, xy, yy, or xx, yy when diagonal.
Numbers covariance_of(const Gaussians& gaussians, std::size_t c) {
  const std::size_t k = gaussians.shared ? 0 : c;
  Numbers result;
  for (const std::size_t i : gaussians.diagonal ? std::vector<std::size_t>{0, 1} : std::vector<std::size_t>{0, 1, 3}) {
    const std::size_t size = gaussians.diagonal ? 2 : 4;
    result.push_back(gaussians.spread[c] * gaussians.numerator[k * size + i] / gaussians.divisor[k]);
  }
  return result;
}

void expect_near(const Numbers& found, const Numbers& expected, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 4e-15 * (1 + std::abs(expected[i]))) << what << ", number " << i;
  }
}

// The expected numbers are the formulas of MODELS §3 on three_classes(), worked out apart from this code.
TEST(NormalInverseWishart, map_and_mean_with_the_default_prior) {
  // S₀ = diag(11/6, 55/12), ν₀ = 4: S_n = S₀ + S_c; map divides by n_c + 8, mean by n_c + 1.
  const Gaussians full_map = estimate_of(Structure::full, Estimator::map);
  expect_near(covariance_of(full_map, 0), {41.0 / 72, 1.0 / 3, 223.0 / 144}, "full map a");
  expect_near(covariance_of(full_map, 1), {41.0 / 72, 0.75, 271.0 / 144}, "full map b");
  expect_near(covariance_of(full_map, 2), {0.5909090909090909, -0.060606060606060615, 0.8409090909090909}, "c");
  EXPECT_EQ(full_map.means, block_of(plain_sums(three_classes(), MomentKind::full)).sums.mean);
  expect_near(covariance_of(estimate_of(Structure::full, Estimator::mean), 2), {1.625, -1.0 / 6, 2.3125}, "full mean");
  // Shared: ν_n = 15; map divides by 15 + 2 + 1 + 3, mean by 15 − 3.
  expect_near(covariance_of(estimate_of(Structure::shared, Estimator::map), 0),
              {0.7857142857142857, 0.5873015873015873, 1.9642857142857142}, "shared map");
  expect_near(covariance_of(estimate_of(Structure::shared, Estimator::mean), 0), {1.375, 37.0 / 36, 3.4375},
              "shared mean");
  // Diagonal: ν₀ = 3 in each column; map divides by n_c + 6, mean by n_c + 1; shared by 3 + 11 + 2 + 3 and 12.
  expect_near(covariance_of(estimate_of(Structure::diagonal, Estimator::map), 0), {41.0 / 60, 223.0 / 120}, "diagonal");
  expect_near(covariance_of(estimate_of(Structure::diagonal, Estimator::mean), 2), {1.625, 2.3125}, "diagonal mean");
  expect_near(covariance_of(estimate_of(Structure::shared_diagonal, Estimator::map), 0), {16.5 / 19, 41.25 / 19},
              "shared diagonal map");
  expect_near(covariance_of(estimate_of(Structure::shared_diagonal, Estimator::mean), 0), {1.375, 3.4375},
              "shared diagonal mean");
  // Spheres: s₀ = 77/12, ν₀ = 4, ν_n = 4 + 2 n_c; map divides by ν_n + 4, mean by ν_n − 2; shared by 26 + 8 and 24.
  expect_near(covariance_of(estimate_of(Structure::spherical, Estimator::map), 0),
              {1.5885416666666665, 1.5885416666666665}, "spherical map");
  expect_near(covariance_of(estimate_of(Structure::spherical, Estimator::mean), 2), {1.96875, 1.96875}, "spherical");
  expect_near(covariance_of(estimate_of(Structure::shared_spherical, Estimator::map), 0),
              {1.6985294117647056, 1.6985294117647056}, "shared spherical map");
  expect_near(covariance_of(estimate_of(Structure::shared_spherical, Estimator::mean), 0), {2.40625, 2.40625},
              "shared spherical mean");
}

TEST(NormalInverseWishart, a_given_prior) {
  const GaussianPrior prior{.kappa = 2.5, .nu = 6.5, .mean = {{3, 4}}, .variance = {{0.5, 2}}};
  const Gaussians map = estimate_of(Structure::full, Estimator::map, prior);
  expect_near(covariance_of(map, 0), {0.40583554376657827, 0.32891246684350134, 1.2095490716180373}, "a");
  expect_near(covariance_of(map, 1), {2.527851458885942, 2.053050397877984, 2.3342175066313}, "b");
  expect_near(covariance_of(map, 2), {0.4276094276094276, -0.49831649831649816, 4.983164983164982}, "c");
  expect_near(map.means,
              {2.6923076923076925, 3.3846153846153846, 5.769230769230769, 5.846153846153846, 2.6363636363636362,
               7.636363636363637},
              "m_c");
  expect_near(covariance_of(estimate_of(Structure::full, Estimator::mean, prior), 1),
              {4.8871794871794885, 3.9692307692307693, 4.512820512820513}, "mean");
  expect_near(covariance_of(estimate_of(Structure::shared, Estimator::map, prior), 0),
              {2.013242077071865, 1.1834548430293113, 4.879035857759261}, "shared map");
  expect_near(covariance_of(estimate_of(Structure::shared, Estimator::mean, prior), 0),
              {3.2628406076681946, 1.9180130214612974, 7.9074029418856995}, "shared mean");
}

TEST(NormalInverseWishart, predictive_is_a_t) {
  const Gaussians full = estimate_of(Structure::full, Estimator::predictive);
  EXPECT_EQ(full.tail, Tail::joint_t);
  EXPECT_EQ(full.degrees, (Numbers{2, 2, 1}));  // n_c − 1 − d + 1
  expect_near(full.spread, {1.25, 1.25, 4.0 / 3}, "spread");
  expect_near(covariance_of(full, 0), {3.125, 2.5, 8.75}, "full a");
  expect_near(covariance_of(full, 2), {56.0 / 9, -8.0 / 9, 56.0 / 9}, "full c");
  const Gaussians shared = estimate_of(Structure::shared, Estimator::predictive);
  EXPECT_EQ(shared.degrees, (Numbers{7, 7, 7}));  // n − C − d + 1
  expect_near(covariance_of(shared, 0), {2.6190476190476195, 2.2023809523809526, 6.547619047619047}, "shared a");
  expect_near(covariance_of(shared, 2), {2.793650793650794, 2.3492063492063493, 6.984126984126983}, "shared c");
  const Gaussians diagonal = estimate_of(Structure::diagonal, Estimator::predictive);
  EXPECT_EQ(diagonal.tail, Tail::column_t);
  EXPECT_EQ(diagonal.degrees, (Numbers{3, 3, 2}));  // n_c − 1
  expect_near(covariance_of(diagonal, 1), {25.0 / 12, 7.5}, "diagonal b");
  const Gaussians one_diagonal = estimate_of(Structure::shared_diagonal, Estimator::predictive);
  EXPECT_EQ(one_diagonal.degrees, (Numbers{8, 8, 8}));
  expect_near(covariance_of(one_diagonal, 0), {1.25 * 11 / 6, 1.25 * 55 / 12}, "shared diagonal a");
  const Gaussians spheres = estimate_of(Structure::spherical, Estimator::predictive);
  EXPECT_EQ(spheres.tail, Tail::joint_t);
  EXPECT_EQ(spheres.degrees, (Numbers{7, 7, 5}));  // d n_c − 1
  expect_near(covariance_of(spheres, 2), {112.0 / 45, 112.0 / 45}, "sphere c");
  const Gaussians sphere = estimate_of(Structure::shared_spherical, Estimator::predictive);
  EXPECT_EQ(sphere.degrees, (Numbers{19, 19, 19}));  // d n − C
  expect_near(covariance_of(sphere, 0), {1.25 * 154 / 57, 1.25 * 154 / 57}, "shared sphere a");
}

std::string failure_of(const std::vector<PlainClass>& rows, Structure structure, Estimator estimator,
                       const GaussianPrior& prior = {}) {
  const GaussianOptions options{.structure = structure, .estimator = estimator, .prior = prior};
  try {
    normal_inverse_wishart(block_of(plain_sums(rows, MomentKind::full)), options, {0, 1});
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    return text_with_remedies(error);
  }
  return "no error";
}

TEST(NormalInverseWishart, too_few_rows_for_the_estimate_to_exist) {
  const std::vector<PlainClass> few{{"a", {{1, 2}, {2, 1}, {4, 3}}}, {"b", {{6, 5}, {8, 8}}}};
  EXPECT_EQ(
      failure_of(few, Structure::full, Estimator::predictive),
      "class b: there is no predictive estimate of the covariance of class 'b': nu is 1 with 2 rows, and must be at "
      "least 2; more rows raise it | give drop COL | give estimate map | give model lda | give model gaussian-nb");
  EXPECT_EQ(failure_of(few, Structure::diagonal, Estimator::predictive), "no error");
  const GaussianPrior weak{.kappa = {}, .nu = 0, .mean = {}, .variance = {}};
  EXPECT_NE(failure_of(few, Structure::full, Estimator::mean, weak)
                .find("no posterior mean of the covariance of class 'a': nu is 3 with 3 rows, and must be greater "
                      "than 3"),
            std::string::npos);
  const GaussianPrior negative{.kappa = {}, .nu = -20, .mean = {}, .variance = {}};
  EXPECT_NE(failure_of(few, Structure::shared, Estimator::map, negative)
                .find("no posterior mode of the shared covariance: nu is -15 with 5 rows, and must be "
                      "greater than -5"),
            std::string::npos);
}

TEST(NormalInverseWishart, the_default_prior_needs_rows_to_take_its_scale_from) {
  Summary light = plain_sums(three_classes(), MomentKind::full, 0.25);
  const GaussianOptions options{.estimator = Estimator::map};
  try {
    normal_inverse_wishart(block_of(light), options, {0, 1});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "the prior of map needs more rows (weight 2.75) than classes (3), or a variance of its own");
  }
}

// Class a has 4 values in p and 3 in q, class b 2 and 4: means (2.5, 3), (7, 7), S_a = (5, 14), S_b = (2, 18).
Gaussians estimate_of_incomplete_rows(Structure structure, Estimator estimator, const GaussianPrior& prior = {}) {
  const Summary sums = plain_patterns({{1, 2}, {2, 1}, {4, 6}, {3, NAN}, {NAN, 5}, {8, 8}, {6, 5}, {NAN, 10}},
                                      {"a", "a", "a", "a", "b", "b", "b", "b"}, {}, MomentKind::diagonal);
  return normal_inverse_wishart(block_of(sums), {.structure = structure, .estimator = estimator, .prior = prior},
                                {0, 1});
}

TEST(NormalInverseWishart, each_column_has_its_own_weight_where_values_are_missing) {
  // S₀ = (7/4, 32/5), ν₀ = 3; map divides by n_cj + 6, mean by n_cj + 1.
  const Gaussians map = estimate_of_incomplete_rows(Structure::diagonal, Estimator::map);
  expect_near(covariance_of(map, 0), {6.75 / 10, 20.4 / 9}, "map a");
  expect_near(covariance_of(map, 1), {3.75 / 8, 24.4 / 10}, "map b");
  expect_near(covariance_of(estimate_of_incomplete_rows(Structure::diagonal, Estimator::mean), 1), {3.75 / 3, 24.4 / 5},
              "mean");
  // Shared: ν_n = 3 + n_j; map divides by ν_n + 1 + 1 + 2.
  expect_near(covariance_of(estimate_of_incomplete_rows(Structure::shared_diagonal, Estimator::map), 0),
              {8.75 / 13, 38.4 / 14}, "shared map");
  // Sphere: ν_n = 4 + 7, map divides by ν_n + 4, mean by ν_n − 2.
  expect_near(covariance_of(estimate_of_incomplete_rows(Structure::spherical, Estimator::map), 0),
              {27.15 / 15, 27.15 / 15}, "spherical map");
  expect_near(covariance_of(estimate_of_incomplete_rows(Structure::spherical, Estimator::mean), 1),
              {28.15 / 8, 28.15 / 8}, "spherical mean");
}

TEST(NormalInverseWishart, means_move_by_the_weight_of_their_values) {
  const GaussianPrior prior{.kappa = 2, .nu = 3, .mean = Numbers{0, 1}, .variance = Numbers{1, 1}};
  const Gaussians found = estimate_of_incomplete_rows(Structure::diagonal, Estimator::map, prior);
  expect_near(found.means, {10.0 / 6, 11.0 / 5, 14.0 / 4, 30.0 / 6}, "means");
  // S_n = 1 + S + (2 n / (2 + n)) (x̄ − m₀)²
  expect_near(covariance_of(found, 0), {(6 + 8.0 / 6 * 6.25) / 10, (15 + 6.0 / 5 * 4) / 9}, "a");
  expect_near(covariance_of(found, 1), {(3 + 49.0) / 8, (19 + 8.0 / 6 * 36) / 10}, "b");
}

}  // namespace
}  // namespace suffice
