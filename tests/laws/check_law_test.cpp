// The law of checks: p-values of rows that the model itself has drawn are uniform, whether or not it was fitted on
// them.
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "suffice/check.hpp"
#include "suffice/fit.hpp"
#include "unit/rival_tables.hpp"

namespace suffice {
namespace {

struct DrawnRows {
  std::vector<double> values;
  std::vector<std::uint32_t> codes;

  [[nodiscard]] Table table() const { return Table::row_major(values.data(), codes.size(), 2); }
};

const std::vector<std::string>& names() {
  static const std::vector<std::string> both = {"0", "1"};
  return both;
}

// Rows of lda: two classes, correlated columns.
DrawnRows draw(std::size_t rows, std::uint64_t seed) {
  static const Stored truth = [] {
    Stored stored;
    stored.options.readings = {{.options = GaussianOptions{}}};
    stored.summary.schema = {.blocks = {{.features = {"x", "z"}}}, .target = "y"};
    stored.summary.classes = {names(), {50, 50}, {50, 50}};
    stored.summary.sums = {Moments{.mean = {0, 0, 1, 2}, .scatter = {100, 60, 60, 100}, .third = {}, .fourth = {}}};
    return stored;
  }();
  const Sample sample = model_of(truth).sample(rows, seed);
  DrawnRows drawn;
  for (std::size_t i = 0; i < rows; ++i) {
    for (const auto& column : sample.columns) drawn.values.push_back(std::get<std::vector<double>>(column)[i]);
    drawn.codes.push_back(sample.labels[i]);
  }
  return drawn;
}

Stored fitted(const DrawnRows& rows) {
  Stored stored;
  stored.options.readings = {{.options = GaussianOptions{}}};
  stored.summary = summarise(rows.table(), {rows.codes, names()}, {.blocks = {{.features = {"x", "z"}}}, .target = "y"},
                             {.threads = 1});
  return stored;
}

// How many of 200 tables have p-values of at most 0.1: of the columns, of the correlation, of the evidence.
std::vector<int> rejected_of_200(bool on_own_rows) {
  std::vector<int> rejected(4);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const DrawnRows training = draw(40, 2 * seed);
    const DrawnRows rows = on_own_rows ? training : draw(40, 2 * seed + 1);
    const ModelCheck found = check(fitted(training), rows.table(), {rows.codes, names()}, on_own_rows,
                                   {.simulations = 19, .seed = seed, .threads = 1});
    for (const ColumnCheck& column : found.columns) rejected[column.column == "x" ? 0 : 1] += column.p_value <= 0.1;
    rejected[2] += found.correlations.p_value <= 0.1;
    rejected[3] += found.evidence.p_value <= 0.1;
  }
  return rejected;
}

// Binomial of 200 and 0.1: 20 ± 4.2; the bounds are four of these away.
TEST(CheckLaw, p_values_of_rows_that_the_model_was_fitted_on_are_uniform) {
  for (const int count : rejected_of_200(true)) {
    EXPECT_GE(count, 4);
    EXPECT_LE(count, 37);
  }
}

TEST(CheckLaw, p_values_of_rows_that_it_has_not_seen_are_uniform) {
  for (const int count : rejected_of_200(false)) {
    EXPECT_GE(count, 4);
    EXPECT_LE(count, 37);
  }
}

ModelCheck checked(const RivalTable& rows, const CheckOptions& options, const std::string& model = "qda") {
  FitOptions how{.schema = RivalTable::schema()};
  how.model.model = model;
  const FitPlan plan = plan_fit(columns_of(*how.schema), how);
  return check(fit(rows.table(), rows.labels(), plan, {.threads = 1}).stored, rows.table(), rows.labels(), true,
               options);
}

TEST(CheckLaw, rows_of_the_model_are_not_rejected_and_the_result_depends_on_the_seed_alone) {
  const RivalTable rows(120);
  const ModelCheck one = checked(rows, {.simulations = 39, .seed = 2, .threads = 1});
  EXPECT_EQ(one.rows, 120U);
  EXPECT_EQ(one.draws, 960U);
  EXPECT_EQ(one.simulations, 39U);
  ASSERT_EQ(one.columns.size(), 3U);
  for (const ColumnCheck& column : one.columns) {
    EXPECT_GT(column.adjusted, 0.05) << column.column;
    EXPECT_GE(column.adjusted, column.p_value);
    EXPECT_NE(column.worst_label, "");
  }
  EXPECT_EQ(one.correlations.pairs.size(), 3U);
  EXPECT_GT(one.correlations.p_value, 0.02);
  EXPECT_GT(one.evidence.p_value, 0.02);
  EXPECT_FALSE(one.verdict.empty());
  const ModelCheck two = checked(rows, {.simulations = 39, .seed = 2, .threads = 2});
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(one.columns[k].column, two.columns[k].column);
    EXPECT_EQ(one.columns[k].distance, two.columns[k].distance);
    EXPECT_EQ(one.columns[k].adjusted, two.columns[k].adjusted);
  }
  EXPECT_EQ(one.classifier.accuracy.value, two.classifier.accuracy.value);
  EXPECT_EQ(one.evidence.p_value, two.evidence.p_value);
}

TEST(CheckLaw, finds_the_column_that_is_not_normal_and_the_correlation_that_is_not_modelled) {
  RivalTable rows(200);
  for (std::size_t i = 0; i < rows.rows(); ++i) rows.numbers[2 * i] = std::exp(2 * rows.numbers[2 * i]);
  const ModelCheck found = checked(rows, {.simulations = 39, .threads = 1});
  EXPECT_EQ(found.columns.front().column, "x");
  EXPECT_EQ(found.columns.front().adjusted, 0.025);
  EXPECT_LT(found.classifier.p_value, 0.01) << found.classifier.problem << found.classifier.accuracy.value;

  const ModelCheck naive = checked(RivalTable(200), {.simulations = 39, .threads = 1}, "gaussian-nb");
  EXPECT_EQ(naive.correlations.p_value, 0.025);
  EXPECT_GT(naive.correlations.pairs.front().in_rows, 0.3);
}

}  // namespace
}  // namespace suffice
