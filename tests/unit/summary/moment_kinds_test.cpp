#include <gtest/gtest.h>

#include "small_sums.hpp"
#include "suffice/error.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
using enum MomentKind;

// Two classes of weight 3 and 1, two features.
Summary full_sums() {
  return {schema_of(Kind::measurements, {"p", "q"}),
          {{"a", "b"}, {3, 1}, {3, 1}},
          {Moments{full, {2, 2, 6, 10}, {8, 4, 4, 8, 1, -1, -1, 2}, {1, 2, 3, 4}, {5, 6}}}};
}

TEST(Contains, full_holds_all_and_all_hold_the_pooled_diagonal) {
  for (const MomentKind kind : {pooled_diagonal, diagonal, pooled, full}) {
    EXPECT_TRUE(contains(full, kind));
    EXPECT_TRUE(contains(kind, pooled_diagonal));
    EXPECT_TRUE(contains(kind, kind));
  }
  EXPECT_FALSE(contains(pooled, diagonal));
  EXPECT_FALSE(contains(diagonal, pooled));
  EXPECT_FALSE(contains(pooled, full));
}

TEST(MomentKind, has_the_name_that_files_give_it) {
  EXPECT_EQ(to_text(full), "full");
  EXPECT_EQ(to_text(pooled), "pooled");
  EXPECT_EQ(to_text(diagonal), "diagonal");
  EXPECT_EQ(to_text(pooled_diagonal), "pooled_diagonal");
}

TEST(CommonKind, is_what_both_contain) {
  EXPECT_EQ(common_kind(full, full), full);
  EXPECT_EQ(common_kind(full, pooled), pooled);
  EXPECT_EQ(common_kind(diagonal, full), diagonal);
  EXPECT_EQ(common_kind(diagonal, pooled), pooled_diagonal);
  EXPECT_EQ(common_kind(pooled_diagonal, pooled), pooled_diagonal);
}

TEST(ReadAs, sums_matrices_and_takes_their_diagonals) {
  EXPECT_EQ(moments_of(read_as(full_sums(), pooled)).scatter, (Numbers{9, 3, 3, 10}));
  EXPECT_EQ(moments_of(read_as(full_sums(), diagonal)).scatter, (Numbers{8, 8, 1, 2}));
  EXPECT_EQ(moments_of(read_as(full_sums(), pooled_diagonal)).scatter, (Numbers{9, 10}));
  EXPECT_EQ(moments_of(read_as(read_as(full_sums(), diagonal), pooled_diagonal)).scatter, (Numbers{9, 10}));
  EXPECT_EQ(moments_of(read_as(read_as(full_sums(), pooled), pooled_diagonal)).scatter, (Numbers{9, 10}));
  EXPECT_EQ(moments_of(read_as(full_sums(), full)).scatter, moments_of(full_sums()).scatter);
}

TEST(ReadAs, keeps_means_and_counts_and_leaves_higher_moments_out) {
  const Summary read = read_as(full_sums(), full);
  EXPECT_EQ(read.classes, full_sums().classes);
  EXPECT_EQ(moments_of(read).mean, moments_of(full_sums()).mean);
  EXPECT_TRUE(moments_of(read).third.empty());
  EXPECT_FALSE(moments_of(read).has_fourth());
}

TEST(ReadAs, says_what_is_there_and_what_is_not) {
  try {
    read_as(read_as(full_sums(), diagonal), pooled);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_STREQ(error.what(),
                 "these sums hold the variances of each class, and the covariance that all classes share cannot be "
                 "read off them");
    EXPECT_EQ(error.remedies(), (std::vector<Remedy>{{"keep", {"full"}, Remedy::Act::refit}}));
  }
}

TEST(Readers, find_the_sums_of_a_class_and_of_all) {
  const Summary summary = full_sums();
  const MomentBlock sums = moment_block(summary, 0);
  EXPECT_EQ(class_scatter(sums, 1)[1], -1);
  EXPECT_EQ(class_variation(sums, 1), (Numbers{1, 2}));
  EXPECT_EQ(class_variation(moment_block(read_as(summary, diagonal), 0), 0), (Numbers{8, 8}));
  EXPECT_EQ(grand_mean(sums), (Numbers{3, 4}));
}

TEST(Readers, the_grand_mean_is_that_of_the_values_there_are) {
  const Summary sums{schema_of(Kind::measurements, {"p", "q", "r"}),
                     {{"a", "b"}, {3, 1}, {3, 1}},
                     {Moments{diagonal, {2, 4, 0, 6, 8, 0}, Numbers(6), {}, {}, {3, 1, 0, 1, 1, 0}}}};
  EXPECT_EQ(grand_mean(moment_block(sums, 0)), (Numbers{3, 6, 0}));
  EXPECT_EQ(moments_of(read_as(sums, pooled_diagonal)).column_weight, moments_of(sums).column_weight);
}

}  // namespace
}  // namespace suffice
