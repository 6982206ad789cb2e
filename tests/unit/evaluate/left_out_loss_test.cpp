#include "evaluate/criteria/left_out_loss.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/evaluate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

TEST(LeftOutLoss, is_that_of_leave_one_out_and_of_folds) {
  const TestTable table = random_table(3, 90, 3, 3, true);
  const Summary sums = table.summary();
  Options options = options_for("lda", table.schema());
  options.class_prior = UniformPrior{};
  options = checked(options, sums.schema);
  LeftOutLoss one(sums, options, table.table(), table.labels(), {});
  EXPECT_NEAR(one.score(options).value, leave_one_out(sums, options, table.table(), table.labels()).log_loss, 1e-12);
  options.class_prior = SmoothedPrior{};
  LeftOutLoss folds(sums, options, table.table(), table.labels(), {.folds = 5, .keep = {Keep{}}});
  EXPECT_NEAR(folds.score(options).value,
              leave_folds_out(sums, options, {Keep{}}, table.table(), table.labels(), 5).log_loss, 1e-12);
}

TEST(LeftOutLoss, at_the_best_temperature_is_no_more_than_at_one) {
  const TestTable table = random_table(3, 90, 3, 3);
  const Summary sums = table.summary();
  const Options options = checked(options_for("lda", table.schema()), sums.schema);
  LeftOutLoss plain(sums, options, table.table(), table.labels(), {});
  LeftOutLoss tempered(sums, options, table.table(), table.labels(), {.tempered = true});
  EXPECT_LE(tempered.score(options).value, plain.score(options).value + 1e-3);
}

TEST(LeftOutLoss, says_why_there_is_no_model) {
  const TestTable table = random_table(3, 90, 3, 3);
  const Summary sums = table.summary();
  Options options = checked(options_for("lda", table.schema()), sums.schema);
  LeftOutLoss loss(sums, options, table.table(), table.labels(), {});
  std::get<GaussianOptions>(options.readings[0].options).structure = Structure::full;
  const OptionScore score = loss.score(options);
  EXPECT_FALSE(score.problem.empty());
  EXPECT_TRUE(std::isnan(score.value));
}

TEST(LeftOutLoss, takes_a_row_out_of_the_class_prior_too) {
  const TestTable table = random_table(3, 60, 2, 2, true);
  const Summary sums = table.summary();
  Options options = checked(options_for("lda", table.schema()), sums.schema);
  LeftOutLoss loss(sums, options, table.table(), table.labels(), {});
  for (const ClassPrior& prior :
       {ClassPrior(EmpiricalPrior{}), ClassPrior(SmoothedPrior{}), ClassPrior(UniformPrior{})}) {
    options.class_prior = prior;
    EXPECT_NEAR(loss.score(options).value, leave_one_out(sums, options, table.table(), table.labels()).log_loss, 1e-12);
  }
}

TEST(OptionScore, prefers_models_then_scored_rows_then_low_values) {
  const OptionScore good{.value = 1};
  const OptionScore worse{.value = 2};
  const OptionScore partial{.value = 0.5, .problem = "", .unscored_rows = 3};
  const OptionScore none{.value = std::nan(""), .problem = "singular"};
  EXPECT_TRUE(good.is_better_than(worse));
  EXPECT_TRUE(good.is_better_than(partial));
  EXPECT_TRUE(partial.is_better_than(none));
  EXPECT_FALSE(none.is_better_than(good));
  EXPECT_FALSE(good.is_better_than(good));
}

}  // namespace
}  // namespace suffice
