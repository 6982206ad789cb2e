#include "summary/moments/moment_shape.hpp"

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {

namespace {

// Numbers of 8 bytes, several times over while rows are added.
constexpr std::size_t most_means = std::size_t{1} << 27U;
constexpr std::size_t most_matrix_numbers = std::size_t{1} << 28U;

}  // namespace

void check_feature_limit(const MomentShape& shape) {
  if (shape.keep.fourth && shape.keep.moments != MomentKind::full) {
    throw Error(ErrorCode::usage, "third and fourth moments are kept of each class: keep the full moments with them");
  }
  if (shape.has_matrices() && shape.columns > most_matrix_features) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} features are too many for a covariance: {} is the most. Use variances alone, or fewer "
                            "columns",
                            shape.columns, most_matrix_features),
                {}, {Remedy{"model", {"gaussian-nb"}}, Remedy{"drop", {"COL"}}});
  }
  check_class_limit(shape, 1);
}

void check_class_limit(const MomentShape& shape, std::size_t classes) {
  if (classes > most_means / shape.columns) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("{} classes of {} features are too many: {} means are the most. Join classes, or use fewer columns",
                    classes, shape.columns, most_means),
        {}, {Remedy{"drop", {"COL"}}});
  }
  if (shape.keep.moments == MomentKind::full && classes > most_matrix_numbers / (shape.columns * shape.columns)) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} classes with a covariance of {} features each are too many: {} numbers are the most. "
                            "Share one covariance, use variances alone, or fewer columns",
                            classes, shape.columns, most_matrix_numbers),
                {}, {Remedy{"model", {"lda"}}, Remedy{"model", {"gaussian-nb"}}, Remedy{"drop", {"COL"}}});
  }
}

void check_pattern_limit(const MomentShape& shape, std::size_t classes, std::size_t patterns) {
  constexpr const char* advice =
      "Use variances alone, which need no patterns, fill values in, or drop the columns where most are missing";
  const std::vector<Remedy> remedies = {{"model", {"gaussian-nb"}}, {"model", {"diagonal-lda"}}, {"drop", {"COL"}}};
  if (patterns > most_patterns) {
    throw Error(ErrorCode::bad_data,
                fmt::format("values are missing in too many patterns: a covariance needs sums for each set of columns "
                            "that rows have together, and {} sets are the most. {}",
                            most_patterns, advice),
                {}, remedies);
  }
  const std::size_t sets = patterns * (shape.is_pooled() ? 1 : classes);
  if (patterns * classes > most_means / shape.columns || sets > most_matrix_numbers / (shape.columns * shape.columns)) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} patterns of missing values in {} features are too many for {} classes: {} numbers are "
                            "the most. {}",
                            patterns, shape.columns, classes, most_matrix_numbers, advice),
                {}, remedies);
  }
}

}  // namespace suffice
