#include "suffice/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "error_text.hpp"
#include "rival_tables.hpp"
#include "sample_model.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

FitResult fitted(const Table& rows, const Labels& labels, const Schema& schema, const std::string& model) {
  FitOptions options{.schema = schema};
  options.model.model = model;
  return fit(rows, labels, plan_fit(columns_of(schema), options), {.threads = 1});
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

TEST(Check, says_that_weights_make_too_few_rows) {
  const RivalTable rows(60);
  const Stored stored = fitted(rows.table(), rows.labels(), RivalTable::schema(), "lda").stored;
  Table weighted = rows.table();
  const std::vector<double> weights(rows.rows(), 0.5);
  weighted.weights = weights;
  const ModelCheck found = check(stored, weighted, rows.labels(), false, {.simulations = 9, .threads = 1});
  EXPECT_EQ(found.rows, 30U);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_TRUE(found.notes[0].ends_with("multiply the weights by 2, so that they sum to the number of rows"));
  EXPECT_EQ(nlohmann::json::parse(check_json(found))["notes"][0], found.notes[0]);
}

TEST(Check, of_rows_without_values_is_an_error) {
  RivalTable rows(60);
  const Stored stored = fitted(rows.table(), rows.labels(), RivalTable::schema(), "lda").stored;
  std::ranges::fill(rows.numbers, NAN);
  const CheckOptions options{.simulations = 9, .threads = 1};
  EXPECT_EQ(check(stored, rows.table(), rows.labels(), false, options).rows, 60U) << "there is still the category";
  std::ranges::fill(rows.categories, UINT32_MAX);
  EXPECT_EQ(
      failure_with_remedies([&] { static_cast<void>(check(stored, rows.table(), rows.labels(), false, options)); },
                            ErrorCode::bad_data),
      "no row has a value in a column that the model reads: draws like such rows are empty too, so that nothing "
      "can be compared");
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
