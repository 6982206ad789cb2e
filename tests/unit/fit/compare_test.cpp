#include "suffice/compare.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "rival_tables.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

Comparison compared(const RivalTable& rows, unsigned threads = 1) {
  return compare(rows.table(), rows.labels(), RivalTable::schema(), {.threads = threads, .repeats = 3});
}

TEST(Compare, each_generative_model_has_its_partner) {
  const Comparison found = compared(RivalTable(120));
  std::vector<std::string> names;
  for (const ComparedModel& model : found.models) names.push_back(model.name);
  const std::vector<std::string> expected = {"lda + categorical-nb",
                                             "logistic",
                                             "diagonal-lda + categorical-nb",
                                             "gaussian-nb + categorical-nb",
                                             "logistic with squares",
                                             "spherical + categorical-nb",
                                             "logistic with squared norm",
                                             "qda + categorical-nb",
                                             "logistic with squares and products"};
  EXPECT_EQ(names, expected);
  EXPECT_EQ(found.models[2].partner, 1U);  // as that of lda
  EXPECT_EQ(found.models[5].partner, 6U);
  EXPECT_EQ(found.models[0].parameters, 1U + 4 + 3 + 2 * 2);  // prior, means, covariance, values
  EXPECT_EQ(found.models[1].parameters, 6U);                  // two numbers, three values, the intercept
  EXPECT_EQ(found.folds, 10U);
  EXPECT_EQ(found.models[0].curve.back().rows, 96U);
  for (const ComparedModel& model : found.models) {
    EXPECT_GT(model.folds.log_loss.mean, 0) << model.name;
    EXPECT_LT(model.folds.error.mean, 0.5) << model.name;
  }
  EXPECT_FALSE(found.verdict.empty());
  EXPECT_FALSE(found.checks.empty());
}

TEST(Compare, tells_how_many_rows_it_has_trained_on_up_to_all) {
  const RivalTable rows(60);
  std::size_t last = 0;
  std::size_t all = 0;
  const StepProgress note = [&](const char* what, std::size_t done, std::size_t of) {
    if (std::string(what) != "training rows") return;
    EXPECT_GE(done, last);
    last = done;
    all = of;
  };
  static_cast<void>(
      compare(rows.table(), rows.labels(), RivalTable::schema(), {.threads = 2, .repeats = 2, .steps = note}));
  EXPECT_GT(all, 0U);
  EXPECT_EQ(last, all);
}

TEST(Compare, folds_have_each_class_in_proportion) {
  // Classes in turn, as many rows of each, and one more: every tenth row of them would be of one class.
  std::vector<double> values;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < 101; ++i) {
    codes.push_back(static_cast<std::uint32_t>(i % 2));
    values.push_back(static_cast<double>(i * 37 % 101) / 101 + 0.2 * static_cast<double>(i % 2));
  }
  const std::vector<std::string> names{"a", "b"};
  const Table table = Table::row_major(values.data(), values.size(), 1);
  Schema schema;
  schema.target = "y";
  schema.blocks.push_back({.kind = Kind::measurements, .features = {"x"}});
  const Comparison found = compare(table, {codes, names}, schema, {.threads = 1, .repeats = 2});
  const LeaveOneOut folds = cross_validate(table, {codes, names}, schema,
                                           {.readings = {{.options = find_model("lda").options}}}, {.threads = 1});
  EXPECT_NEAR(found.models[0].folds.log_loss.mean, folds.log_loss, 0.02);
  EXPECT_NEAR(found.models[0].curve.back().log_loss.mean, folds.log_loss, 0.1);
}

TEST(Compare, losses_by_folds_are_those_of_fit) {
  RivalTable rows(103, 3);
  for (std::size_t i = 0; i < rows.rows(); i += 7) rows.numbers[2 * i + i % 2] = NAN;
  const Comparison found =
      compare(rows.table(), rows.labels(), RivalTable::schema(), {.seed = 5, .threads = 1, .repeats = 2});
  for (const std::size_t k : {0U, 1U, 2U, 3U, 5U, 7U}) {  // those that fit() has too
    const ComparedModel& model = found.models[k];
    const FitPlan plan{.schema = RivalTable::schema(),
                       .options = model.options,
                       .keep = sums_needed(model.options, RivalTable::schema()),
                       .seed = 5,
                       .validation = {.rows = Validation::Rows::all, .folds = 10}};
    const LeaveOneOut expected = fit(rows.table(), rows.labels(), plan).leave_one_out.value();
    EXPECT_NEAR(model.folds.log_loss.mean, expected.log_loss, 1e-9) << model.name;
    EXPECT_NEAR(model.folds.error.mean, 1 - expected.accuracy.value, 1e-12) << model.name;
  }
}

TEST(Compare, a_row_of_weight_0_is_none) {
  const RivalTable rows(64, 3);
  Table table = rows.number_table();
  std::vector<double> weights(64, 1.0);
  for (std::size_t i = 60; i < 64; ++i) weights[i] = 0;
  table.weights = weights;
  const Comparison found = compare(table, rows.labels(), RivalTable::number_schema(), {.threads = 1, .repeats = 2});
  const Comparison expected = compare(table.slice(0, 60), {std::span(rows.codes).first(60), rows.names},
                                      RivalTable::number_schema(), {.threads = 1, .repeats = 2});
  for (std::size_t k = 0; k < found.models.size(); ++k) {
    EXPECT_NEAR(found.models[k].folds.log_loss.mean, expected.models[k].folds.log_loss.mean, 1e-9);
  }
}

