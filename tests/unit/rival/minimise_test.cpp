#include "rival/minimise.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

// Σ a_i (x_i − i)² / 2 + Σ exp(x_i − i), convex, of widely different curvatures.
Slope bowl(std::span<const double> x) {
  Slope slope{0, std::vector<double>(x.size())};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = std::pow(10, static_cast<double>(i));
    const double u = x[i] - static_cast<double>(i);
    slope.value += a * u * u / 2 + std::exp(u);
    slope.gradient[i] = a * u + std::exp(u);
  }
  return slope;
}

TEST(Minimise, finds_where_the_gradient_vanishes) {
  const Minimum found =
      minimise(bowl, std::vector<double>(5), [](std::span<double>) {}, {.tolerance = 1e-10, .scaled = true});
  EXPECT_TRUE(found.converged);
  EXPECT_LE(largest_entry(bowl(found.point).gradient), 1e-10);
}

TEST(Minimise, a_good_guess_of_the_hessian_saves_evaluations) {
  const auto guess = [](std::span<double> vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) {
      vector[i] /= std::pow(10, static_cast<double>(i)) + 1;
    }
  };
  const Minimum plain =
      minimise(bowl, std::vector<double>(5), [](std::span<double>) {}, {.tolerance = 1e-10, .scaled = true});
  const Minimum found = minimise(bowl, std::vector<double>(5), guess, {.tolerance = 1e-10});
  EXPECT_TRUE(found.converged);
  EXPECT_LT(found.evaluations, plain.evaluations);
}

TEST(Minimise, ends_when_told) {
  const Minimum found =
      minimise(bowl, std::vector<double>(5), [](std::span<double>) {}, {.tolerance = 0, .stop = [] { return true; }});
  EXPECT_FALSE(found.converged);
  EXPECT_EQ(found.evaluations, 1U);
}

}  // namespace
}  // namespace suffice
