#include "suffice/sums_needed.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(SumsNeeded, the_smallest_that_the_structure_can_be_read_from) {
  const auto kind = [](Structure structure) { return sums_needed({.structure = structure}).moments; };
  EXPECT_EQ(kind(Structure::full), MomentKind::full);
  EXPECT_EQ(kind(Structure::shared), MomentKind::pooled);
  EXPECT_EQ(kind(Structure::diagonal), MomentKind::diagonal);
  EXPECT_EQ(kind(Structure::spherical), MomentKind::diagonal);
  EXPECT_EQ(kind(Structure::shared_diagonal), MomentKind::pooled_diagonal);
  EXPECT_EQ(kind(Structure::shared_spherical), MomentKind::pooled_diagonal);
  EXPECT_EQ(kind(Structure::identity), MomentKind::pooled_diagonal);
}

TEST(SumsNeeded, ledoit_wolf_needs_fourth_moments_which_only_full_sums_have) {
  EXPECT_EQ(sums_needed({.structure = Structure::shared, .shrinkage = LedoitWolfShrinkage{}}),
            (Keep{.moments = MomentKind::full, .fourth = true}));
  EXPECT_EQ(sums_needed({.structure = Structure::shared, .shrinkage = OasShrinkage{}}),
            (Keep{.moments = MomentKind::pooled}));
}

TEST(SumsNeeded, follow_the_family) {
  EXPECT_EQ(sums_needed(options_for("categorical-nb")), (Keep{.sums = SumKind::values}));
  EXPECT_EQ(sums_needed(options_for("gamma-nb")), (Keep{.sums = SumKind::amounts}));
  for (const std::string name : {"bernoulli-nb", "multinomial-nb", "boolean-nb", "complement-nb"}) {
    EXPECT_EQ(sums_needed(options_for(name)), (Keep{.sums = SumKind::terms}));
  }
}

TEST(ReadableModels, follow_the_sums) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(readable_models({{}, {}, TermCounts{}}),
            (Names{"bernoulli-nb", "multinomial-nb", "boolean-nb", "complement-nb"}));
  EXPECT_EQ(readable_models({{}, {}, ValueCounts{}}), Names{"categorical-nb"});
  EXPECT_EQ(readable_models({{}, {}, AmountSums{}}),
            (Names{"poisson-nb", "exponential-nb", "geometric-nb", "gamma-nb"}));
}

TEST(ReadableModels, follow_the_kind) {
  using Names = std::vector<std::string>;
  const auto models = [](MomentKind kind) { return readable_models({{}, {}, Moments{kind, {}, {}, {}, {}}}); };
  EXPECT_EQ(models(MomentKind::full), Names(model_names().begin(), model_names().begin() + 9));
  EXPECT_EQ(models(MomentKind::pooled), (Names{"lda", "diagonal-lda", "shared-spherical", "centroid", "fisher"}));
  EXPECT_EQ(models(MomentKind::diagonal),
            (Names{"gaussian-nb", "diagonal-lda", "spherical", "shared-spherical", "centroid"}));
  EXPECT_EQ(models(MomentKind::pooled_diagonal), (Names{"diagonal-lda", "shared-spherical", "centroid"}));
}

}  // namespace
}  // namespace suffice
