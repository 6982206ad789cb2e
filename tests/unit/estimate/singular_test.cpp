#include "estimate/moments/singular.hpp"

#include <string>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

std::string failure_of(const std::vector<PlainClass>& rows, const GaussianOptions& options) {
  try {
    gaussians(block_of(plain_sums(rows, MomentKind::full, 1, true)), options, Numerators::kept, 1);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    return text_with_remedies(error);
  }
  return "no error";
}

// In class b, q is constant and r = 2 p.
const std::vector<PlainClass> rows{{"a", {{1, 2, 5}, {2, 1, 7}, {4, 3, 1}, {3, 6, 2}, {9, 9, 1}}},
                                   {"b", {{6, 5, 12}, {8, 5, 16}, {7, 5, 14}, {9, 5, 18}}}};
const std::vector<PlainClass> lone{{"a", {{1, 2}, {2, 1}, {4, 3}}}, {"b", {{6, 5}}}};

TEST(Singular, names_class_rank_features_rows_and_remedies) {
  EXPECT_EQ(failure_of(rows, {.structure = Structure::full}),
            "class b: the covariance of class 'b' is singular: rank 1 for 3 features, with 4 rows in the class; 'q' is "
            "constant there; the other features determine 'r'; more rows may help | give shrinkage auto | give "
            "column q=mdl | give ridge R | give estimate map | give model lda | give model gaussian-nb");
  EXPECT_EQ(failure_of(rows, {.structure = Structure::diagonal}),
            "class b: the covariance of class 'b' is singular: rank 2 for 3 features, with 4 rows in the class; 'q' is "
            "constant there; more rows may help | give shrinkage auto | give column q=mdl | give ridge R | give "
            "estimate map | give model diagonal-lda");
}

TEST(Singular, a_shared_covariance_has_no_class) {
  const std::vector<PlainClass> twice{{"a", {{1, 1}, {2, 2}, {4, 4}}}, {"b", {{6, 6}, {8, 8}}}};
  EXPECT_EQ(failure_of(twice, {}),
            "the shared covariance is singular: rank 1 for 2 features, with 5 rows in 2 classes; the other features "
            "determine 'q'; more rows may help | give drop q | give shrinkage auto | give ridge R | give estimate map "
            "| give model diagonal-lda");
}

TEST(Singular, a_class_of_one_row) {
  const std::string constant = "rank 0 for 2 features, with 1 row in the class; 'p' and 'q' are constant there;";
  EXPECT_NE(failure_of(lone, {.structure = Structure::full}).find(constant), std::string::npos);
  EXPECT_NE(failure_of(lone, {.structure = Structure::diagonal}).find(constant), std::string::npos);
  EXPECT_NE(failure_of(lone, {.structure = Structure::full, .shrinkage = FixedShrinkage{0.5}}).find(constant),
            std::string::npos);
  EXPECT_NE(failure_of(lone, {.structure = Structure::full, .shrinkage = LedoitWolfShrinkage{}}).find(constant),
            std::string::npos);
  EXPECT_EQ(
      failure_of(lone, {.structure = Structure::spherical}),
      "class b: the covariance of class 'b' is zero: 1 row in the class, all alike; more rows may vary | give ridge "
      "R | give estimate map | give model shared-spherical | give model centroid");
  for (const GaussianOptions& options :
       std::vector<GaussianOptions>{{.structure = Structure::full, .shrinkage = AutoShrinkage{}},
                                    {.structure = Structure::diagonal, .shrinkage = AutoShrinkage{}},
                                    {.structure = Structure::full, .ridge = 0.1},
                                    {.structure = Structure::spherical, .ridge = 0.1},
                                    {.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0}},
                                    {.structure = Structure::full, .estimator = Estimator::map},
                                    {.structure = Structure::diagonal, .estimator = Estimator::mean},
                                    {.structure = Structure::spherical, .estimator = Estimator::map},
                                    {.structure = Structure::shared},
                                    {.structure = Structure::identity}}) {
    EXPECT_EQ(failure_of(lone, options), "no error");
  }
}

TEST(Singular, fewer_rows_than_features) {
  const std::vector<PlainClass> wide{{"a", {{1, 2, 9, 4}, {2, 1, 7, 5}}}, {"b", {{6, 5, 1, 2}, {8, 3, 2, 7}}}};
  EXPECT_NE(failure_of(wide, {}).find("rank 2 for 4 features, with 4 rows in 2 classes"), std::string::npos);
  EXPECT_NE(failure_of(wide, {.structure = Structure::full}).find("rank 1 for 4 features, with 2 rows in the class"),
            std::string::npos);
  EXPECT_EQ(failure_of(wide, {.shrinkage = AutoShrinkage{}}), "no error");
  EXPECT_EQ(failure_of(wide, {.shrinkage = OasShrinkage{}}), "no error");
  EXPECT_EQ(failure_of(wide, {.estimator = Estimator::map}), "no error");
}

TEST(Singular, spheres_without_variance) {
  EXPECT_EQ(failure_of({{"a", {{1, 2}}}, {"b", {{6, 5}}}}, {.structure = Structure::shared_spherical}),
            "the shared covariance is zero: 2 rows in 2 classes, all alike; more rows may vary | give ridge R | give "
            "estimate map | give model centroid");
}

TEST(Singular, says_which_covariance_it_is) {
  try {
    gaussians(block_of(plain_sums(rows, MomentKind::full)), {.structure = Structure::full}, Numerators::kept, 1);
    FAIL();
  } catch (const SingularError& error) {
    EXPECT_EQ(error.k(), 1U);
  }
}

TEST(Singular, values_that_do_not_determine_a_covariance) {
  const Summary summary = plain_sums(rows, MomentKind::full);
  try {
    throw_undetermined(block_of(summary), {.structure = Structure::full}, 1, "goes astray");
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), "class b");
    EXPECT_EQ(error.message().rfind("the values that are there do not determine the covariance of class 'b': "
                                    "expectation-maximisation goes astray; more rows may help",
                                    0),
              0U);
  }
}

TEST(LeastShareLeft, is_what_the_columns_before_do_not_explain) {
  EXPECT_DOUBLE_EQ(least_share_left(*cholesky({4, 0, 0, 9}, 2, 1)), 1);
  EXPECT_DOUBLE_EQ(least_share_left(*cholesky({1, 0.6, 0.6, 1}, 2, 1)), 0.64);
}

TEST(Remedies, are_those_that_the_options_can_take_and_do_not_ask_for) {
  const Summary summary = plain_sums(rows, MomentKind::full);
  const auto helps = [&](const GaussianOptions& options) {
    return text_with_remedies(Error(ErrorCode::bad_data, "", "", remedies(block_of(summary), options)));
  };
  EXPECT_EQ(helps({.structure = Structure::full, .shrinkage = RdaShrinkage{}, .ridge = 1}),
            " | give drop COL | give rda A,G | give model lda | give model gaussian-nb");
  EXPECT_EQ(helps({.structure = Structure::full, .estimator = Estimator::predictive}),
            " | give drop COL | give estimate map | give model lda | give model gaussian-nb");
  EXPECT_EQ(helps({.structure = Structure::shared_diagonal, .estimator = Estimator::map}),
            " | give drop COL | give ridge R | give model centroid");
}

}  // namespace
}  // namespace suffice
