#include "estimate/moments/plug_in.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "plain_patterns.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

Gaussians estimate_of(const GaussianOptions& options) {
  return plug_in(block_of(plain_sums(three_classes(), MomentKind::full)), options, {0, 1});
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

TEST(PlugIn, rda_towards_variances_mixes_with_a_shared_scatter_that_is_shrunk) {
  const Gaussians rda =
      estimate_of({.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.25, RdaTarget::variances}});
  const Gaussians shared = estimate_of({.shrinkage = AutoShrinkage{}});
  EXPECT_EQ(rda.target, Target::own_diagonal);
  EXPECT_EQ(rda.divisor, (Numbers{7.5, 7.5, 7}));
  EXPECT_DOUBLE_EQ(rda.numerator[0], 0.5 * 5 + 0.5 * shared.numerator[0]);
  EXPECT_DOUBLE_EQ(rda.numerator[1], 0.5 * 4 + 0.5 * (1 - shared.lambda[0]) * shared.numerator[1]);
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

std::string failure_of(const std::vector<PlainClass>& rows, const GaussianOptions& options, double weight = 1) {
  try {
    plug_in(block_of(plain_sums(rows, MomentKind::full, weight)), options, {0, 1});
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    return text_with_remedies(error);
  }
  return "no error";
}

TEST(PlugIn, needs_rows_to_divide_by) {
  const std::vector<PlainClass> lone{{"a", {{1, 2}, {2, 1}, {4, 3}}}, {"b", {{6, 5}}}};
  EXPECT_EQ(failure_of(lone, {.structure = Structure::full, .estimator = Estimator::unbiased}),
            "class b: the unbiased estimate needs a class to weigh more than 1, and class 'b' weighs 1 | give drop "
            "COL | give shrinkage auto | give ridge R | give estimate map | give model lda | give model gaussian-nb");
  EXPECT_EQ(
      failure_of(lone, {.structure = Structure::full, .estimator = Estimator::unbiased, .shrinkage = AutoShrinkage{}}),
      "no error");
  const std::string light = failure_of(three_classes(), {.estimator = Estimator::unbiased}, 0.25);
  EXPECT_EQ(light.find("the unbiased estimate needs more rows (weight 2.75) than classes (3) | give drop COL"), 0U)
      << light;
  EXPECT_NE(failure_of(three_classes(), {.structure = Structure::diagonal, .shrinkage = AutoShrinkage{}}, 0.25),
            "no error");
}

// Class a has 4 values in p and 3 in q, class b 2 and 4: S_a = (5, 14), S_b = (2, 18).
Summary incomplete() {
  return plain_patterns({{1, 2}, {2, 1}, {4, 6}, {3, NAN}, {NAN, 5}, {8, 8}, {6, 5}, {NAN, 10}},
                        {"a", "a", "a", "a", "b", "b", "b", "b"}, {}, MomentKind::diagonal);
}

void expect_variances(const Gaussians& found, const Numbers& expected) {
  ASSERT_EQ(found.numerator.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_DOUBLE_EQ(found.numerator[i] / found.divisor[i / 2], expected[i]) << i;
  }
}

TEST(PlugIn, each_column_is_divided_by_its_own_weight_where_values_are_missing) {
  const auto of = [](const GaussianOptions& options) { return plug_in(block_of(incomplete()), options, {0, 1}); };
  using enum Structure;
  const Estimator unbiased = Estimator::unbiased;
  expect_variances(of({.structure = diagonal}), {5.0 / 4, 14.0 / 3, 1, 18.0 / 4});
  expect_variances(of({.structure = diagonal, .estimator = unbiased}), {5.0 / 3, 7, 2, 6});
  expect_variances(of({.structure = diagonal, .shrinkage = AutoShrinkage{}}),
                   {(5 + 7.0 / 4) / 5, (14 + 32.0 / 5) / 4, (2 + 7.0 / 4) / 3, (18 + 32.0 / 5) / 5});
  expect_variances(of({.structure = shared_diagonal}), {7.0 / 6, 32.0 / 7});
  expect_variances(of({.structure = shared_diagonal, .estimator = unbiased}), {7.0 / 4, 32.0 / 5});
  expect_variances(of({.structure = spherical}), {19.0 / 7, 19.0 / 7, 20.0 / 6, 20.0 / 6});
  expect_variances(of({.structure = spherical, .estimator = unbiased}), {19.0 / 5, 19.0 / 5, 5, 5});
  expect_variances(of({.structure = shared_spherical}), {3, 3});
  expect_variances(of({.structure = shared_spherical, .estimator = unbiased}), {39.0 / 9, 39.0 / 9});
  EXPECT_EQ(of({.structure = identity}).means, (Numbers{2.5, 3, 7, 7}));
}

TEST(PlugIn, needs_values_to_divide_by) {
  const Summary one =
      plain_patterns({{1, 2}, {2, NAN}, {4, 6}, {3, 9}}, {"a", "a", "b", "b"}, {}, MomentKind::diagonal);
  try {
    (void)plug_in(block_of(one), {.structure = Structure::diagonal, .estimator = Estimator::unbiased}, {0, 1});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(text_with_remedies(error).rfind(
                  "column q: the unbiased estimate needs the values of a class to weigh more than 1, and those "
                  "of class 'a' in column 'q' weigh 1 | give drop q",
                  0),
              0U)
        << error.what();
  }
}

}  // namespace
}  // namespace suffice