TEST(Compare, says_why_a_model_has_no_estimate_from_some_folds) {
  // One row alone varies within its class: without it the column tells the classes apart by itself.
  std::vector<double> values;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < 40; ++i) {
    codes.push_back(static_cast<std::uint32_t>(i % 2));
    values.push_back(i == 7 ? 0.5 : static_cast<double>(i % 2));
  }
  const std::vector<std::string> names{"a", "b"};
  Schema schema;
  schema.target = "y";
  schema.blocks.push_back({.kind = Kind::measurements, .features = {"x"}});
  const Comparison found =
      compare(Table::row_major(values.data(), values.size(), 1), {codes, names}, schema, {.threads = 1, .repeats = 2});
  ASSERT_EQ(found.models[0].name, "lda");
  EXPECT_EQ(found.models[0].failed_folds, 1U);
  EXPECT_TRUE(found.models[0].problem.starts_with("column x: 'x' is constant within each class"))
      << found.models[0].problem;
  EXPECT_TRUE(std::isnan(found.models[0].folds.log_loss.mean));
  EXPECT_EQ(found.models[1].failed_folds, 0U);
  EXPECT_TRUE(found.models[1].problem.empty());
}

TEST(Compare, the_plan_of_the_simplest_model_fits_where_a_class_has_no_value_of_a_column) {
  RivalTable rows(40);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    if (rows.codes[i] == 0) rows.numbers[2 * i] = NAN;
  }
  const FitPlan plan = plan_of_simplest({.schema = RivalTable::number_schema(), .options = {}, .keep = {}}, {});
  const FitResult found = fit(rows.number_table(), rows.labels(), plan);
  EXPECT_EQ(model_name(found.stored.options), "diagonal-lda");
  EXPECT_FALSE(found.leave_one_out);
}

TEST(Compare, reads_no_columns_that_are_cut_or_ranked) {
  FitPlan plan{.schema = RivalTable::number_schema(), .options = {}, .keep = {}};
  plan.undecided = {{"x", Role::normal_score}};
  EXPECT_EQ(failure_with_remedies([&] { static_cast<void>(plan_of_simplest(plan, {})); }, ErrorCode::usage),
            "compare reads numbers and categories as they are, and column 'x' is said to be of the role normal-score | "
            "give column x=number | give drop x");
  plan.undecided = {{"x", Role::indicators}};
  EXPECT_EQ(failure_with_remedies([&] { static_cast<void>(plan_of_simplest(plan, {})); }, ErrorCode::usage),
            "compare reads numbers and categories as they are, and column 'x' is said to be of the role indicators | "
            "give column x=categorical | give drop x");
}

TEST(Compare, does_not_depend_on_threads) {
  const RivalTable rows(80);
  const Comparison one = compared(rows, 1);
  const Comparison two = compared(rows, 2);
  for (std::size_t k = 0; k < one.models.size(); ++k) {
    EXPECT_EQ(one.models[k].folds.log_loss.mean, two.models[k].folds.log_loss.mean);
  }
  EXPECT_EQ(one.verdict, two.verdict);
}

TEST(Compare, names_a_row_by_its_place_in_the_table) {
  const RivalTable rows(60);
  std::vector<double> values;
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    values.push_back(i == 20 ? 0 : 1 + static_cast<double>(i * 37 % 61));
    weights.push_back(i < 6 ? 0 : 1);
  }
  Table table = Table::row_major(values.data(), rows.rows(), 1);
  table.weights = weights;
  const Schema schema{.blocks = {{.kind = Kind::amounts, .features = {"x"}}}, .target = "y"};
  const auto run = [&] {
    static_cast<void>(
        compare(table, rows.labels(), schema, {.threads = 1, .repeats = 2, .roles = {{"x", Role::gamma}}}));
  };
  EXPECT_EQ(failure_with_remedies(run, ErrorCode::bad_data),
            "row 20: the value 0 in column 'x' has no logarithm: a Gamma distribution is one of numbers above 0 | give "
            "column x=number");
}

TEST(Compare, says_what_is_wrong_with_the_rows) {
  EXPECT_EQ(failure_with_remedies([] { compared(RivalTable(60, 1)); }, ErrorCode::bad_data),
            "the target 'y' has one label only: there is nothing to compare");
  EXPECT_EQ(failure_with_remedies([] { compared(RivalTable(12)); }, ErrorCode::bad_data),
            "there are 12 rows, too few to compare models on; 20 are needed");
  EXPECT_EQ(failure_with_remedies([] { compared(RivalTable(32, 16)); }, ErrorCode::bad_data),
            "the label 'c0' has 2 rows, too few to learn it and to test on it; leave its rows out, or join it with "
            "another label");
}

}  // namespace
}  // namespace suffice
