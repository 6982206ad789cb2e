#include "summary/moments/pattern_sums.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Numbers = std::vector<double>;

TEST(PatternSums, keep_a_chain_for_each_pattern) {
  PatternSums sums({{.moments = MomentKind::full}, 2});
  MomentChain::Workspace workspace;
  const std::vector<Presence> fresh{{1, 0}, {0, 1}};
  sums.open(fresh);
  EXPECT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums.table()[1], fresh[1]);
  sums.open(fresh);  // once for all
  EXPECT_EQ(sums.size(), 2U);
  const Numbers first{1, 0, 3, 0};
  const Numbers second{0, 7};
  const std::vector<std::uint32_t> codes{1, 1};
  const std::vector<std::uint32_t> class_of_code{0, 1};
  sums.add(0, {Batch::row_major(first.data(), 2, 2), codes, class_of_code}, 2, workspace);
  sums.add(1, {Batch::row_major(second.data(), 1, 2), std::span(codes).first(1), class_of_code}, 2, workspace);
  sums.add(1, {Batch::row_major(second.data(), 0, 2), std::span(codes).first(0), class_of_code}, 2, workspace);
  EXPECT_EQ(sums.rows(), 3U);

  const std::vector<Pattern> patterns = std::move(sums).close(std::vector<std::size_t>{0, 1});
  ASSERT_EQ(patterns.size(), 2U);
  EXPECT_EQ(patterns[0], (Pattern{{1, 0}, {0, 2}, {0, 2}, {0, 0, 2, 0}, {0, 0, 0, 0, 2, 0, 0, 0}}));
  EXPECT_EQ(patterns[1], (Pattern{{0, 1}, {0, 1}, {0, 1}, {0, 0, 0, 7}, Numbers(8)}));
}

}  // namespace
}  // namespace suffice
