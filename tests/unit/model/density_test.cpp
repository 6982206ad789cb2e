#include "model/moments/density.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"

namespace suffice {
namespace {

void expect_near(const std::vector<double>& values, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(values[i], expected[i], tolerance) << i;
  }
}

// scipy.stats: multivariate_normal(mean, covariance).logpdf(row), multivariate_t(mean, spread · covariance, df).logpdf,
// and for columns the sum of t.logpdf(row, df, mean, √(spread · variance)).
TEST(Density, agrees_with_scipy) {
  const auto check = [](const Gaussians& gaussians, const std::vector<double>& expected) {
    expect_near(log_densities(Density(gaussians, 3), hand_rows), expected, 1e-13);
  };
  check(hand_shared(), {-4.098517653458818, -9.701857945734389, -6.758747298552764, -5.506137695212471});
  check(hand_full(), {-4.098517653458818, -19.24424821551382, -6.758747298552764, -5.08507555364332});
  check(hand_diagonal(), {-4.201955077281406, -10.991817414236888, -6.806121743948074, -5.398067414236886});
  check(with_tail(hand_full(), Tail::joint_t),
        {-4.428850651627096, -10.411971793020864, -6.452949183352105, -5.12029075888586});
  check(with_tail(hand_shared(), Tail::joint_t),
        {-4.428850651627096, -7.735447162163904, -6.452949183352105, -5.528724102851833});
  check(with_tail(hand_diagonal(), Tail::column_t),
        {-4.624640358588207, -8.140577695379811, -6.522666922733675, -5.301286020469099});
}

TEST(Density, the_marginal_is_the_density_of_the_columns_that_are_kept) {
  const std::vector<std::size_t> kept{0, 2};
  const std::vector<double> rows{0.5, std::nan(""), 2.0, 3.0, std::nan(""), -0.5};
  // scipy.stats as above, with the first and third entries of everything.
  expect_near(log_densities(Density(hand_full(), 3).marginal(kept), rows),
              {-2.728482816623039, -7.476305290752242, -5.928654637928883, -3.8825552907522405}, 1e-13);
  expect_near(log_densities(Density(with_tail(hand_full(), Tail::joint_t), 3).marginal(kept), rows),
              {-2.9829896322297453, -5.460272781737176, -5.251648027141054, -3.68020312665383}, 1e-13);
}

TEST(Density, no_columns_say_nothing) {
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Density nothing = Density(gaussians, 3).marginal({});
    expect_near(log_densities(nothing, hand_rows), {0, 0, 0, 0}, 0);
    expect_near(relative_log_densities(nothing, hand_rows), {0, 0, 0, 0}, 0);
  }
}

TEST(Density, the_relative_log_joint_differs_by_a_term_that_is_equal_for_all_classes) {
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Density density(gaussians, 3);
    const std::vector<double> absolute = log_densities(density, hand_rows);
    const std::vector<double> relative = relative_log_densities(density, hand_rows);
    for (std::size_t i = 0; i < absolute.size(); i += 2) {
      EXPECT_NEAR(relative[i + 1] - relative[i], absolute[i + 1] - absolute[i], 1e-13);
    }
  }
}

TEST(Density, squared_distances_are_under_the_scale_of_the_class) {
  const auto distances = [](const Gaussians& gaussians) {
    const Density density(gaussians, 3);
    return scores(density, hand_rows,
                  [&](Panel& panel, std::span<PanelColumn> out) { density.squared_distances(panel, out); });
  };
  // numpy: (x−μ) · solve(Σ, x−μ)
  const std::vector<double> expected{1.8100208768267225, 32.86870503597122, 7.130480167014613, 4.5503597122302155};
  expect_near(distances(hand_full()), expected, 1e-13);
  expect_near(distances(with_tail(hand_full(), Tail::joint_t)),
              {expected[0] / 1.25, expected[1] / 1.5, expected[2] / 1.25, expected[3] / 1.5}, 1e-13);
}

TEST(Density, a_class_far_away_costs_the_near_ones_no_digits) {
  for (const double far : {1e3, 1e6, 0x1p30, 1e15}) {
    Gaussians shared = on_a_line({0, 3, far, far + 3}, 2);
    Gaussians full = shared;
    full.shared = false;
    full.factors.assign(4, shared.factors.front());
    Gaussians diagonal = full;
    diagonal.diagonal = true;
    diagonal.variances.assign(4, 2);
    Gaussians shared_diagonal = diagonal;
    shared_diagonal.shared = true;
    shared_diagonal.variances.resize(1);
    for (const Gaussians& gaussians : {shared, full, diagonal, shared_diagonal}) {
      const Density density(gaussians, 1);
      for (const double x : {0.0, 3.0, 1.25, far, far + 1}) {
        const std::size_t near = x < 100 ? 0 : 2;
        const auto log_normal = [&](double mean) {
          return -0.5 * (std::log(4 * std::numbers::pi) + (x - mean) * (x - mean) / 2);
        };
        const std::vector<double> out = log_densities(density, std::vector{x});
        const std::vector<double> relative = relative_log_densities(density, std::vector{x});
        EXPECT_NEAR(out[near], log_normal(gaussians.means[near]), 1e-12);
        EXPECT_NEAR(out[near + 1], log_normal(gaussians.means[near + 1]), 1e-12);
        EXPECT_NEAR(relative[near + 1] - relative[near], out[near + 1] - out[near], 1e-10);
      }
    }
  }
}

