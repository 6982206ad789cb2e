#include "fit/two_values.hpp"

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "suffice/fit.hpp"

namespace suffice {
namespace {

const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"a", "b"}}}, .target = "y"};
const std::vector<std::string> only_b = {"b"};

// One row for each letter, a value of column b; column a has a value of its own in every row.
std::string outcome_of_rows(const std::vector<std::string>& blocks, std::vector<double> weights = {}) {
  TwoValues two_values(schema, only_b);
  return outcome_of([&] {
    for (const std::string& letters : blocks) {
      std::vector<std::string> first;
      std::vector<std::string> second;
      for (std::size_t i = 0; i < letters.size(); ++i) {
        first.push_back(std::to_string(i));
        second.emplace_back(1, letters[i]);
      }
      Table table{.rows = letters.size(), .columns = {}, .weights = weights};
      table.columns.emplace_back(TextColumn{Texts(std::span<const std::string>(first))});
      table.columns.emplace_back(TextColumn{Texts(std::span<const std::string>(second))});
      two_values.check(table);
    }
  });
}

TEST(TwoValues, a_third_value_is_an_error_that_names_row_column_and_values) {
  EXPECT_EQ(outcome_of_rows({"pqpq", "qqpp"}), "no error");
  EXPECT_EQ(
      outcome_of_rows({"pqpq", "qr"}),
      "bad_data: row 1: 'r' in column 'b' is a third value, after 'p' and 'q', where bernoulli has two; correct it, "
      "or make the column categorical");
  EXPECT_EQ(outcome_of_rows({"pqr"}, {1, 1, 0}), "no error") << "a row of weight 0";
}

TEST(TwoValues, a_fit_checks_columns_of_the_role_bernoulli) {
  const std::vector<std::string> columns = {"a", "b", "y"};
  const FitPlan plan = plan_fit(columns, {.columns = {.roles = {{"a", Role::categorical}, {"b", Role::bernoulli}}}});
  EXPECT_EQ(plan.two_valued, only_b);
}

}  // namespace
}  // namespace suffice
