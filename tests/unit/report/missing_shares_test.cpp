// share_missing(): values that are summed nowhere, and those that are values and indicators of their own.
#include <gtest/gtest.h>

#include "suffice/report.hpp"

namespace suffice {
namespace {

TEST(MissingShares, AMissingValueOfItsOwnIsMissing) {
  const Summary summary{
      {.blocks = {{.kind = Kind::categories, .features = {"s", "t"}, .missing_values = {1, 0}}}, .target = "y"},
      {{"a", "b"}, {4, 4}, {4, 4}},
      {ValueCounts{{{"(missing)", "u"}, {"w"}}, {1, 1, 3, 3, 4, 4}}}};
  EXPECT_EQ(share_missing(summary, {}), 2.0 / 16);
  EXPECT_EQ(share_missing(summary, {.features = {"s"}}), 2.0 / 8);
}

TEST(MissingShares, SoIsOneWithAnIndicator) {
  const Block block{
      .kind = Kind::measurements, .features = {"x", "k=u", "k=(missing)"}, .indicators = {{"k", {"u", "(missing)"}}}};
  const Summary summary{{.blocks = {block}, .target = "y"},
                        {{"a", "b"}, {4, 4}, {4, 4}},
                        {Moments{MomentKind::diagonal, {1, 0.5, 0.25, 3, 0.5, 0.5}, {1, 1, 1, 1, 1, 1}, {}, {}}}};
  EXPECT_EQ(share_missing(summary, {}), 3.0 / 16) << "of two columns, three of eight values of one";
}

TEST(MissingShares, WhatBecomesOfThemIsSaid) {
  const Summary summary{
      {.blocks = {{.kind = Kind::categories, .features = {"s"}, .missing_values = {1}}}, .target = "y"},
      {{"a", "b"}, {4, 4}, {4, 4}},
      {ValueCounts{{{"(missing)", "u"}}, {1, 1, 3, 3}}}};
  const MissingValues found = missing_values({{.readings = {{.options = ValueOptions{}}}}, summary});
  EXPECT_EQ(found.share, 2.0 / 8);
  EXPECT_EQ(found.patterns, 0U);
  EXPECT_EQ(found.handling, (std::vector<std::string>{"a missing value is a value of its own"}));
}

TEST(MissingShares, AColumnOfSeveralOpinionsCountsOnce) {
  const Summary summary{
      {.blocks = {{.kind = Kind::categories, .features = {"x"}, .edges = {{1}}, .missing_values = {1}},
                  {.features = {"x"}, .fills = {0.5}}},
       .target = "y"},
      {{"a", "b"}, {4, 4}, {4, 4}},
      {ValueCounts{{{"< 1", ">= 1", "(missing)"}}, {3, 0, 0, 3, 1, 1}},
       Moments{MomentKind::diagonal, {0.5, 2}, {1, 1}, {}, {}}}};
  const MissingValues found = missing_values(
      {{.readings = {{.options = ValueOptions{}}, {.block = 1, .options = GaussianOptions{}, .opinion = 1}}}, summary});
  EXPECT_EQ(found.share, 2.0 / 8) << "the sums of the second do not tell";
}

}  // namespace
}  // namespace suffice
