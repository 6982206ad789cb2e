#include "estimate/plug_in.hpp"

#include <string>

#include <gtest/gtest.h>

#include "plain_sums.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

Gaussians estimate_of(const EstimateOptions& options) {
  return plug_in(plain_sums(three_classes(), MomentKind::full), options, {0, 1});
}

TEST(PlugIn, keeps_numerator_and_divisor_apart) {
  const Gaussians full = estimate_of({.structure = Structure::full, .estimator = Estimator::unbiased});
  EXPECT_EQ(full.divisor, (Numbers{3, 3, 2}));
  EXPECT_EQ(full.lambda, (Numbers{0, 0, 0}));
  EXPECT_EQ(Numbers(full.numerator.begin(), full.numerator.begin() + 4), (Numbers{5, 4, 4, 14}));
  EXPECT_EQ(full.spread, (Numbers{1, 1, 1}));
  EXPECT_EQ(full.tail, Tail::gaussian);
  EXPECT_TRUE(full.degrees.empty());
  const Gaussians shared = estimate_of({.shrinkage = FixedShrinkage{0.5}});
  EXPECT_EQ(shared.divisor, Numbers{11});
  EXPECT_EQ(shared.lambda, Numbers{0.5});
  EXPECT_EQ(shared.target, Target::mean_variance);
  EXPECT_FALSE(shared.nothing_to_shrink);
}

TEST(PlugIn, automatic_shrinkage_of_classes_is_a_sum_not_a_lambda) {
  const Gaussians full = estimate_of({.structure = Structure::full, .shrinkage = AutoShrinkage{}});
  EXPECT_EQ(full.divisor, (Numbers{7, 7, 6}));
  EXPECT_EQ(full.lambda, (Numbers{0, 0, 0}));
  const Gaussians diagonal = estimate_of({.structure = Structure::diagonal, .shrinkage = AutoShrinkage{}});
  EXPECT_EQ(diagonal.divisor, (Numbers{5, 5, 4}));
  EXPECT_DOUBLE_EQ(diagonal.numerator[0], 5 + 44.0 / 24);
}

TEST(PlugIn, rda_mixes_scatters_and_weights) {
  const Gaussians rda = estimate_of({.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.25}});
  EXPECT_EQ(rda.divisor, (Numbers{7.5, 7.5, 7}));
  EXPECT_EQ(rda.lambda, (Numbers{0.25, 0.25, 0.25}));
  EXPECT_EQ(rda.target, Target::mean_variance);
  EXPECT_DOUBLE_EQ(rda.numerator[1], 0.5 * 4 + 0.5 * 37 / 3);
}

TEST(PlugIn, spheres_have_nothing_to_shrink) {
  const Gaussians sphere = estimate_of({.structure = Structure::spherical, .shrinkage = FixedShrinkage{0.5}});
  EXPECT_TRUE(sphere.nothing_to_shrink);
  EXPECT_EQ(sphere.lambda, (Numbers{0, 0, 0}));
  EXPECT_EQ(Numbers(sphere.numerator.begin(), sphere.numerator.begin() + 4), (Numbers{9.5, 9.5, 11.5, 11.5}));
  const Gaussians identity = estimate_of({.structure = Structure::identity});
  EXPECT_EQ(identity.numerator, (Numbers{1, 1}));
  EXPECT_EQ(identity.divisor, Numbers{1});
}

std::string failure_of(const std::vector<PlainClass>& rows, const EstimateOptions& options, double weight = 1) {
  try {
    plug_in(plain_sums(rows, MomentKind::full, weight), options, {0, 1});
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    return error.what();
  }
  return "no error";
}

TEST(PlugIn, needs_rows_to_divide_by) {
  const std::vector<PlainClass> lone{{"a", {{1, 2}, {2, 1}, {4, 3}}}, {"b", {{6, 5}}}};
  EXPECT_EQ(failure_of(lone, {.structure = Structure::full, .estimator = Estimator::unbiased}),
            "class b: the unbiased estimate needs a class to weigh more than 1, and class 'b' weighs 1. Fit more rows, "
            "leave columns out (--drop), shrink (--shrinkage auto), add a ridge (--ridge R), take a prior (--estimate "
            "map), or estimate less (--model lda or gaussian-nb)");
  EXPECT_EQ(
      failure_of(lone, {.structure = Structure::full, .estimator = Estimator::unbiased, .shrinkage = AutoShrinkage{}}),
      "no error");
  const std::string light = failure_of(three_classes(), {.estimator = Estimator::unbiased}, 0.25);
  EXPECT_EQ(light.find("the unbiased estimate needs more rows (weight 2.75) than classes (3). Fit more rows"), 0U)
      << light;
  EXPECT_NE(failure_of(three_classes(), {.structure = Structure::diagonal, .shrinkage = AutoShrinkage{}}, 0.25),
            "no error");
}

}  // namespace
}  // namespace suffice
