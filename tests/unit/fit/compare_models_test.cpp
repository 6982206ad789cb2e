#include "fit/comparison/compare_models.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "rival_tables.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

TEST(ComparedModels, lose_what_the_model_of_the_training_rows_loses) {
  const RivalTable rows(60);
  const Table table = rows.number_table();
  const Schema schema = RivalTable::number_schema();
  const ComparedModels models(table, rows.labels(), schema, 1);
  std::vector<std::size_t> training(40);
  std::iota(training.begin(), training.end(), std::size_t{0});
  std::vector<std::size_t> test(20);
  std::iota(test.begin(), test.end(), std::size_t{40});
  const SplitLoss found = models.losses(training, test)[0];
  const Summary sums = summarise(table.slice(0, 40), {std::span(rows.codes).first(40), rows.names}, schema);
  std::vector<double> posterior(40);
  estimate(sums, {.readings = {{.options = GaussianOptions{.shrinkage = AutoShrinkage{}}}}})
      .log_posterior(table.slice(40, 20), posterior);
  double loss = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    loss -= posterior[2 * i + rows.codes[40 + i]] / 20;
  }
  EXPECT_NEAR(found.log_loss, loss, 1e-12);
}

TEST(ComparedModels, a_missing_number_enters_at_its_mean) {
  RivalTable rows(40);
  rows.numbers[6] = NAN;
  const Table table = rows.number_table();
  const ComparedModels models(table, rows.labels(), RivalTable::number_schema(), 1);
  EXPECT_EQ(models.summary().schema.blocks[0].fills.size(), 2U);
  std::vector<std::size_t> all(40);
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const SplitLoss& loss : models.losses(all, all)) {
    EXPECT_FALSE(std::isnan(loss.log_loss));
  }
}

}  // namespace
}  // namespace suffice
