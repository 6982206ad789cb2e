#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

Folds folds_of(const TestTable& table, std::size_t count) {
  FoldAccumulator sums(table.schema(), count, 0, {.threads = 1});
  sums.add(table.table(), table.labels());
  return sums.folds();
}

TEST(FoldScorer, fills_an_evaluator_with_the_same_rows) {
  const TestTable table = random_table(5, 120, 3, 3);
  FoldScorer scorer(folds_of(table, 5), options_for("lda", table.schema()), 0, {}, 2);
  Evaluator evaluator(table.names);
  scorer.add(table.table(), table.labels(), &evaluator);
  const LeaveOneOut result = scorer.result();
  EXPECT_EQ(result.rows, 120U);
  EXPECT_EQ(result.unscored_rows, 0U);
  EXPECT_EQ(evaluator.metrics().accuracy.value, result.accuracy.value);
  EXPECT_NEAR(evaluator.metrics().log_loss, result.log_loss, 1e-12);
}

TEST(FoldScorer, holds_the_calibration_it_is_given) {
  const TestTable table = random_table(5, 120, 3, 3);
  const Options options = options_for("lda", table.schema());
  FoldScorer flat(folds_of(table, 5), options, 0, {.temperatures = {0}}, 1);
  flat.add(table.table(), table.labels());
  EXPECT_TRUE(flat.result().calibration_held);
  EXPECT_GT(flat.result().log_loss, 1.0);  // no more than the class prior
  EXPECT_LT(flat.result().log_loss, 1.15);
}

TEST(FoldScorer, scores_readings_of_fewer_columns) {
  const TestTable table = random_table(5, 120, 3, 3);
  Options options = options_for("lda", table.schema());
  options.readings.front().features = {"x0", "x2"};
  TestTable fewer = table;
  fewer.columns = 2;
  fewer.values.clear();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    fewer.values.push_back(table.values[3 * i]);
    fewer.values.push_back(table.values[3 * i + 2]);
  }
  const LeaveOneOut some = cross_validate(table.table(), table.labels(), table.schema(), options, {.threads = 1});
  const LeaveOneOut plain =
      cross_validate(fewer.table(), fewer.labels(), fewer.schema(), options_for("lda", fewer.schema()), {.threads = 1});
  EXPECT_NEAR(some.log_loss, plain.log_loss, 1e-10);
}

TEST(FoldScorer, counts_rows_without_a_model_as_errors) {
  // Without its fold the only row of the third class leaves no model that knows it.
  TestTable table = random_table(5, 60, 2, 2);
  table.names.emplace_back("rare");
  table.codes[7] = 2;
  FoldScorer scorer(folds_of(table, 5), options_for("lda", table.schema()), 0, {}, 1);
  scorer.add(table.table(), table.labels());
  EXPECT_EQ(scorer.result().unscored_rows, 1U);
}

TEST(CrossValidate, refuses_folds_without_a_class) {
  TestTable table = random_table(5, 60, 2, 2);
  table.names.emplace_back("rare");
  table.codes[7] = 2;
  EXPECT_THROW(cross_validate(table.table(), table.labels(), table.schema(), {}, {.folds = 5}), Error);
}

}  // namespace
}  // namespace suffice
