#include "estimate/moments/check_sums.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "plain_patterns.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

std::string failure_of(const Summary& summary, const GaussianOptions& options) {
  try {
    check_sums(block_of(summary), options);
  } catch (const Error& error) {
    return text_with_remedies(error);
  }
  return "no error";
}

Summary incomplete(MomentKind kind) {
  return plain_patterns({{1, 2}, {2, NAN}, {3, 5}, {4, 1}}, {"a", "a", "b", "b"}, {}, kind);
}

TEST(CheckSums, rows_and_classes) {
  EXPECT_EQ(
      failure_of({.schema = {.blocks = {{.features = {"p"}}}, .target = "y"}, .classes = {}, .sums = {Moments{}}}, {}),
      "there are no rows to learn from");
  Summary declared = plain_sums(three_classes(), MomentKind::full);
  declared.classes.weight[1] = 0;
  EXPECT_EQ(failure_of(declared, {}),
            "the class 'b' was declared and has no rows, so it has no mean; fit rows of it, or do not declare it");
}

TEST(CheckSums, the_kind_contains_what_the_structure_needs) {
  for (const Summary& summary : {plain_sums(three_classes(), MomentKind::pooled), incomplete(MomentKind::pooled)}) {
    EXPECT_EQ(failure_of(summary, {.structure = Structure::full}),
              "the sums hold one covariance for all classes and can be read as lda, diagonal-lda, shared-spherical, "
              "centroid, "
              "fisher, not as qda | "
              "refit model qda | refit keep full");
    EXPECT_EQ(failure_of(summary, {}), "no error");
  }
}

TEST(CheckSums, fourth_moments_are_there_for_ledoit_and_wolf) {
  const GaussianOptions options{.shrinkage = LedoitWolfShrinkage{}};
  EXPECT_EQ(failure_of(plain_sums(three_classes(), MomentKind::full), options),
            "the sums do not hold the fourth moments that ledoit-wolf needs | refit shrinkage ledoit-wolf | give "
            "shrinkage oas | give shrinkage auto");
  EXPECT_EQ(failure_of(plain_sums(three_classes(), MomentKind::full, 1, true), options), "no error");
  EXPECT_EQ(
      failure_of(incomplete(MomentKind::full), options),
      "where values are missing there are no fourth moments, which ledoit-wolf needs, unless they are filled in | "
      "give shrinkage oas | give shrinkage auto");
}

TEST(CheckSums, predictive_needs_every_value) {
  const std::string expected =
      "where values are missing there is no predictive estimate, unless they are filled in | give estimate map | give "
      "estimate mean";
  EXPECT_EQ(failure_of(incomplete(MomentKind::full), {.estimator = Estimator::predictive}), expected);
  EXPECT_EQ(failure_of(incomplete(MomentKind::diagonal),
                       {.structure = Structure::diagonal, .estimator = Estimator::predictive}),
            expected);
}

TEST(CheckSums, the_prior_has_a_number_for_each_feature) {
  EXPECT_EQ(failure_of(plain_sums(three_classes(), MomentKind::full),
                       {.estimator = Estimator::map, .prior = {.mean = std::vector<double>{1}}}),
            "the prior has 1 numbers where there are 2 features");
}

TEST(CheckValuesPresent, each_class_has_a_value_in_each_column_or_a_prior) {
  const Summary none =
      plain_patterns({{1, 2}, {2, 4}, {3, NAN}, {4, NAN}}, {"a", "a", "b", "b"}, {}, MomentKind::diagonal);
  const GaussianOptions options{.structure = Structure::diagonal};
  EXPECT_EQ(failure_of(none, options),
            "class b, column q: class 'b' has no value in column 'q', so it has no mean there; fill values in, cut "
            "the column into bins, or fit without it | give column q=mdl | give drop q");
  GaussianOptions prior{.structure = Structure::diagonal, .estimator = Estimator::map};
  EXPECT_NE(failure_of(none, prior), "no error");
  prior.prior.kappa = 1;
  EXPECT_EQ(failure_of(none, prior), "no error");
  const Summary nowhere = plain_patterns({{1, NAN}, {2, NAN}, {3, NAN}}, {"a", "a", "b"}, {}, MomentKind::diagonal);
  EXPECT_EQ(failure_of(nowhere, prior), "column q: no row has a value in column 'q' | give drop q");
  prior.prior.mean = std::vector<double>{0, 0};
  EXPECT_EQ(failure_of(nowhere, prior), "no error");
}

}  // namespace
}  // namespace suffice
