#include "summary/moments/moments.hpp"

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

using enum MomentKind;
using Numbers = std::vector<double>;

const Schema two_columns = schema_of(Kind::measurements, {"p", "q"});
const std::vector<std::size_t> same_order{0, 1};
const std::vector<std::size_t> swapped_order{1, 0};
const std::vector<MomentKind> all_kinds{pooled_diagonal, diagonal, pooled, full};

// Class a: rows (0,0), (2,4): mean (1,2), scatter [[2,4],[4,8]], Σ|u|²u = 0, Σ|u|⁴ = 50.
Summary first_rows() { return {two_columns, {{"a"}, {2}, {2}}, {Moments{full, {1, 2}, {2, 4, 4, 8}, {0, 0}, {50}}}}; }
// Class a: row (4,2). Class b: row (9,9).
Summary more_rows() {
  return {two_columns,
          {{"a", "b"}, {1, 1}, {1, 1}},
          {Moments{full, {4, 2, 9, 9}, {0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0}}}};
}
// Class a: (0,0), (2,4), (4,2) has the mean (2,2) and scatter [[8,4],[4,8]]; u = (−2,−2), (0,2), (2,0). Class b one
// row.
Summary all_rows() {
  return {two_columns,
          {{"a", "b"}, {3, 1}, {3, 1}},
          {Moments{full, {2, 2, 9, 9}, {8, 4, 4, 8, 0, 0, 0, 0}, {-8, -8, 0, 0}, {96, 0}}}};
}

Moments merged(const Summary& a, const Summary& b, const ClassCounts& sum, const std::vector<std::size_t>& columns) {
  return merge_moments(moment_block(a, 0), moment_block(b, 0), sum, columns);
}
Moments removed(const Summary& all, const Summary& part, const ClassCounts& rest,
                const std::vector<std::size_t>& columns) {
  return remove_moments(moment_block(all, 0), moment_block(part, 0), rest, columns);
}

TEST(AddOuterProduct, adds_to_both_triangles) {
  Numbers scatter(4, 1.0);
  add_outer_product(scatter, Numbers{1, 3}, 2);
  EXPECT_EQ(scatter, (Numbers{3, 7, 7, 19}));
}

TEST(MergeMoments, moves_means_and_adds_what_lies_between_them) {
  for (const MomentKind kind : all_kinds) {
    const Moments sum = merged(read_as(first_rows(), kind), read_as(more_rows(), kind), all_rows().classes, same_order);
    EXPECT_EQ(sum, moments_of(read_as(all_rows(), kind)));
  }
}

TEST(MergeMoments, has_higher_moments_where_both_have_them) {
  EXPECT_EQ(merged(first_rows(), more_rows(), all_rows().classes, same_order), moments_of(all_rows()));
  const Summary without = read_as(more_rows(), full);
  EXPECT_FALSE(merged(first_rows(), without, all_rows().classes, same_order).has_fourth());
  const Summary nothing{first_rows().schema, {}, {Moments{full, {}, {}, {}, {}}}};
  EXPECT_EQ(merged(first_rows(), nothing, first_rows().classes, same_order), moments_of(first_rows()));
  EXPECT_EQ(merged(nothing, first_rows(), first_rows().classes, same_order), moments_of(first_rows()));
}

TEST(MergeMoments, takes_the_columns_of_b_where_they_are) {
  // first_rows() with its columns the other way round.
  Summary swapped = first_rows();
  moments_of(swapped) = {full, {2, 1}, {8, 4, 4, 2}, {0, 0}, {50}};
  for (const MomentKind kind : all_kinds) {
    const Moments sum = merged(read_as(more_rows(), kind), read_as(swapped, kind), all_rows().classes, swapped_order);
    EXPECT_EQ(sum, moments_of(read_as(all_rows(), kind)));
  }
}

TEST(RemoveMoments, undoes_a_merge) {
  for (const MomentKind kind : all_kinds) {
    const Moments rest =
        removed(read_as(all_rows(), kind), read_as(more_rows(), kind), first_rows().classes, same_order);
    EXPECT_EQ(rest, moments_of(read_as(first_rows(), kind)));
  }
  EXPECT_EQ(removed(all_rows(), more_rows(), first_rows().classes, same_order), moments_of(first_rows()));
}

TEST(RemoveMoments, drops_higher_moments_that_cannot_be_told) {
  const Summary part = read_as(more_rows(), full);
  EXPECT_FALSE(removed(all_rows(), part, first_rows().classes, same_order).has_fourth());
}

TEST(RemoveMoments, nothing_left_is_exactly_nothing) {
  const Moments rest = removed(read_as(all_rows(), pooled), read_as(all_rows(), pooled), {}, same_order);
  EXPECT_TRUE(rest.mean.empty());
  EXPECT_EQ(rest.scatter, Numbers(4));
  EXPECT_TRUE(removed(all_rows(), all_rows(), {}, same_order).scatter.empty());
}

}  // namespace
}  // namespace suffice
