#include "estimate/moments/fisher.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

TEST(WhitenedAxes, are_orthonormal_and_carry_the_eigenvalues) {
  const Summary summary = plain_sums(three_classes(), MomentKind::pooled);
  const WhitenedAxes axes = whitened_axes(summary.classes, gaussians(block_of(summary), {}, Numerators::kept, 1));
  ASSERT_EQ(axes.count, 2U);
  // Of S_W⁻¹ S_B, by scipy.linalg.eigh(S_B, S_W); here Σ = S_W / 11.
  EXPECT_NEAR(axes.squares[0], 11 * 7.304363674865258, 1e-12);
  EXPECT_NEAR(axes.squares[1], 11 * 2.356043333856355, 1e-12);
  EXPECT_NEAR(axes.centre[0], 47.0 / 11, 1e-14);
  EXPECT_NEAR(axes.centre[1], 72.0 / 11, 1e-14);
  const Numbers& u = axes.directions;
  EXPECT_NEAR(u[0] * u[0] + u[2] * u[2], 1, 1e-14);
  EXPECT_NEAR(u[0] * u[1] + u[2] * u[3], 0, 1e-14);
}

TEST(WhitenedAxes, those_along_which_the_means_do_not_differ_are_skipped) {
  // The class means lie on a line; the third column has the same mean in every class up to rounding.
  std::vector<PlainClass> line;
  for (const double shift : {0.0, 1.0, 2.0}) {
    line.push_back({std::to_string(static_cast<int>(shift)),
                    {{shift + 1, 1e3 * shift, 0.1},
                     {shift, 1e3 * shift + 3, 0.4},
                     {shift - 1, 1e3 * shift, 0.7},
                     {shift, 1e3 * shift - 3, 0.3},
                     {shift + 0.5, 1e3 * shift, 1e6}}});
  }
  const Summary summary = plain_sums(line, MomentKind::pooled);
  EXPECT_EQ(whitened_axes(summary.classes, gaussians(block_of(summary), {}, Numerators::kept, 1)).count, 1U);
  for (PlainClass& one : line) {
    one.rows = line.front().rows;
  }
  const Summary alike = plain_sums(line, MomentKind::pooled);
  EXPECT_EQ(whitened_axes(alike.classes, gaussians(block_of(alike), {}, Numerators::kept, 1)).count, 0U);
  EXPECT_FALSE(gaussians(block_of(alike), {.fisher = FisherAxes{}}, Numerators::kept, 1).reduced);
}

TEST(FisherClassifier, all_axes_are_linear_discriminant_analysis) {
  const Summary summary = plain_sums(three_classes(), MomentKind::pooled);
  const Gaussians plain = gaussians(block_of(summary), {}, Numerators::kept, 1);
  for (const std::size_t count : {0U, 2U}) {
    const Gaussians all = gaussians(block_of(summary), {.fisher = FisherAxes{count}}, Numerators::kept, 1);
    EXPECT_EQ(all.means, plain.means);
    EXPECT_FALSE(all.reduced);
  }
}

TEST(FisherClassifier, fewer_axes_project_the_means) {
  const Gaussians one = gaussians(block_of(plain_sums(three_classes(), MomentKind::pooled)), {.fisher = FisherAxes{1}},
                                  Numerators::kept, 1);
  EXPECT_TRUE(one.reduced);
  // μ + Σ w wᵀ (μ_c − μ) with w the first eigenvector, wᵀ Σ w = 1.
  const Numbers expected{4.275467927273909, 6.5435046023221375, 6.48396594360078,
                         4.972184515608416, 1.3207548388337482, 8.645747842759263};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(one.means[i], expected[i], 1e-13);
  }
}

TEST(FisherClassifier, a_constant_column_keeps_its_mean) {
  std::vector<PlainClass> rows = three_classes();
  for (PlainClass& one : rows) {
    for (Numbers& row : one.rows) {
      row.insert(row.begin(), 42);
    }
  }
  const Gaussians one =
      gaussians(block_of(plain_sums(rows, MomentKind::pooled)), {.fisher = FisherAxes{1}}, Numerators::kept, 1);
  EXPECT_EQ(one.means[0], 42);
  EXPECT_NEAR(one.means[1], 4.275467927273909, 1e-13);
}

std::string failure_of(const std::vector<PlainClass>& rows, std::size_t count, ErrorCode code) {
  try {
    gaussians(block_of(plain_sums(rows, MomentKind::pooled)), {.fisher = FisherAxes{count}}, Numerators::kept, 1);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    return text_with_remedies(error);
  }
  return "no error";
}

TEST(FisherClassifier, refuses_what_there_is_not) {
  EXPECT_EQ(failure_of(three_classes(), 3, ErrorCode::usage),
            "3 discriminant axes are asked for, and the classes differ along 2 | give axes 2 | leave out axes");
  EXPECT_EQ(failure_of({three_classes().front()}, 0, ErrorCode::bad_data),
            "Fisher's discriminant separates classes, and there is only one; fit rows of another class too");
  const std::vector<PlainClass> far{{"a", {{1e-140}, {2e-140}}}, {"b", {{1e100}, {1e100}}}};
  EXPECT_NE(failure_of(far, 0, ErrorCode::bad_data).find("too far apart"), std::string::npos);
}

}  // namespace
}  // namespace suffice
