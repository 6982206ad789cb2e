#include "estimate/moments/columns.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "plain_patterns.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

using Columns = std::vector<std::size_t>;

// p varies, q is constant, r is constant within each class only.
const std::vector<PlainClass> rows{{"a", {{1, 7, 3}, {2, 7, 3}}}, {"b", {{6, 7, 4}, {8, 7, 4}}}};

std::string failure_of(const GaussianOptions& options) {
  try {
    informative_columns(block_of(plain_sums(rows, MomentKind::full)), options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    return text_with_remedies(error);
  }
  return "no error";
}

TEST(InformativeColumns, one_that_separates_the_classes_is_named) {
  EXPECT_EQ(
      failure_of({}),
      "column r: 'r' is constant within each class (or too small to square) but not between classes, so the class "
      "follows from it alone: take it as a category | give column r=categorical");
  EXPECT_EQ(failure_of({.structure = Structure::full, .shrinkage = AutoShrinkage{}}), failure_of({}));
  EXPECT_EQ(failure_of({.structure = Structure::diagonal, .estimator = Estimator::map}), failure_of({}));
  EXPECT_EQ(failure_of({.shrinkage = FixedShrinkage{0}}), failure_of({}));
  EXPECT_EQ(failure_of({.structure = Structure::full, .shrinkage = RdaShrinkage{1, 0}}), failure_of({}));
  EXPECT_EQ(
      failure_of({.estimator = Estimator::map, .prior = {.kappa = {}, .nu = {}, .mean = {}, .variance = {{1, 1, 0}}}}),
      failure_of({}));
}

// Column 1 is constant over all rows, column 2 within each class.
TEST(InformativeColumns, all_stay_that_are_given_a_variance) {
  const Summary summary = plain_sums(rows, MomentKind::full);
  EXPECT_EQ(informative_columns(block_of(summary), {.ridge = 0.1}), (Columns{0, 1, 2}));
  const std::vector<GaussianOptions> shrunk{{.shrinkage = FixedShrinkage{0.1}},
                                            {.shrinkage = OasShrinkage{}},
                                            {.structure = Structure::full, .shrinkage = LedoitWolfShrinkage{}},
                                            {.structure = Structure::full, .shrinkage = RdaShrinkage{0, 0.1}}};
  for (const GaussianOptions& options : shrunk) {
    EXPECT_EQ(informative_columns(block_of(summary), options), (Columns{0, 2}));
  }
  const GaussianOptions by_variance{.estimator = Estimator::mean,
                                    .prior = {.kappa = {}, .nu = {}, .mean = {}, .variance = {{0, 0, 1}}}};
  EXPECT_EQ(informative_columns(block_of(summary), by_variance), (Columns{0, 2}));
  const GaussianOptions by_means{.estimator = Estimator::map,
                                 .prior = {.kappa = 1, .nu = {}, .mean = {}, .variance = {}}};
  EXPECT_EQ(informative_columns(block_of(summary), by_means), (Columns{0, 2}));
}

TEST(InformativeColumns, spheres_take_what_separates_too_and_the_identity_all) {
  const Summary summary = plain_sums(rows, MomentKind::diagonal);
  for (const Structure structure : {Structure::spherical, Structure::shared_spherical}) {
    EXPECT_EQ(informative_columns(block_of(summary), {.structure = structure}), (Columns{0, 2}));
  }
  EXPECT_EQ(informative_columns(block_of(summary), {.structure = Structure::identity}), (Columns{0, 1, 2}));
}

TEST(InformativeColumns, a_single_class_has_no_column_that_separates) {
  const Summary summary = plain_sums({rows.front()}, MomentKind::pooled);
  EXPECT_EQ(informative_columns(block_of(summary), {}), Columns{0});
}

TEST(ListFeatures, quotes_their_names) {
  EXPECT_EQ(list_features(plain_sums(rows, MomentKind::full).schema.blocks[0], Columns{0, 2}), "'p' and 'r'");
}

TEST(Dropping, names_up_to_ten_columns) {
  const Block block = plain_sums(rows, MomentKind::full).schema.blocks[0];
  EXPECT_EQ(dropping(block, Columns{0, 2}), (Remedy{"drop", {"p", "r"}}));
  EXPECT_EQ(dropping(block, Columns{}), (Remedy{"drop", {"COL"}}));
  EXPECT_EQ(dropping(block, Columns(11, 0)), (Remedy{"drop", {"COL"}}));
}

TEST(InformativeColumns, a_class_without_a_value_does_not_differ) {
  const Summary sums =
      plain_patterns({{1, 7}, {2, 7}, {6, NAN}, {8, NAN}}, {"a", "a", "b", "b"}, {}, MomentKind::diagonal);
  EXPECT_EQ(informative_columns(block_of(sums), {.structure = Structure::diagonal}), Columns{0});
}

}  // namespace
}  // namespace suffice
