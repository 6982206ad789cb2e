#include "fit/rival_fit.hpp"

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
