#include "summary/moments/open_moments.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Numbers = std::vector<double>;

const std::vector<std::uint32_t> codes{0, 0};
const std::vector<std::uint32_t> class_of_code{0};
const std::vector<std::size_t> order{0};

LabelledRows rows_of(const Numbers& values) {
  return {Batch::row_major(values.data(), values.size() / 2, 2), std::span(codes).first(values.size() / 2),
          class_of_code};
}

TEST(OpenMoments, without_missing_values_are_those_of_the_chain) {
  OpenMoments sums({{.moments = MomentKind::pooled}, 2});
  MomentChain::Workspace workspace;
  const Numbers complete{1, 2, 3, 6};
  sums.complete.add(rows_of(complete), 1, workspace);
  EXPECT_EQ(sums.rows(), 2U);
  EXPECT_EQ(sums.incomplete_rows(), 0U);
  const Moments closed = std::move(sums).close(order);
  EXPECT_EQ(closed, (Moments{MomentKind::pooled, {2, 4}, {2, 4, 4, 8}, {}, {}}));
}

TEST(OpenMoments, patterns_come_in_order_and_add_up) {
  for (const bool some_complete : {true, false}) {
    OpenMoments sums({{.moments = MomentKind::pooled}, 2});
    MomentChain::Workspace workspace;
    const Numbers complete{1, 2};
    const Numbers lacks_first{0, 3};
    const Numbers lacks_second{4, 0, 6, 0};
    if (some_complete) {
      sums.complete.add(rows_of(complete), 1, workspace);
    }
    sums.patterns.open(std::vector<Presence>{{0, 1}, {1, 0}});
    sums.patterns.add(0, rows_of(lacks_first), 1, workspace);
    sums.patterns.add(1, rows_of(lacks_second), 1, workspace);
    EXPECT_EQ(sums.incomplete_rows(), 3U);
    const Moments closed = std::move(sums).close(order);
    const std::vector<Pattern>& patterns = closed.patterns;
    std::uint64_t rows = 0;
    double weight = 0;
    for (const Pattern& pattern : patterns) {
      rows += pattern.rows[0];
      weight += pattern.weight[0];
    }
    EXPECT_EQ(rows, some_complete ? 4U : 3U);
    EXPECT_EQ(weight, some_complete ? 4.0 : 3.0);
    std::vector<Presence> present;
    std::ranges::transform(patterns, std::back_inserter(present), &Pattern::present);
    EXPECT_EQ(present, some_complete ? (std::vector<Presence>{{1, 1}, {1, 0}, {0, 1}})
                                     : (std::vector<Presence>{{1, 0}, {0, 1}}));
    EXPECT_EQ(patterns.back().mean, (Numbers{0, 3}));
  }
}

TEST(OpenMoments, columns_join_the_chain) {
  OpenMoments sums({{.moments = MomentKind::diagonal}, 2});
  MomentChain::Workspace workspace;
  const Numbers complete{1, 2};
  const Numbers incomplete{3, std::nan("")};
  sums.complete.add(rows_of(complete), 1, workspace);
  sums.columns.add(rows_of(incomplete), 1);
  const Moments closed = std::move(sums).close(order);
  EXPECT_EQ(closed, (Moments{MomentKind::diagonal, {2, 2}, {2, 0}, {}, {}, {2, 1}}));
}

}  // namespace
}  // namespace suffice
