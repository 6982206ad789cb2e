#include "estimate/values/categories.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "categories_by_hand.hpp"
#include "error_text.hpp"

namespace suffice {
namespace {

ValueOptions by(Estimator estimator, std::optional<double> pseudocount = {}) {
  return {.estimator = estimator, .pseudocount = {.all = pseudocount}};
}

// scikit-learn's CategoricalNB, feature_log_prob_; here values come before classes.
TEST(Categories, agree_with_scikit_learn) {
  const Categories found = categories(value_block(hand_values(), 0), by(Estimator::mean));
  const std::vector<double> expected{-1.0986122886681096, -1.252762968495368, -0.6931471805599452,
                                     -1.9459101490553132, -1.791759469228055, -0.5596157879354227};
  ASSERT_EQ(found.log_probability.size(), 12U);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(found.log_probability[k], expected[k], 1e-15);
  }
  EXPECT_EQ(found.counts, value_block(hand_values(), 0).sums.counts);
}

TEST(Categories, laplace_is_the_mean_at_one_the_map_at_two_and_predictive_is_the_mean) {
  const Categories mean = categories(value_block(hand_values(), 0), by(Estimator::mean));
  EXPECT_EQ(categories(value_block(hand_values(), 0), by(Estimator::mean, 1)).log_probability, mean.log_probability);
  EXPECT_EQ(categories(value_block(hand_values(), 0), by(Estimator::map)).log_probability, mean.log_probability);
  EXPECT_EQ(categories(value_block(hand_values(), 0), by(Estimator::map, 2)).log_probability, mean.log_probability);
  EXPECT_EQ(categories(value_block(hand_values(), 0), by(Estimator::predictive)).log_probability, mean.log_probability);
  EXPECT_EQ(categories(value_block(hand_values(), 0), by(Estimator::map, 1)).log_probability,
            categories(value_block(hand_values(), 0), by(Estimator::mle)).log_probability);
}

TEST(Categories, mle_has_zeros) {
  const Categories found = categories(value_block(hand_values(), 0), by(Estimator::mle));
  EXPECT_DOUBLE_EQ(found.log_probability[0], std::log(1.0 / 3));
  EXPECT_EQ(found.log_probability[3], -INFINITY);
}

TEST(Categories, a_reserved_value_counts_as_one_more) {
  ValueOptions options = by(Estimator::mean, 0.5);
  options.unseen = Unseen::reserve;
  const Categories found = categories(value_block(hand_values(), 0), options);
  EXPECT_EQ(found.size(0), 4U);
  ASSERT_EQ(found.log_probability.size(), 16U);
  // As min_categories = 4 of scikit-learn.
  EXPECT_NEAR(found.log_probability[6], -2.3025850929940455, 1e-15);
  EXPECT_NEAR(found.log_probability[7], -2.4849066497880004, 1e-15);
  EXPECT_EQ(found.counts[6], 0);
}

TEST(Categories, pseudocounts_may_differ_by_class_feature_and_value) {
  ValueOptions options = by(Estimator::mean, 1);
  options.pseudocount.rules = {{.label = "yes", .feature = "colour", .value = "b", .count = 3}};
  const Categories found = categories(value_block(hand_values(), 0), options);
  EXPECT_DOUBLE_EQ(found.log_probability[3], std::log(3.0 / 9));
  EXPECT_DOUBLE_EQ(found.log_probability[2], std::log(3.0 / 6));
  options.pseudocount.all.reset();
  EXPECT_THROW(categories(value_block(hand_values(), 0), options), Error);
}

TEST(Categories, what_has_no_value_is_an_error_with_a_remedy) {
  EXPECT_EQ(failure_with_remedies([] { categories(value_block(hand_values(), 0), by(Estimator::map, 0.5)); },
                                  ErrorCode::bad_data),
            "column colour: class 'no' has so few rows of some value that the posterior has no mode; a pseudocount of "
            "at least 1 gives it one | give pseudocount B | give estimate mean");
  Summary missing = hand_values();
  std::get<ValueCounts>(missing.sums[0]).counts = {1, 1, 2, 0, 0, 3, 0, 1, 0, 0, 0, 3};
  EXPECT_EQ(
      failure_with_remedies([&] { categories(value_block(missing, 0), by(Estimator::mle)); }, ErrorCode::bad_data),
      "column size: class 'no' has no value in this column, and so no shares without a pseudocount above 0 | "
      "give estimate mean | give drop size");
  EXPECT_DOUBLE_EQ(categories(value_block(missing, 0), by(Estimator::mean)).log_probability[6], std::log(1.0 / 3));
}

TEST(Categories, a_class_without_rows_has_nothing_under_mle) {
  Summary summary = hand_values();
  summary.classes = {{"no", "yes"}, {3, 0}, {3, 0}};
  std::get<ValueCounts>(summary.sums[0]).counts = {1, 0, 2, 0, 0, 0, 1, 0, 2, 0, 0, 0};
  EXPECT_EQ(categories(value_block(summary, 0), by(Estimator::mle)).log_probability[1], -INFINITY);
  EXPECT_DOUBLE_EQ(categories(value_block(summary, 0), by(Estimator::mean)).log_probability[1], std::log(1.0 / 3));
}

}  // namespace
}  // namespace suffice
