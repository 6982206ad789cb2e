#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "summary/moments.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
using enum MomentKind;

// Two classes of weight 3 and 1, two features.
Summary full_sums() {
  return {{{"p", "q"}, "y", ""},
          {{"a", "b"}, {3, 1}, {3, 1}},
          Moments{full, {2, 2, 6, 10}, {8, 4, 4, 8, 1, -1, -1, 2}, {1, 2, 3, 4}, {5, 6}}};
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
  EXPECT_EQ(read_as(full_sums(), pooled).moments().scatter, (Numbers{9, 3, 3, 10}));
  EXPECT_EQ(read_as(full_sums(), diagonal).moments().scatter, (Numbers{8, 8, 1, 2}));
  EXPECT_EQ(read_as(full_sums(), pooled_diagonal).moments().scatter, (Numbers{9, 10}));
  EXPECT_EQ(read_as(read_as(full_sums(), diagonal), pooled_diagonal).moments().scatter, (Numbers{9, 10}));
  EXPECT_EQ(read_as(read_as(full_sums(), pooled), pooled_diagonal).moments().scatter, (Numbers{9, 10}));
  EXPECT_EQ(read_as(full_sums(), full).moments().scatter, full_sums().moments().scatter);
}

TEST(ReadAs, keeps_means_and_counts_and_leaves_higher_moments_out) {
  const Summary read = read_as(full_sums(), full);
  EXPECT_EQ(read.classes, full_sums().classes);
  EXPECT_EQ(read.moments().mean, full_sums().moments().mean);
  EXPECT_TRUE(read.moments().third.empty());
  EXPECT_FALSE(read.moments().has_fourth());
}

TEST(ReadAs, says_what_is_there_and_what_is_not) {
  try {
    read_as(read_as(full_sums(), diagonal), pooled);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_STREQ(error.what(),
                 "these sums hold the variances of each class, and the covariance that all classes share cannot be "
                 "read off them. Fit again, keeping more (--keep full)");
  }
}

TEST(Readers, find_the_sums_of_a_class_and_of_all) {
  const Summary sums = full_sums();
  EXPECT_EQ(class_scatter(sums, 1)[1], -1);
  EXPECT_EQ(class_variation(sums, 1), (Numbers{1, 2}));
  EXPECT_EQ(class_variation(read_as(sums, diagonal), 0), (Numbers{8, 8}));
  EXPECT_EQ(grand_mean(sums), (Numbers{3, 4}));
}

TEST(Readers, the_grand_mean_is_that_of_the_values_there_are) {
  const Summary sums{{{"p", "q", "r"}, "y", ""},
                     {{"a", "b"}, {3, 1}, {3, 1}},
                     Moments{diagonal, {2, 4, 0, 6, 8, 0}, Numbers(6), {}, {}, {3, 1, 0, 1, 1, 0}}};
  EXPECT_EQ(grand_mean(sums), (Numbers{3, 6, 0}));
  EXPECT_EQ(read_as(sums, pooled_diagonal).moments().column_weight, sums.moments().column_weight);
}

}  // namespace
}  // namespace suffice
