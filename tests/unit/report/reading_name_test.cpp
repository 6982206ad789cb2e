// What readings of the same columns are called.
#include <gtest/gtest.h>

#include "suffice/options.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

const GaussianOptions shared{.structure = Structure::shared};

TEST(ReadingName, says_how_columns_enter) {
  Block block{.features = {"x", "colour=red"}};
  EXPECT_EQ(reading_name(block, shared), "lda");
  block.normal_scores = {{}, {}};
  EXPECT_EQ(reading_name(block, shared), "lda");
  block.normal_scores[0] = {{0, 1}, {-1, 1}};
  EXPECT_EQ(reading_name(block, shared), "lda on normal scores");
  block.indicators = {{"colour", {"red"}, {"blue"}}};
  EXPECT_EQ(reading_name(block, shared), "lda with indicators on normal scores");
}

TEST(ReadingName, counts_the_bins_of_values_that_depend_on_each_other) {
  Block block{.kind = Kind::categories, .features = {"x", "y", "colour"}, .edges = {{1, 2, 3}, {5}, {}}};
  ValueOptions options{.dependence = Dependence::one};
  EXPECT_EQ(reading_name(block, options), "aode, 4 bins");
  options.cuts = {{"x", Cuts{}}};
  EXPECT_EQ(reading_name(block, options), "aode") << "its bins are joined by a rule";
  EXPECT_EQ(reading_name(block, ValueOptions{}), "categorical-nb");
  block.edges.clear();
  EXPECT_EQ(reading_name(block, ValueOptions{.dependence = Dependence::one}), "aode");
}

}  // namespace
}  // namespace suffice
