#include "model/moments/partial_gaussian.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"
#include "model/moments/parameters.hpp"

namespace suffice {
namespace {

// Three classes over d correlated columns of different units, one in every four of which is ignored.
Gaussians correlated(std::size_t d, bool shared) {
  std::mt19937 bits(5);
  std::normal_distribution<double> normal;
  Gaussians gaussians;
  gaussians.shared = shared;
  gaussians.spread.assign(3, 1);
  const std::size_t features = d + d / 3;
  for (std::size_t j = 0; j < features && gaussians.columns.size() < d; ++j) {
    if (j % 4 != 3) {
      gaussians.columns.push_back(j);
    }
  }
  for (std::size_t i = 0; i < 3 * features; ++i) {
    gaussians.means.push_back(3 * normal(bits) * std::pow(10.0, static_cast<double>(i % features % 3)));
  }
  for (std::size_t k = 0; k < gaussians.count(); ++k) {
    std::vector<double> roots(d * 2 * d);
    for (double& root : roots) {
      root = normal(bits);
    }
    std::vector<double> covariance(d * d);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        const double unit = std::pow(10.0, static_cast<double>(gaussians.columns[i] % 3 + gaussians.columns[j] % 3));
        for (std::size_t l = 0; l < 2 * d; ++l) {
          covariance[i * d + j] += unit * (roots[i * 2 * d + l] * roots[j * 2 * d + l] + 0.3) / static_cast<double>(d);
        }
      }
    }
    gaussians.factors.push_back(*cholesky(covariance, d, 1));
  }
  return gaussians;
}

Gaussians students(Gaussians gaussians) {
  gaussians.tail = Tail::joint_t;
  gaussians.spread = {1.25, 1.5, 1.1};
  gaussians.degrees = {4.5, 7, 30};
  return gaussians;
}

void expect_near(const std::vector<double>& values, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_NEAR(values[i], expected[i], tolerance * (1 + std::abs(expected[i]))) << i;
  }
}

// Differences to the first class.
std::vector<double> differences(std::vector<double> scores) {
  for (std::size_t i = 0; i < scores.size(); i += 3) {
    scores[i + 1] -= scores[i];
    scores[i + 2] -= scores[i];
    scores[i] = 0;
  }
  return scores;
}

std::vector<double> distances(const Density& density, std::span<const double> rows) {
  return scores(density, rows,
                [&](Panel& panel, std::span<PanelColumn> out) { density.squared_distances(panel, out); });
}

TEST(PartialGaussian, agrees_with_the_density_of_the_columns_that_are_kept) {
  std::mt19937 bits(6);
  std::normal_distribution<double> normal;
  for (const std::size_t d : {2U, 3U, 7U, 30U}) {
    const std::size_t features = d + d / 3;
    for (const Gaussians& gaussians :
         {correlated(d, true), correlated(d, false), students(correlated(d, true)), students(correlated(d, false))}) {
      const Density whole(gaussians, features);
      for (std::size_t missing = 1; missing <= d / 2; missing += 1 + d / 8) {
        std::vector<std::size_t> kept;
        for (std::size_t k = 0; k < d; ++k) {
          if (k * missing / d == (k + 1) * missing / d) {
            kept.push_back(k);
          }
        }
        ASSERT_EQ(kept.size(), d - missing);
        std::vector<double> rows(5 * features);
        for (std::size_t i = 0; i < rows.size(); ++i) {
          rows[i] = 3 * normal(bits) * std::pow(10.0, static_cast<double>(i % features % 3));
        }
        const Density part = whole.marginal(kept);
        const Density anew(marginal(gaussians, kept), features);
        ASSERT_EQ(part.layout().slots, anew.layout().slots);
        expect_near(log_densities(part, rows), log_densities(anew, rows), 1e-11);
        expect_near(differences(relative_log_densities(part, rows)), differences(relative_log_densities(anew, rows)),
                    1e-10);
        expect_near(distances(part, rows), distances(anew, rows), 1e-11);
      }
    }
  }
}

TEST(PartialGaussian, far_out_agrees_too_and_never_gives_nan) {
  const std::vector<std::size_t> kept{0, 2, 3};
  for (const Gaussians& gaussians :
       {correlated(4, true), correlated(4, false), students(correlated(4, true)), students(correlated(4, false))}) {
    const Density part = Density(gaussians, 5).marginal(kept);
    const Density anew(marginal(gaussians, kept), 5);
    for (const double far : {1e8, 1e100, 1e160, 1e300, 1.7e308}) {
      const std::vector<double> rows{far, 0, 1, 0, -far, 0, 0, -far, 0, 1, far, 0, far, 0, far, 0, -far, far, 0, -far};
      const std::vector<double> scores = log_densities(part, rows);
      const std::vector<double> expected = log_densities(anew, rows);
      const std::vector<double> relative = relative_log_densities(part, rows);
      const std::vector<double> expected_relative = relative_log_densities(anew, rows);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        ASSERT_FALSE(std::isnan(scores[i]));
        ASSERT_FALSE(std::isnan(relative[i]));
        ASSERT_TRUE(scores[i] == expected[i] || std::abs(scores[i] - expected[i]) <= 1e-10 * std::abs(expected[i]))
            << far << " " << scores[i] << " " << expected[i];
      }
      for (std::size_t i = 0; i < scores.size(); i += 3) {
        const auto best = [&](const std::vector<double>& all) {
          return std::max_element(all.begin() + static_cast<std::ptrdiff_t>(i),
                                  all.begin() + static_cast<std::ptrdiff_t>(i) + 3) -
                 all.begin();
        };
        EXPECT_EQ(best(relative), best(expected_relative)) << far;
        EXPECT_TRUE(std::isfinite(relative[static_cast<std::size_t>(best(relative))]));
      }
    }
  }
}

}  // namespace
}  // namespace suffice
