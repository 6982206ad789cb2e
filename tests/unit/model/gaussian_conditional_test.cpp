#include "model/moments/gaussian_conditional.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

const Block block{.features = {"a", "b", "c"}};
const std::vector<double> log_prior{std::log(0.25), std::log(0.75)};

TEST(GaussianConditional, explanations_add_up_to_the_log_joint) {
  std::vector<double> values = hand_rows;
  for (const bool gap : {false, true}) {
    values[1] = gap ? std::nan("") : values[1];
    for (const Gaussians& gaussians :
         {hand_shared(), hand_full(), hand_diagonal(), hand_shared_diagonal(),
          with_tail(hand_diagonal(), Tail::column_t), with_tail(hand_shared_diagonal(), Tail::column_t)}) {
      const GaussianConditional conditional(gaussians, block);
      const Explanation found = conditional.explain(Batch::row_major(values.data(), 2, 3), 0, log_prior);
      const std::vector<std::size_t> kept{0, 2};
      const std::vector<double> scores =
          log_densities(gap ? conditional.density().marginal(kept) : conditional.density(), std::span(values).first(3));
      ASSERT_EQ(found.contributions.size(), gap ? 2U : 3U);
      for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_NEAR(found.log_joint[c], scores[c] + log_prior[c], 1e-13);
        double sum = found.base[c];
        for (const Contribution& part : found.contributions) {
          sum += part.scores[c];
        }
        EXPECT_EQ(found.log_joint[c], sum);
      }
      EXPECT_EQ(found.contributions[0].feature, "a");
      EXPECT_EQ(found.contributions[0].value, "0.5");
    }
  }
}

TEST(GaussianConditional, contributions_are_log_densities_of_columns_or_parts_of_linear_scores) {
  const BlockRows rows = Batch::row_major(hand_rows.data(), 1, 3);
  const Explanation columns = GaussianConditional(hand_diagonal(), block).explain(rows, 0, log_prior);
  EXPECT_NEAR(columns.contributions[0].scores[0], -0.5 * (std::log(2 * M_PI * 2) + 0.125), 1e-15);
  EXPECT_EQ(columns.base, log_prior);
  // Means −1 and 1 of variance 2: β = ∓½ about the centre 0.
  const double x = 3;
  const Explanation scores = GaussianConditional(on_a_line({-1, 1}, 2), Block{.features = {"x"}})
                                 .explain(Batch::row_major(&x, 1, 1), 0, log_prior);
  EXPECT_NEAR(scores.contributions[0].scores[0], -1.5, 1e-15);
  EXPECT_NEAR(scores.contributions[0].scores[1], 1.5, 1e-15);
  // −½ (P_00 u_0² + Σ P_0k u_0 u_k) with the precisions of each class.
  const GaussianConditional full(hand_full(), block);
  const Explanation squares = full.explain(rows, 0, log_prior);
  const QuadraticForm form = full.quadratic_form();
  for (std::size_t c = 0; c < 2; ++c) {
    double part = 0;
    const Gaussians& gaussians = full.density().gaussians();
    const auto u = [&](std::size_t j) { return hand_rows[j] - gaussians.means[c * 3 + j]; };
    for (std::size_t k = 0; k < 3; ++k) part += form.matrices[c * 9 + k] * u(0) * u(k);
    EXPECT_NEAR(squares.contributions[0].scores[c], part, 1e-13);
  }
}

TEST(GaussianConditional, at_the_midpoint_of_two_class_means_no_column_speaks_for_either) {
  const Gaussians gaussians = hand_shared();
  std::vector<double> row(3);
  for (std::size_t j = 0; j < 3; ++j) {
    row[j] = (gaussians.means[j] + gaussians.means[3 + j]) / 2;
  }
  for (const double moved : {0.0, 0.75}) {
    row[1] += moved;
    const Explanation found = GaussianConditional(gaussians, block)
                                  .explain(Batch::row_major(row.data(), 1, 3), 0, log_prior, ClassPair{0, 1});
    for (const Contribution& part : found.contributions) {
      const double odds = part.scores[0] - part.scores[1];
      if (moved == 0 || part.feature != "b") {
        EXPECT_NEAR(odds, 0, 1e-14);
      } else {
        EXPECT_GT(std::abs(odds), 0.01);
      }
    }
    EXPECT_NEAR(found.base[0] - found.base[1], log_prior[0] - log_prior[1], 1e-14);
  }
}

TEST(GaussianConditional, a_multivariate_t_has_one_part) {
  const BlockRows rows = Batch::row_major(hand_rows.data(), 1, 3);
  for (const Gaussians& gaussians : {with_tail(hand_full(), Tail::joint_t), with_tail(hand_shared(), Tail::joint_t)}) {
    const GaussianConditional conditional(gaussians, block);
    const Explanation found = conditional.explain(rows, 0, log_prior);
    const std::vector<double> scores = log_densities(conditional.density(), std::span(hand_rows).first(3));
    ASSERT_EQ(found.contributions.size(), 1U);
    EXPECT_EQ(found.contributions[0].feature, "3 numbers together");
    EXPECT_EQ(found.base, log_prior);
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_NEAR(found.log_joint[c], scores[c] + log_prior[c], 1e-13);
    }
  }
}

TEST(GaussianConditional, has_neither_terms_nor_impossible_rows) {
  const BlockRows rows = Batch::row_major(hand_rows.data(), 1, 3);
  EXPECT_THROW(static_cast<void>(GaussianConditional::strongest({}, 1, log_prior)), Error);
  std::vector<double> left = log_prior;
  EXPECT_EQ(GaussianConditional::impossible(rows, 0, left), std::nullopt);
}

TEST(GaussianConditional, far_out_rows_give_no_nan) {
  const std::vector<double> row{1e300, -1e308, 1e308};
  for (const Gaussians& gaussians : {hand_shared(), hand_full(), hand_diagonal()}) {
    const Explanation found =
        GaussianConditional(gaussians, block).explain(Batch::row_major(row.data(), 1, 3), 0, log_prior);
    EXPECT_FALSE(std::isnan(found.log_joint[0]));
    EXPECT_FALSE(std::isnan(found.log_joint[1]));
  }
}

TEST(GaussianConditional, the_linear_form_names_the_features) {
  EXPECT_EQ(GaussianConditional(hand_shared(), block).linear_form().names, block.features);
  EXPECT_THROW(static_cast<void>(GaussianConditional(hand_full(), block).linear_form()), Error);
}

}  // namespace
}  // namespace suffice