TEST(Density, finite_rows_beyond_the_range_of_a_double_never_give_nan) {
  const double huge = 1.7e308;
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Density density(gaussians, 3);
    for (const std::vector<double>& row :
         {std::vector{huge, huge, huge}, std::vector{huge, -huge, 0.0}, std::vector{-1e300, 1e300, 1e160},
          std::vector{0.0, huge, 0.0}, std::vector{1e155, 1.0, 1.0}}) {
      for (const double value : log_densities(density, row)) {
        EXPECT_TRUE(gaussians.tail == Tail::gaussian ? value == -INFINITY : std::isfinite(value)) << value;
      }
      const std::vector<double> relative = relative_log_densities(density, row);
      EXPECT_TRUE(std::isfinite(std::max(relative[0], relative[1]))) << relative[0] << " " << relative[1];
      EXPECT_FALSE(std::isnan(relative[0] + relative[1]));
    }
  }
}

TEST(Density, far_out_the_class_that_is_nearest_by_its_own_scale_wins) {
  // (0, 0, 1e300): variances 1.5 and 0.8 of the third column alone.
  const std::vector<double> row{0, 0, 1e300};
  EXPECT_EQ(relative_log_densities(Density(hand_diagonal(), 3), row)[1], -INFINITY);
  // Shared: the second class lies further up the second column.
  const std::vector<double> up{0, 1e300, 0};
  const std::vector<double> linear = relative_log_densities(Density(hand_shared_diagonal(), 3), up);
  EXPECT_DOUBLE_EQ(linear[1] - linear[0], 2e300);
  // Student's t: far out, log densities differ by (ν+d) log scale, not by distance.
  const std::vector<double> out = relative_log_densities(Density(with_tail(hand_diagonal(), Tail::joint_t), 3), row);
  const std::vector<double> less =
      relative_log_densities(Density(with_tail(hand_diagonal(), Tail::joint_t), 3), std::vector{0.0, 0.0, 1e150});
  EXPECT_NEAR((out[1] - out[0]) - (less[1] - less[0]), -0.5 * (10 - 7.5) * 2 * 150 * std::log(10), 1e-9);
}

TEST(Density, a_prior_of_zero_is_minus_infinity_even_where_only_that_class_is_near) {
  const std::vector<double> log_prior{0, -INFINITY};
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Density density(gaussians, 3);
    for (const std::vector<double>& row : {hand_rows, std::vector{1e300, 1e300, -1e300}, std::vector{-1e300, 0., 1.}}) {
      const std::vector<double> out = scores(density, row, [&](Panel& panel, std::span<PanelColumn> columns) {
        density.relative_log_joint(panel, log_prior, columns);
      });
      EXPECT_TRUE(std::isfinite(out[0]));
      EXPECT_EQ(out[1], -INFINITY);
    }
  }
}

TEST(Density, columns_without_a_say_do_not_enter) {
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    Gaussians wide = gaussians;
    wide.columns = {1, 2, 4};
    wide.means = {9, 0, 0, 9, 1, 8, 1, 2, 8, -1};
    const std::vector<double> row{1e6, 0.5, -1.0, std::nan(""), 2.0};
    EXPECT_EQ(log_densities(Density(wide, 5), row),
              log_densities(Density(gaussians, 3), std::span(hand_rows).first(3)));
  }
}

TEST(Density, draws_have_the_mean_and_the_covariance) {
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Density density(gaussians, 3);
    Random random(1);
    const int n = 20'000;
    const std::size_t c = 1;
    std::vector<double> row(3);
    std::vector<double> mean(3);
    std::vector<double> products(9);
    for (int i = 0; i < n; ++i) {
      density.sample(c, random, row);
      for (std::size_t j = 0; j < 3; ++j) {
        mean[j] += (row[j] - gaussians.means[3 + j]) / n;
        for (std::size_t k = 0; k < 3; ++k) {
          products[3 * j + k] += (row[j] - gaussians.means[3 + j]) * (row[k] - gaussians.means[3 + k]) / n;
        }
      }
    }
    const double stretch = gaussians.tail == Tail::gaussian ? 1 : gaussians.spread[c] * 7 / (7 - 2.0);
    const std::vector<double>& covariance = hand_covariances[gaussians.shared ? 0 : 1];
    for (std::size_t j = 0; j < 3; ++j) {
      const double variance = stretch * covariance[4 * j];
      EXPECT_NEAR(mean[j], 0, 5 * std::sqrt(variance / n));
      for (std::size_t k = 0; k < 3; ++k) {
        const double expected = gaussians.diagonal && j != k ? 0 : stretch * covariance[3 * j + k];
        // A squared t has a variance of 5 times what a squared normal has (7 degrees of freedom).
        EXPECT_NEAR(products[3 * j + k], expected,
                    5 * std::sqrt(2.0 * 5 / n) * stretch * std::sqrt(covariance[4 * j] * covariance[4 * k]));
      }
    }
  }
}

}  // namespace
}  // namespace suffice
