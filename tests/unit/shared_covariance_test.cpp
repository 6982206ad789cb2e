#include "estimate/shared_covariance.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

// 12 rows in two classes; the scatter is chosen by hand.
Summary summary_with(std::vector<double> scatter, std::vector<double> mean = {0, 0, 1, 1}) {
  return {{{"p", "q"}, "y", ""}, {{"a", "b"}, {6, 6}, {6, 6}}, {std::move(mean), std::move(scatter)}};
}

std::string message_of(const Summary& summary, const EstimateOptions& options = {}) {
  try {
    shared_covariance(summary, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    return error.what();
  }
  return "no error";
}

TEST(SharedCovarianceEstimate, divides_by_n_or_by_n_less_the_classes) {
  const Summary summary = summary_with({24, 6, 6, 12});
  EXPECT_EQ(shared_covariance(summary, {}).matrix, (std::vector<double>{2, 0.5, 0.5, 1}));
  EXPECT_EQ(shared_covariance(summary, {.estimator = Estimator::unbiased}).matrix,
            (std::vector<double>{2.4, 0.6, 0.6, 1.2}));
}

TEST(SharedCovarianceEstimate, a_given_lambda_shrinks_towards_the_mean_variance) {
  const SharedCovariance result = shared_covariance(summary_with({24, 6, 6, 12}), {.shrinkage = FixedShrinkage{0.5}});
  EXPECT_EQ(result.lambda, 0.5);
  EXPECT_EQ(result.matrix, (std::vector<double>{1.75, 0.25, 0.25, 1.25}));
}

TEST(SharedCovarianceEstimate, auto_shrinks_each_column_towards_itself) {
  // R has off-diagonal r = 6/√288, so t = 2 + 2 r² = 2.25; N = 10: λ = (2.25 + 4) / (11 · 0.25) > 1.
  EXPECT_EQ(shared_covariance(summary_with({24, 6, 6, 12}), {.shrinkage = AutoShrinkage{}}).matrix,
            (std::vector<double>{2, 0, 0, 1}));
  EXPECT_DOUBLE_EQ(automatic_lambda({1, 0.5, 0.5, 1}, 2, 99), (2.5 + 4) / (100 * 0.5));
  EXPECT_EQ(automatic_lambda({1, 0, 0, 1}, 2, 99), 1);  // nothing to estimate: R is diagonal already
  EXPECT_EQ(automatic_lambda({5}, 1, 10), 1);
}

TEST(SharedCovarianceEstimate, a_constant_column_has_no_say) {
  const SharedCovariance result = shared_covariance(summary_with({0, 0, 0, 12}, {3, 0, 3, 1}), {});
  EXPECT_EQ(result.columns, std::vector<std::size_t>{1});
  EXPECT_EQ(result.matrix, std::vector<double>{1});
}

TEST(SharedCovarianceEstimate, all_columns_constant_leave_the_prior_alone) {
  EXPECT_TRUE(
      shared_covariance(summary_with({0, 0, 0, 0}, {3, 4, 3, 4}), {.shrinkage = AutoShrinkage{}}).matrix.empty());
}

TEST(SharedCovarianceEstimate, a_column_that_separates_the_classes_is_named) {
  const std::string message = message_of(summary_with({0, 0, 0, 12}, {3, 0, 4, 1}));
  EXPECT_EQ(message.rfind("column p: 'p' is constant within each class (or too small to square) but not", 0), 0U)
      << message;
}

TEST(SharedCovarianceEstimate, singular_names_rank_features_and_remedies) {
  const std::string message = message_of(summary_with({12, 12, 12, 12}));
  EXPECT_NE(message.find("singular: rank 1 for 2 features, with 12 rows in 2 classes"), std::string::npos) << message;
  EXPECT_NE(message.find("--shrinkage auto"), std::string::npos) << message;
  EXPECT_EQ(message_of(summary_with({12, 12, 12, 12}), {.shrinkage = AutoShrinkage{}}), "no error");
}

TEST(SharedCovarianceEstimate, refuses_what_has_no_estimate) {
  EXPECT_EQ(message_of({{{"p"}, "y", ""}, {}, {{}, {0}}}), "there are no rows to learn from");
  const Summary two_rows{{{"p"}, "y", ""}, {{"a", "b"}, {1, 1}, {1, 1}}, {{0, 1}, {1e-9}}};
  EXPECT_NE(message_of(two_rows, {.estimator = Estimator::unbiased}).find("needs more rows"), std::string::npos);
  EXPECT_NE(message_of(summary_with({INFINITY, 0, 0, 1})).find("column p: the values are too large"),
            std::string::npos);
}

}  // namespace
}  // namespace suffice
