#include "suffice/check.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "rival_tables.hpp"
#include "sample_model.hpp"

namespace suffice {
namespace {

FitResult fitted(const Table& rows, const Labels& labels, const Schema& schema, const std::string& model) {
  FitOptions options{.schema = schema};
  options.model.model = model;
  return fit(rows, labels, plan_fit(columns_of(schema), options), {.threads = 1});
}

ModelCheck checked(const RivalTable& rows, const CheckOptions& options, const std::string& model = "qda") {
  const Stored stored = fitted(rows.table(), rows.labels(), RivalTable::schema(), model).stored;
  return check(stored, rows.table(), rows.labels(), true, options);
}

TEST(Check, rows_of_the_model_are_not_rejected_and_the_result_depends_on_the_seed_alone) {
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

TEST(Check, finds_the_column_that_is_not_normal_and_the_correlation_that_is_not_modelled) {
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

TEST(Check, a_weight_of_two_is_a_row_twice) {
  const RivalTable rows(60);
  const Stored stored = fitted(rows.table(), rows.labels(), RivalTable::schema(), "lda").stored;
  std::vector<double> numbers;
  std::vector<std::uint32_t> categories;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (int k = 0; k < 2; ++k) {
      numbers.insert(numbers.end(), {rows.numbers[2 * i], rows.numbers[2 * i + 1]});
      categories.push_back(rows.categories[i]);
      codes.push_back(rows.codes[i]);
    }
  }
  Table twice = Table::row_major(numbers.data(), codes.size(), 2);
  twice.columns.emplace_back(CategoryColumn{categories.data(), rows.values});
  Table weighted = rows.table();
  const std::vector<double> weights(rows.rows(), 2.0);
  weighted.weights = weights;
  const CheckOptions options{.simulations = 9, .threads = 1};
  const ModelCheck a = check(stored, twice, {codes, rows.names}, false, options);
  const ModelCheck b = check(stored, weighted, rows.labels(), false, options);
  EXPECT_EQ(a.rows, 120U);
  EXPECT_EQ(b.rows, 120U);
  for (std::size_t k = 0; k < a.columns.size(); ++k) EXPECT_EQ(a.columns[k].distance, b.columns[k].distance);
}

TEST(Check, works_without_labels_on_text_and_on_a_sample) {
  const RivalTable rows(90);
  const Stored stored = fitted(rows.table(), rows.labels(), RivalTable::schema(), "lda").stored;
  const ModelCheck unlabelled = check(stored, rows.table(), {}, false, {.simulations = 9, .threads = 1});
  EXPECT_FALSE(unlabelled.has_labels);
  EXPECT_EQ(unlabelled.columns.front().worst_label, "");
  const ModelCheck some =
      check(stored, rows.table(), rows.labels(), true, {.simulations = 9, .threads = 1, .most_rows = 30});
  EXPECT_EQ(some.rows, 30U);
  EXPECT_TRUE(some.refitted);
  const ModelCheck fewer =
      check(stored, rows.table(), rows.labels(), true, {.simulations = 9, .threads = 1, .most_rows = 10});
  EXPECT_FALSE(fewer.refitted);  // nine times as many rows are known well enough
  EXPECT_NE(fewer.classifier.problem, "");

  const Stored words = word_model();
  const std::vector<std::string> documents = {"hello hello now", "buy cheap", "hello über", "buy now cheap", "hello"};
  const std::vector<std::uint32_t> codes = {0, 1, 0, 1, 0};
  const std::vector<std::string> names = {"ham", "spam"};
  const ModelCheck text =
      check(words, Table::documents(documents), {codes, names}, true, {.simulations = 9, .threads = 1});
  EXPECT_EQ(text.columns.front().kind, Kind::text);
  EXPECT_EQ(text.terms.size(), 5U);
}

TEST(Check, says_what_has_no_draws_and_which_labels_are_not_known) {
  const RivalTable rows(40);
  const auto failure = [&](const std::string& model, const std::vector<std::string>& names) {
    return failure_with_remedies(
        [&] {
          const Stored stored = fitted(rows.number_table(), rows.labels(), RivalTable::number_schema(), model).stored;
          static_cast<void>(check(stored, rows.number_table(), {rows.codes, names}, true, {.simulations = 0}));
        },
        model == "lda" ? ErrorCode::bad_data : ErrorCode::usage);
  };
  EXPECT_NE(failure("logistic", rows.names).find("says nothing about p(x | class)"), std::string::npos);
  EXPECT_EQ(failure("lda", {"p", "q"}), "no row has a label that the model knows");
  const Stored stored = fitted(rows.number_table(), rows.labels(), RivalTable::number_schema(), "lda").stored;
  const ModelCheck none = check(stored, rows.number_table(), rows.labels(), true, {.simulations = 0, .threads = 1});
  EXPECT_TRUE(std::isnan(none.columns.front().p_value));
  const std::vector<std::string> other = {"c0", "q"};
  EXPECT_EQ(check(stored, rows.number_table(), {rows.codes, other}, true, {.simulations = 0, .threads = 1}).unknown,
            20U);
}

}  // namespace
}  // namespace suffice
