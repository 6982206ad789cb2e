#include "estimate/values/cut_points.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/options.hpp"

namespace suffice {
namespace {

using Places = std::vector<std::size_t>;

TEST(MdlCuts, are_where_the_classes_change) {
  // two classes, five bins: 10 | 10 | 0 | 0 | 10 rows of the first, the others of the second
  EXPECT_EQ(mdl_cuts(std::vector<double>{10, 0, 10, 0, 0, 10, 0, 10, 10, 0}, 2), (Places{1, 3}));
}

TEST(MdlCuts, are_none_where_classes_are_spread_alike) {
  EXPECT_TRUE(mdl_cuts(std::vector<double>{10, 5, 10, 5, 10, 5}, 2).empty());
  EXPECT_TRUE(mdl_cuts(std::vector<double>{2, 1, 1, 2}, 2).empty());  // six rows are too few to tell
  EXPECT_TRUE(mdl_cuts(std::vector<double>{10, 20}, 1).empty());
  EXPECT_TRUE(mdl_cuts(std::vector<double>{0, 0, 0, 0}, 2).empty());
}

TEST(MdlCuts, of_several_edges_around_an_empty_bin_are_the_first) {
  EXPECT_EQ(mdl_cuts(std::vector<double>{20, 0, 0, 0, 0, 0, 0, 20}, 2), Places{0});
}

TEST(MdlCuts, have_no_limit_of_classes) {
  std::vector<double> counts(2 * 2000);
  for (std::size_t c = 0; c < 1000; ++c) {
    counts[c] = 100;
    counts[2000 + 1000 + c] = 100;
  }
  EXPECT_EQ(mdl_cuts(counts, 2000), Places{0});
}

TEST(EqualWidthCuts, are_the_nearest_edges) {
  EXPECT_EQ(equal_width_cuts(std::vector<double>{0, 1, 2, 7, 8, 10}, 2), Places{3});
  EXPECT_EQ(equal_width_cuts(std::vector<double>{0, 1, 2, 7, 8, 10}, 5), (Places{2, 3, 4}));
  EXPECT_TRUE(equal_width_cuts({}, 2).empty());
}

TEST(EqualFrequencyCuts, leave_equally_many_rows) {
  EXPECT_EQ(equal_frequency_cuts(std::vector<double>{1, 2, 3, 0, 2, 1, 0, 3}, 2, 2), Places{1});
  EXPECT_EQ(equal_frequency_cuts(std::vector<double>{5, 0, 5, 0, 5}, 1, 3), (Places{0, 2}));
  EXPECT_EQ(equal_frequency_cuts(std::vector<double>{5, 0, 5, 0, 5}, 1, 9), (Places{0, 2}));
  EXPECT_TRUE(equal_frequency_cuts(std::vector<double>{0, 5, 0}, 1, 2).empty());
}

TEST(JoinBins, adds_the_counts_of_neighbours) {
  const Block block{.kind = Kind::categories,
                    .features = {"colour", "x", "y"},
                    .edges = {{}, {1, 2, 3}, {5}},
                    .missing_values = {0, 1, 0}};
  const ClassCounts classes{.labels = {"a", "b"}, .rows = {30, 30}, .weight = {30, 30}};
  const ValueCounts sums{.values = {{"red"}, {"< 1", "1 to 2", "2 to 3", ">= 3", "(missing)"}, {"< 5", ">= 5"}},
                         .counts = {30, 30, 10, 0, 15, 1, 2, 13, 0, 13, 3, 3, 4, 4, 5, 5}};
  const ValueOptions options{.cuts = {{"x", {}}, {"y", {}}}};
  const JoinedBins joined = join_bins({block, classes, sums}, options);
  EXPECT_EQ(joined.block.edges, (std::vector<std::vector<double>>{{}, {2}, {edge_below_all}}));
  EXPECT_EQ(joined.sums.values,
            (std::vector<std::vector<std::string>>{{"red"}, {"< 2", ">= 2", "(missing)"}, {"any number"}}));
  EXPECT_EQ(joined.sums.counts, (std::vector<double>{30, 30, 25, 1, 2, 26, 3, 3, 9, 9}));
}

TEST(Cuts, are_read_and_written) {
  for (const std::string text : {"mdl", "equal-width:5", "equal-frequency:1024"}) {
    EXPECT_EQ(to_text(parse_cuts(text)), text);
  }
  for (const std::string text : {"", "mdl:3", "equal-width", "equal-width:", "equal-width:1", "equal-frequency:1025",
                                 "equal-frequency:x", "equal:4"}) {
    EXPECT_THROW(parse_cuts(text), Error) << text;
  }
}

}  // namespace
}  // namespace suffice
