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
  const ComparedModels models(table, rows.labels(), schema, {}, 1);
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

TEST(ComparedModels, columns_are_read_by_the_family_of_their_role_whatever_their_order) {
  std::vector<double> numbers;
  const RivalTable rows(80);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const double x = std::exp(rows.numbers[2 * i]);
    numbers.insert(numbers.end(), {std::floor(10 * x), 0.1 + x * x, std::floor(3 * x)});
  }
  const Table table = Table::row_major(numbers.data(), rows.rows(), 3);
  const Schema schema{.blocks = {{.kind = Kind::amounts, .features = {"p", "g", "q"}}}, .target = "y"};
  const std::vector<ColumnRole> roles = {{"p", Role::poisson}, {"g", Role::gamma}, {"q", Role::geometric}};
  const ComparedModels models(table, rows.labels(), schema, roles, 1);
  ASSERT_EQ(models.models().size(), 2U);
  EXPECT_EQ(models.models()[0].name, "poisson-nb + geometric-nb + gamma-nb");
  EXPECT_EQ(models.models()[1].name, "logistic with logs of 'g'");
  EXPECT_EQ(models.models()[1].parameters, 5U);  // three numbers, a logarithm, the intercept
  std::vector<std::size_t> all(80);
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Summary sums = summarise(table, rows.labels(), schema);
  std::vector<double> posterior(160);
  const Model model = estimate(sums, options_for("", schema, roles));
  ASSERT_EQ(columns_of(model.schema()), (std::vector<std::string>{"p", "q", "g"}));
  for (std::size_t i = 0; i < 80; ++i) std::swap(numbers[3 * i + 1], numbers[3 * i + 2]);
  model.log_posterior(table, posterior);
  for (std::size_t i = 0; i < 80; ++i) std::swap(numbers[3 * i + 1], numbers[3 * i + 2]);
  double loss = 0;
  for (std::size_t i = 0; i < 80; ++i) loss -= posterior[2 * i + rows.codes[i]] / 80;
  EXPECT_NEAR(models.losses(all, all)[0].log_loss, loss, 1e-12);
}

TEST(ComparedModels, a_missing_number_enters_at_its_mean) {
  RivalTable rows(40);
  rows.numbers[6] = NAN;
  const Table table = rows.number_table();
  const ComparedModels models(table, rows.labels(), RivalTable::number_schema(), {}, 1);
  EXPECT_EQ(models.summary().schema.blocks[0].fills.size(), 2U);
  std::vector<std::size_t> all(40);
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const SplitLoss& loss : models.losses(all, all)) {
    EXPECT_FALSE(std::isnan(loss.log_loss));
  }
}

}  // namespace
}  // namespace suffice
