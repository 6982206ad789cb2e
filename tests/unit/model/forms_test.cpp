#include "model/moments/forms.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"

namespace suffice {
namespace {

TEST(Forms, the_linear_form_is_in_the_columns_own_units) {
  // Two classes at (0, 5) and (2, 5) with variance 4 in the first column; the second is ignored.
  Gaussians gaussians = on_a_line({0, 5, 2, 5}, 4);
  gaussians.spread = {1, 1};
  const LinearForm form = linear_form(gaussians, 2);
  EXPECT_EQ(form.coefficients, (std::vector<double>{0, 0, 0.5, 0}));
  EXPECT_EQ(form.intercepts, (std::vector<double>{0, -0.5}));
}

TEST(Forms, reproduce_the_log_densities_up_to_a_term_that_is_equal_for_all_classes) {
  for (const Gaussians& gaussians : {hand_shared(), hand_full(), hand_diagonal(), hand_shared_diagonal()}) {
    EXPECT_TRUE(is_quadratic(gaussians));
    EXPECT_EQ(is_linear(gaussians), gaussians.shared);
    const std::vector<double> densities = log_densities(Density(gaussians, 3), hand_rows);
    const QuadraticForm quadratic = quadratic_form(gaussians, 3);
    const LinearForm linear = gaussians.shared ? linear_form(gaussians, 3) : LinearForm{};
    for (std::size_t i = 0; i < 2; ++i) {
      const double* x = hand_rows.data() + 3 * i;
      std::vector<double> polynomial = quadratic.intercepts;
      std::vector<double> line = linear.intercepts;
      for (std::size_t c = 0; c < 2; ++c) {
        for (std::size_t j = 0; j < 3; ++j) {
          for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_EQ(quadratic.matrices[9 * c + 3 * j + k], quadratic.matrices[9 * c + 3 * k + j]);
            polynomial[c] += x[j] * quadratic.matrices[9 * c + 3 * j + k] * x[k];
          }
          polynomial[c] += quadratic.coefficients[3 * c + j] * x[j];
          if (gaussians.shared) {
            line[c] += linear.coefficients[3 * c + j] * x[j];
          }
        }
      }
      const double expected = densities[2 * i + 1] - densities[2 * i];
      EXPECT_NEAR(polynomial[1] - polynomial[0], expected, 1e-12);
      if (gaussians.shared) {
        EXPECT_NEAR(line[1] - line[0], expected, 1e-12);
      }
    }
  }
}

TEST(Forms, students_t_has_none) {
  EXPECT_FALSE(is_quadratic(with_tail(hand_shared(), Tail::joint_t)));
  EXPECT_FALSE(is_linear(with_tail(hand_shared(), Tail::joint_t)));
}

}  // namespace
}  // namespace suffice
