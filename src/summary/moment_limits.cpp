#include "summary/moment_limits.hpp"

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {

namespace {

// Numbers of 8 bytes, several times over while rows are added.
constexpr std::size_t most_matrix_features = 10'000;
constexpr std::size_t most_means = std::size_t{1} << 27U;
constexpr std::size_t most_matrix_numbers = std::size_t{1} << 28U;

}  // namespace

void check_feature_limit(const MomentShape& shape) {
  if (shape.keep.fourth && shape.keep.moments != MomentKind::full) {
    throw Error(ErrorCode::usage, "third and fourth moments are kept of each class: keep the full moments with them");
  }
  if (shape.has_matrices() && shape.columns > most_matrix_features) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} features are too many for a covariance: {} is the most. Leave columns out (--drop), or "
                            "use variances alone (--model gaussian-nb)",
                            shape.columns, most_matrix_features));
  }
  check_class_limit(shape, 1);
}

void check_class_limit(const MomentShape& shape, std::size_t classes) {
  if (classes > most_means / shape.columns) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("{} classes of {} features are too many: {} means are the most. Leave columns out (--drop), "
                    "or join classes",
                    classes, shape.columns, most_means));
  }
  if (shape.keep.moments == MomentKind::full && classes > most_matrix_numbers / (shape.columns * shape.columns)) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} classes with a covariance of {} features each are too many: {} numbers are the most. "
                            "Share one covariance (--model lda), use variances alone (--model gaussian-nb), or leave "
                            "columns out (--drop)",
                            classes, shape.columns, most_matrix_numbers));
  }
}

void check_pattern_limit(const MomentShape& shape, std::size_t classes, std::size_t patterns) {
  constexpr const char* remedy =
      "Use variances alone, which need no patterns (--model gaussian-nb or diagonal-lda), fill values in, or leave out "
      "the columns that miss most (--drop)";
  if (patterns > most_patterns) {
    throw Error(ErrorCode::bad_data,
                fmt::format("values are missing in too many patterns: a covariance needs sums for each set of columns "
                            "that rows have together, and {} sets are the most. {}",
                            most_patterns, remedy));
  }
  const std::size_t sets = patterns * (shape.is_pooled() ? 1 : classes);
  if (patterns * classes > most_means / shape.columns || sets > most_matrix_numbers / (shape.columns * shape.columns)) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} patterns of missing values in {} features are too many for {} classes: {} numbers are "
                            "the most. {}",
                            patterns, shape.columns, classes, most_matrix_numbers, remedy));
  }
}

}  // namespace suffice
