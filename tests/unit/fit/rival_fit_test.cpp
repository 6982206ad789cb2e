#include "fit/rival_fit.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "rival_tables.hpp"

namespace suffice {
namespace {

FitResult fitted(const RivalTable& rows, const std::string& model, const Schema& schema = RivalTable::schema()) {
  FitOptions options{.schema = schema};
  options.model.model = model;
  const FitPlan plan = plan_fit(columns_of(schema), options);
  return fit(schema.blocks.size() > 1 ? rows.table() : rows.number_table(), rows.labels(), plan, {.threads = 1});
}

TEST(RivalFit, weights_are_kept_and_score_after_saving) {
  const RivalTable rows(200, 3);
  for (const std::string model : {"logistic", "perceptron"}) {
    const FitResult result = fitted(rows, model);
    EXPECT_EQ(model_name(result.stored.options), model);
    EXPECT_EQ(result.stored.fitted.rows, 200U);
    const Stored again = decode(encode(result.stored));
    EXPECT_EQ(again, result.stored);
    std::vector<double> before(600);
    std::vector<double> after(600);
    result.model.log_posterior(rows.table(), before);
    model_of(again, 1).log_posterior(rows.table(), after);
    EXPECT_EQ(before, after);
    ASSERT_TRUE(result.leave_one_out);
    EXPECT_EQ(result.leave_one_out->folds, 10U);
    EXPECT_GT(result.leave_one_out->accuracy.value, 0.4);
  }
}

TEST(RivalFit, the_posteriors_of_rows_are_those_of_the_model) {
  const RivalTable rows(100);
  const FitResult result = fitted(rows, "logistic");
  const FeatureReader reader(result.stored.summary, checked(result.stored.options, result.stored.summary.schema), 1);
  FeatureRows written = reader.no_rows();
  reader.append(rows.table(), rows.labels(), written);
  const std::vector<double> found =
      rival_posteriors(written.view(), reader.problem(written), result.stored.fitted.weights);
  std::vector<double> expected(200);
  result.model.log_posterior(rows.table(), expected);
  for (std::size_t k = 0; k < 200; ++k) {
    EXPECT_NEAR(found[k], expected[k], 1e-12);
  }
}

TEST(RivalFit, folds_are_as_many_as_the_smallest_class_has_rows) {
  const std::vector<std::uint32_t> classes = {0, 0, 0, 0, 1, 1, 1, 2};
  const std::vector<std::string> labels = {"a", "b", "c"};
  const RivalFolds folds = stratified_folds(classes, labels, 0);
  EXPECT_EQ(folds.count, 3U);
  EXPECT_EQ(folds.of_rows.back(), no_fold);  // the only row of its class
  for (std::uint32_t fold = 0; fold < 3; ++fold) {
    EXPECT_EQ(std::count(folds.of_rows.begin() + 4, folds.of_rows.begin() + 7, fold), 1);
  }
  RivalTable rows(60);
  for (std::size_t i = 10; i < 60; ++i) rows.codes[i] = 0;  // five rows of the other class
  const FitResult result = fitted(rows, "logistic");
  ASSERT_TRUE(result.leave_one_out);
  EXPECT_EQ(result.leave_one_out->folds, 5U);
}

FitResult validated(const RivalTable& rows, const std::string& model, std::size_t folds) {
  FitOptions options{.schema = RivalTable::schema()};
  options.model.model = model;
  options.validation = {.rows = Validation::Rows::all, .folds = folds};
  return fit(rows.table(), rows.labels(), plan_fit(columns_of(*options.schema), options), {.threads = 1});
}

// Each fold's rows by a fit of the others, made by hand.
TEST(RivalFit, folds_of_all_rows_equal_plain_refits) {
  const RivalTable rows(90, 3);
  const FitResult found = validated(rows, "logistic", 4);
  EXPECT_EQ(found.leave_one_out->folds, 4U);
  EXPECT_EQ(found.leave_one_out->rows, 90U);
  const std::vector<std::uint32_t> folds = FoldOrder(4, 0).next(rows.table(), rows.labels());
  double loss = 0;
  for (std::uint32_t fold = 0; fold < 4; ++fold) {
    std::vector<double> weights(rows.rows());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = folds[i] == fold ? 0 : 1;
    Table others = rows.table();
    others.weights = weights;
    FitOptions options{.schema = RivalTable::schema()};
    options.model.model = "logistic";
    options.validation.rows = Validation::Rows::none;
    const Model model =
        fit(others, rows.labels(), plan_fit(columns_of(*options.schema), options), {.threads = 1}).model;
    std::vector<double> logs(rows.rows() * 3);
    model.log_posterior(rows.table(), logs);
    for (std::size_t i = 0; i < weights.size(); ++i) loss -= folds[i] == fold ? logs[i * 3 + rows.codes[i]] : 0;
  }
  EXPECT_NEAR(found.leave_one_out->log_loss, loss / 90, 1e-6);
  EXPECT_NE(failure_with_remedies([&] { validated(rows, "perceptron", 0); }, ErrorCode::usage), "");
  EXPECT_NE(failure_with_remedies([&] { validated(rows, "logistic", 31); }, ErrorCode::bad_data), "");
}

TEST(RivalFit, the_ridge_of_logistic_is_searched_by_folds) {
  const RivalTable rows(120);
  FitOptions options{.schema = RivalTable::schema()};
  options.model.model = "logistic";
  options.tune = TuneOptions{};
  const auto tuned = [&] {
    return fit(rows.table(), rows.labels(), plan_fit(columns_of(*options.schema), options), {.threads = 1});
  };
  const FitResult result = tuned();
  const Tuning& tuning = result.stored.tuning;
  EXPECT_EQ(tuning.criterion, Criterion::folds);
  EXPECT_EQ(tuning.trials.size(), 13U);
  EXPECT_LE(tuning.after, tuning.before);
  EXPECT_NEAR(result.leave_one_out->log_loss, tuning.after, 1e-6);
  for (const Trial& trial : tuning.trials) {
    EXPECT_GE(trial.criterion, tuning.after - 1e-9);
    EXPECT_EQ(trial.chosen, std::stod(trial.value) == result.stored.options.rival->ridge);
  }
  options.tune->held = {"ridge"};
  EXPECT_THROW(tuned(), Error);
  options.tune = TuneOptions{.criterion = Criterion::aic};
  EXPECT_THROW(tuned(), Error);
}

TEST(RivalFit, of_one_label_is_an_error) {
  EXPECT_EQ(failure_with_remedies([] { fitted(RivalTable(20, 1), "logistic"); }, ErrorCode::bad_data),
            "logistic tells classes apart, and the target 'y' has one label only");
}

TEST(RivalFit, least_squares_follows_from_sums_and_the_others_do_not) {
  const RivalTable rows(200);
  const Schema schema = RivalTable::number_schema();
  const FitResult all = fitted(rows, "least-squares", schema);
  EXPECT_FALSE(needs_rows(all.stored.options));
  const auto part = [&](std::size_t first) {
    const Table table = rows.number_table().slice(first, 100);
    const Labels labels{std::span(rows.codes).subspan(first, 100), rows.names};
    FitOptions options{.schema = schema};
    options.model.model = "least-squares";
    return fit(table, labels, plan_fit(columns_of(schema), options), {.threads = 1}).stored;
  };
  const LinearForm merged = model_of(merge(part(0), part(100)), 1).linear_form();
  const LinearForm at_once = all.model.linear_form();
  for (std::size_t k = 0; k < merged.coefficients.size(); ++k) {
    EXPECT_NEAR(merged.coefficients[k], at_once.coefficients[k], 1e-13);
  }
  const Stored logistic = fitted(rows, "logistic", schema).stored;
  EXPECT_THROW(merge(logistic, logistic), Error);
  ModelChoice choice;
  choice.model = "logistic";
  EXPECT_THROW(reestimate(all.stored, choice), Error);
  choice.model = "lda";
  EXPECT_EQ(model_name(reestimate(all.stored, choice).options), "lda");
}

}  // namespace
}  // namespace suffice
