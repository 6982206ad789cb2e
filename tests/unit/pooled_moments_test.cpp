#include "summary/pooled_moments.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

const std::vector<std::size_t> same_order{0, 1};

// Class a: rows (0,0), (2,4): mean (1,2), scatter [[2,4],[4,8]].
Summary first_rows() { return {{{"p", "q"}, "y", ""}, {{"a"}, {2}, {2}}, {{1, 2}, {2, 4, 4, 8}}}; }
// Class a: row (4,2). Class b: row (9,9).
Summary more_rows() { return {{{"p", "q"}, "y", ""}, {{"a", "b"}, {1, 1}, {1, 1}}, {{4, 2, 9, 9}, {0, 0, 0, 0}}}; }
// Class a: (0,0), (2,4), (4,2) has mean (2,2) and scatter [[8,4],[4,8]]; class b one row.
Summary all_rows() { return {{{"p", "q"}, "y", ""}, {{"a", "b"}, {3, 1}, {3, 1}}, {{2, 2, 9, 9}, {8, 4, 4, 8}}}; }

TEST(AddOuterProduct, adds_to_both_triangles) {
  std::vector<double> scatter(4, 1.0);
  add_outer_product(scatter, std::vector{1.0, 3.0}, 2);
  EXPECT_EQ(scatter, (std::vector<double>{3, 7, 7, 19}));
}

TEST(MergeMoments, moves_means_and_adds_what_lies_between_them) {
  const PooledMoments merged = merge_moments(first_rows(), more_rows(), all_rows().classes, same_order);
  EXPECT_EQ(merged.mean, all_rows().moments.mean);
  EXPECT_EQ(merged.scatter, all_rows().moments.scatter);
}

TEST(MergeMoments, takes_the_columns_of_b_where_they_are) {
  Summary swapped = more_rows();
  swapped.moments.mean = {2, 4, 9, 9};
  const PooledMoments merged = merge_moments(first_rows(), swapped, all_rows().classes, std::vector<std::size_t>{1, 0});
  EXPECT_EQ(merged.mean, all_rows().moments.mean);
}

TEST(RemoveMoments, undoes_a_merge) {
  const PooledMoments rest = remove_moments(all_rows(), more_rows(), first_rows().classes, same_order);
  EXPECT_EQ(rest.mean, first_rows().moments.mean);
  EXPECT_EQ(rest.scatter, first_rows().moments.scatter);
}

TEST(RemoveMoments, nothing_left_is_exactly_nothing) {
  const PooledMoments rest = remove_moments(all_rows(), all_rows(), {}, same_order);
  EXPECT_TRUE(rest.mean.empty());
  EXPECT_EQ(rest.scatter, std::vector<double>(4));
}

}  // namespace
}  // namespace suffice
