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

TEST(ComparedModels, learn_nothing_of_rows_that_they_are_not_trained_on) {
  RivalTable rows(60);
  rows.numbers[6] = NAN;   // trained on
  rows.numbers[95] = NAN;  // tested on
  const Table few = rows.table().slice(0, 50);
  const ComparedModels without(few, {std::span(rows.codes).first(50), rows.names}, RivalTable::schema(), {}, 1);
  for (std::size_t i = 50; i < 60; ++i) {
    rows.numbers[2 * i] = i == 59 ? NAN : 100 + static_cast<double>(i * i);
    rows.numbers[2 * i + 1] *= 1000;
  }
  const Table more = rows.table();
  const ComparedModels with(more, rows.labels(), RivalTable::schema(), {}, 1);
  std::vector<std::size_t> training(40);
  std::iota(training.begin(), training.end(), std::size_t{0});
  std::vector<std::size_t> test(10);
  std::iota(test.begin(), test.end(), std::size_t{40});
  const std::vector<SplitLoss> expected = without.losses(training, test);
  const std::vector<SplitLoss> found = with.losses(training, test);
  ASSERT_EQ(found.size(), 9U);
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_NEAR(found[k].log_loss, expected[k].log_loss, 1e-8) << with.models()[k].name;
  }
}

TEST(ComparedModels, those_with_covariances_have_no_estimate_from_too_many_patterns_of_missing_numbers) {
  // Each two rows of 600 have a pattern of their own.
  constexpr std::size_t d = 10;
  RivalTable rows(600);
  std::vector<double> numbers;
  Schema schema{.blocks = {{.kind = Kind::measurements, .features = {}}}, .target = "y"};
  for (std::size_t j = 0; j < d; ++j) schema.blocks[0].features.push_back("x" + std::to_string(j));
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      numbers.push_back((i / 2 >> j & 1U) != 0 ? NAN : rows.numbers[(2 * i + j) % rows.numbers.size()]);
    }
  }
  const Table table = Table::row_major(numbers.data(), rows.rows(), d);
  const ComparedModels models(table, rows.labels(), schema, {}, 1);
  std::vector<std::size_t> all(rows.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<SplitLoss> found = models.losses(all, all);
  for (std::size_t k = 0; k < found.size(); ++k) {
    const std::string& name = models.models()[k].name;
    const bool has_covariances = name == "lda" || name == "qda";
    EXPECT_EQ(found[k].problem.starts_with("values are missing in too many patterns"), has_covariances)
        << name << ": " << found[k].problem;
    EXPECT_EQ(std::isnan(found[k].log_loss), has_covariances) << name;
  }
}

}  // namespace
}  // namespace suffice
