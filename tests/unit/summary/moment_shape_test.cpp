#include "summary/moments/moment_shape.hpp"

#include <string>

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

MomentShape shape(MomentKind kind, std::size_t columns, bool fourth = false) {
  return {{.moments = kind, .fourth = fourth}, columns};
}

TEST(CheckFeatureLimit, matrices_have_fewer_features_than_diagonals) {
  for (const MomentKind kind : {MomentKind::pooled, MomentKind::full}) {
    check_feature_limit(shape(kind, 10'000));
    EXPECT_EQ(message_of([&] { check_feature_limit(shape(kind, 10'001)); }),
              "10001 features are too many for a covariance: 10000 is the most. Use variances alone, or fewer "
              "columns");
  }
  check_feature_limit(shape(MomentKind::diagonal, std::size_t{1} << 27U));
  EXPECT_THROW(check_feature_limit(shape(MomentKind::pooled_diagonal, (std::size_t{1} << 27U) + 1)), Error);
}

TEST(CheckFeatureLimit, fourth_moments_go_with_full_ones) {
  check_feature_limit(shape(MomentKind::full, 5, true));
  EXPECT_NE(message_of([] { check_feature_limit(shape(MomentKind::pooled, 5, true)); }).find("fourth moments"),
            std::string::npos);
}

TEST(CheckClassLimit, counts_means) {
  check_class_limit(shape(MomentKind::pooled, 1000), 134'217);
  EXPECT_EQ(message_of([] { check_class_limit(shape(MomentKind::pooled, 1000), 134'218); }),
            "134218 classes of 1000 features are too many: 134217728 means are the most. Join classes, or use "
            "fewer columns");
}

TEST(CheckClassLimit, counts_matrices_and_names_the_smaller_kinds) {
  check_class_limit(shape(MomentKind::full, 1000), 268);
  check_class_limit(shape(MomentKind::pooled, 1000), 269);
  try {
    check_class_limit(shape(MomentKind::full, 1000), 269);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.message().rfind("269 classes with a covariance of 1000 features each", 0), 0U) << error.message();
    EXPECT_EQ(error.remedies(),
              (std::vector<Remedy>{{"model", {"lda"}}, {"model", {"gaussian-nb"}}, {"drop", {"COL"}}}));
  }
}

TEST(CheckPatternLimit, counts_patterns_and_their_matrices) {
  check_pattern_limit(shape(MomentKind::pooled, 50), 10, most_patterns);
  EXPECT_EQ(message_of([] { check_pattern_limit(shape(MomentKind::full, 5), 1, most_patterns + 1); }),
            "values are missing in too many patterns: a covariance needs sums for each set of columns that rows have "
            "together, and 256 sets are the most. Use variances alone, which need no patterns, fill values in, or "
            "drop the columns where most are missing");
  check_pattern_limit(shape(MomentKind::full, 1000), 134, 2);
  check_pattern_limit(shape(MomentKind::pooled, 1000), 135, 2);
  const std::string message = message_of([] { check_pattern_limit(shape(MomentKind::full, 1000), 135, 2); });
  EXPECT_EQ(message.rfind("2 patterns of missing values in 1000 features are too many for 135 classes", 0), 0U)
      << message;
  EXPECT_THROW(check_pattern_limit(shape(MomentKind::pooled, 10'000), 1, 3), Error);
  EXPECT_THROW(check_pattern_limit(shape(MomentKind::pooled, 100), 10'000, 256), Error);  // means
}

}  // namespace
}  // namespace suffice
