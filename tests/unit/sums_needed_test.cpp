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
            (Keep{MomentKind::full, true}));
  EXPECT_EQ(sums_needed({.structure = Structure::shared, .shrinkage = OasShrinkage{}}),
            (Keep{MomentKind::pooled, false}));
}

TEST(ReadableModels, follow_the_kind) {
  using Names = std::vector<std::string>;
  const auto models = [](MomentKind kind) { return readable_models({kind, {}, {}, {}, {}}); };
  EXPECT_EQ(models(MomentKind::full), model_names());
  EXPECT_EQ(models(MomentKind::pooled), (Names{"lda", "diagonal-lda", "shared-spherical", "centroid", "fisher"}));
  EXPECT_EQ(models(MomentKind::diagonal),
            (Names{"gaussian-nb", "diagonal-lda", "spherical", "shared-spherical", "centroid"}));
  EXPECT_EQ(models(MomentKind::pooled_diagonal), (Names{"diagonal-lda", "shared-spherical", "centroid"}));
}

}  // namespace
}  // namespace suffice
