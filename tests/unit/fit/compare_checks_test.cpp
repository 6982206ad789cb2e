#include "fit/comparison/compare_checks.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "math/special/random.hpp"
#include "rival_tables.hpp"

namespace suffice {
namespace {

const AssumptionCheck& check_of(const std::vector<AssumptionCheck>& checks, const std::string& test) {
  return *std::ranges::find(checks, test, &AssumptionCheck::test);
}

std::vector<AssumptionCheck> checks_of(const RivalTable& rows) {
  const Summary sums = summarise(rows.table(), rows.labels(), RivalTable::schema(),
                                 {.threads = 1, .keep = {{.moments = MomentKind::full}, {}}});
  return assumption_checks(rows.table(), sums, rows.codes, 0, 1).checks;
}

// The two numbers are correlated normals of equal covariances.
TEST(CompareChecks, reject_what_does_not_hold) {
  const std::vector<AssumptionCheck> checks = checks_of(RivalTable(600));
  EXPECT_EQ(check_of(checks, "correlation").rejected, 2U);
  EXPECT_NEAR(check_of(checks, "correlation").tests[0].effect, 0.45, 0.1);
  EXPECT_EQ(check_of(checks, "Anderson-Darling").rejected, 0U);
  EXPECT_EQ(check_of(checks, "Anderson-Darling").tests.size(), 4U);
  EXPECT_EQ(check_of(checks, "Mardia").tests.size(), 4U);
  EXPECT_GT(check_of(checks, "Box's M").tests[0].p_value, 1e-3);
  RivalTable skew(600);
  for (std::size_t k = 0; k < skew.numbers.size(); k += 2) {
    skew.numbers[k] = skew.numbers[k] * skew.numbers[k];
  }
  EXPECT_GE(check_of(checks_of(skew), "Anderson-Darling").rejected, 2U);
}

// Half of the values of x are missing and filled in at their mean, which is no normal column.
TEST(CompareChecks, leave_out_what_is_missing) {
  RivalTable rows(600);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    if (i / 2 % 2 == 0) rows.numbers[2 * i] = std::nan("");
  }
  Schema filled = RivalTable::schema();
  filled.blocks[0].fills = {0.5, std::nan("")};
  const Summary sums =
      summarise(rows.table(), rows.labels(), filled, {.threads = 1, .keep = {{.moments = MomentKind::full}, {}}});
  const std::vector<AssumptionCheck> checks = assumption_checks(rows.table(), sums, rows.codes, 0, 1).checks;
  EXPECT_EQ(check_of(checks, "Anderson-Darling").rejected, 0U);
  EXPECT_EQ(check_of(checks, "Mardia").rejected, 0U);
  EXPECT_EQ(check_of(checks, "correlation").tests[0].degrees, 148);  // of the 150 rows of a class that have both
  EXPECT_NEAR(check_of(checks, "correlation").tests[0].effect, 0.45, 0.15);
}

TEST(CompareChecks, take_a_weight_of_two_for_a_row_twice) {
  const RivalTable rows(60);
  RivalTable twice(0);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (int k = 0; k < 2; ++k) {
      twice.numbers.insert(twice.numbers.end(), {rows.numbers[2 * i], rows.numbers[2 * i + 1]});
      twice.categories.push_back(rows.categories[i]);
      twice.codes.push_back(rows.codes[i]);
    }
  }
  Table weighted = rows.table();
  const std::vector<double> weights(rows.rows(), 2.0);
  weighted.weights = weights;
  const Summary sums = summarise(weighted, rows.labels(), RivalTable::schema(),
                                 {.threads = 1, .keep = {{.moments = MomentKind::full}, {}}});
  const std::vector<AssumptionCheck> found = assumption_checks(weighted, sums, rows.codes, 0, 1).checks;
  const std::vector<AssumptionCheck> expected = checks_of(twice);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_EQ(found[k].tests[0].p_value, expected[k].tests[0].p_value);
}

// Shares that sum to 1 make one row of all.
TEST(CompareChecks, say_that_weights_make_too_few_rows) {
  const RivalTable rows(60);
  Table weighted = rows.table();
  const std::vector<double> weights(rows.rows(), 1.0 / 60);
  weighted.weights = weights;
  const Summary sums = summarise(weighted, rows.labels(), RivalTable::schema(),
                                 {.threads = 1, .keep = {{.moments = MomentKind::full}, {}}});
  const AssumptionChecks found = assumption_checks(weighted, sums, rows.codes, 0, 1);
  EXPECT_TRUE(found.checks.empty());
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_TRUE(found.notes[0].ends_with("multiply the weights by 60, so that they sum to the number of rows"));
}

// The amounts p and q share a part, the number x none.
TEST(CompareChecks, test_correlations_of_amounts_with_each_other_and_with_numbers) {
  const RivalTable rows(300);
  std::vector<double> values;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto shared = static_cast<double>(i * 37 % 11);
    values.insert(values.end(), {static_cast<double>(i * i % 101), shared + static_cast<double>(i * 53 % 7), shared});
  }
  const Table table = Table::row_major(values.data(), rows.rows(), 3);
  const Schema schema{
      .blocks = {{.kind = Kind::measurements, .features = {"x"}}, {.kind = Kind::amounts, .features = {"p", "q"}}},
      .target = "y"};
  const Summary sums =
      summarise(table, rows.labels(), schema, {.threads = 1, .keep = {{.moments = MomentKind::full}, {}}});
  const std::vector<AssumptionCheck> checks = assumption_checks(table, sums, rows.codes, 0, 1).checks;
  const AssumptionCheck& found = check_of(checks, "correlation of amounts");
  EXPECT_EQ(found.tests.size(), 6U);  // three pairs in two classes
  EXPECT_EQ(found.rejected, 2U);
  EXPECT_TRUE(found.tests[0].where.starts_with("p and q, ")) << found.tests[0].where;
  EXPECT_GT(found.tests[1].effect, 0.5);
}

// The first number is raised where the category is green, the second one depends on nothing but the first.
TEST(CompareChecks, test_whether_numbers_depend_on_categories) {
  EXPECT_EQ(check_of(checks_of(RivalTable(600)), "analysis of variance").rejected, 0U);
  RivalTable rows(600);
  for (std::size_t i = 0; i < rows.rows(); ++i) rows.numbers[2 * i] += rows.categories[i] == 1 ? 1 : 0;
  const AssumptionCheck found = check_of(checks_of(rows), "analysis of variance");
  EXPECT_EQ(found.tests.size(), 4U);  // two numbers in two classes
  EXPECT_EQ(found.rejected, 2U);
  EXPECT_TRUE(found.tests[0].where.starts_with("x and k, ")) << found.tests[0].where;
  EXPECT_EQ(found.tests[0].degrees, 2);  // of three values
  EXPECT_NEAR(found.tests[0].effect, 0.2, 0.1);
}

// Both p-values are the smallest that the test has; z is skewed more, and to the left.
TEST(CompareChecks, name_the_largest_effect_of_equal_p_values_whatever_its_sign) {
  RivalTable rows(2000);
  Random random(11);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    rows.numbers[2 * i] = random.gamma(1);
    rows.numbers[2 * i + 1] = -std::pow(random.gamma(1), 2);
  }
  const AssumptionCheck found = check_of(checks_of(rows), "Anderson-Darling");
  EXPECT_EQ(found.tests[0].p_value, found.tests[3].p_value);
  EXPECT_TRUE(found.tests[0].where.starts_with("z, ")) << found.tests[0].where;
  EXPECT_LT(found.tests[0].effect, -found.tests[3].effect);
}

AssumptionChecks checks_of_random_rows(const Schema& schema, std::size_t columns) {
  const RivalTable rows(200);
  Random random(7);
  std::vector<double> values(rows.rows() * columns);
  for (double& value : values) value = random.normal();
  const Table table = Table::row_major(values.data(), rows.rows(), columns);
  const Summary sums = summarise(table, rows.labels(), schema, {.threads = 1, .keep = {{.moments = MomentKind::full}}});
  return assumption_checks(table, sums, rows.codes, 0, 1);
}

TEST(CompareChecks, take_the_first_of_very_many_columns_and_say_so) {
  Schema schema{.blocks = {{.kind = Kind::measurements, .features = {}}}, .target = "y"};
  for (std::size_t j = 0; j < 50; ++j) schema.blocks[0].features.push_back("x" + std::to_string(j));
  const AssumptionChecks all = checks_of_random_rows(schema, 50);
  EXPECT_EQ(all.notes, std::vector<std::string>{});
  EXPECT_EQ(all.incomplete_tests, std::vector<std::string>{});
  for (std::size_t j = 50; j < 80; ++j) schema.blocks[0].features.push_back("x" + std::to_string(j));
  const AssumptionChecks first = checks_of_random_rows(schema, 80);
  EXPECT_EQ(check_of(first.checks, "Anderson-Darling").tests.size(), 100U);  // 50 columns in two classes
  EXPECT_EQ(first.notes, (std::vector<std::string>{"the tests of assumptions are of the first 50 of 80 numbers"}));
  EXPECT_EQ(first.incomplete_tests, (std::vector<std::string>{"Anderson-Darling", "Mardia", "Box's M", "correlation"}));
}

TEST(CompareChecks, say_which_tests_are_undefined) {
  const RivalTable rows(12);  // 6 of each class, and Anderson and Darling's test needs 8
  const Summary sums = summarise(rows.table(), rows.labels(), RivalTable::schema(),
                                 {.threads = 1, .keep = {{.moments = MomentKind::full}, {}}});
  const AssumptionChecks found = assumption_checks(rows.table(), sums, rows.codes, 0, 1);
  EXPECT_EQ(std::ranges::count(found.checks, "Anderson-Darling", &AssumptionCheck::test), 0);
  EXPECT_EQ(std::ranges::count(found.incomplete_tests, "Anderson-Darling"), 1);
  EXPECT_EQ(std::ranges::count(found.incomplete_tests, "Mardia"), 0);
  EXPECT_EQ(found.notes,
            (std::vector<std::string>{"too few rows or values, or columns that follow from others, leave the tests "
                                      "Anderson-Darling undefined"}));
}

TEST(CompareChecks, discriminant_functions_are_as_many_as_axes) {
  const RivalTable rows(90, 3);
  const Summary sums = summarise(rows.table(), rows.labels(), RivalTable::schema(),
                                 {.threads = 1, .keep = {{.moments = MomentKind::full}, {}}});
  std::vector<std::string> notes;
  const std::vector<DiscriminantRow> table = discriminant_table(rows.table(), sums, rows.codes, notes);
  EXPECT_TRUE(notes.empty());
  ASSERT_EQ(table.size(), 2U);
  EXPECT_NEAR(table[0].share + table[1].share, 1, 1e-12);
  EXPECT_LT(table[0].p_value, 1e-6);
}

// Two normal columns, and where `third` says so another one, which may depend on the first and on the class.
struct NumberTable {
  std::vector<double> values;
  std::vector<std::uint32_t> codes;
  std::vector<std::string> columns{"p", "q"};

  explicit NumberTable(const std::function<double(double p, std::uint32_t c)>& third = {}) {
    Random random(3);
    if (third) columns.emplace_back("r");
    for (std::uint32_t i = 0; i < 60; ++i) {
      codes.push_back(i % 2);
      const double p = random.normal() + i % 2;
      values.insert(values.end(), {p, random.normal()});
      if (third) values.push_back(third(p, i % 2));
    }
  }
  [[nodiscard]] Table table() const { return Table::row_major(values.data(), codes.size(), columns.size()); }
  [[nodiscard]] Summary sums() const {
    const std::vector<std::string> names{"a", "b"};
    return summarise(table(), {codes, names},
                     {.blocks = {{.kind = Kind::measurements, .features = columns}}, .target = "y"},
                     {.threads = 1, .keep = {{.moments = MomentKind::full}}});
  }
  [[nodiscard]] AssumptionChecks checks() const { return assumption_checks(table(), sums(), codes, 0, 1); }
  [[nodiscard]] std::vector<DiscriminantRow> discriminants(std::vector<std::string>& notes) const {
    return discriminant_table(table(), sums(), codes, notes);
  }
};

TEST(CompareChecks, a_constant_column_is_not_tested) {
  const AssumptionChecks without = NumberTable().checks();
  for (const double constant : {0.0, 0.1, 7.0, 2024.0}) {
    const AssumptionChecks with = NumberTable([=](double, std::uint32_t) { return constant; }).checks();
    ASSERT_EQ(with.checks.size(), without.checks.size());
    for (std::size_t k = 0; k < with.checks.size(); ++k) {
      EXPECT_EQ(with.checks[k].tests.size(), without.checks[k].tests.size());
      EXPECT_EQ(with.checks[k].tests[0].p_value, without.checks[k].tests[0].p_value);
    }
    EXPECT_TRUE(with.notes.empty());
  }
}

// Its mean by class is rounded, which is no variance.
TEST(CompareChecks, a_column_that_is_constant_in_a_class_leaves_its_tests_undefined) {
  Random random(5);
  const AssumptionChecks found =
      NumberTable([&](double, std::uint32_t c) { return c == 0 ? 0.1 : random.normal(); }).checks();
  EXPECT_EQ(std::ranges::find(found.checks, "Box's M", &AssumptionCheck::test), found.checks.end());
  EXPECT_EQ(check_of(found.checks, "Mardia").undefined, 2U);
  EXPECT_EQ(check_of(found.checks, "Mardia").rejected, 0U);
  EXPECT_EQ(check_of(found.checks, "Anderson-Darling").undefined, 1U);
  EXPECT_EQ(check_of(found.checks, "correlation").undefined, 2U);
}

TEST(CompareChecks, a_constant_column_is_ignored_by_discriminant_functions) {
  std::vector<std::string> notes;
  const std::vector<DiscriminantRow> without = NumberTable().discriminants(notes);
  const std::vector<DiscriminantRow> with = NumberTable([](double, std::uint32_t) { return 7.0; }).discriminants(notes);
  ASSERT_EQ(with.size(), 1U);
  EXPECT_EQ(with[0].degrees, without[0].degrees);
  EXPECT_EQ(with[0].p_value, without[0].p_value);
  EXPECT_TRUE(notes.empty());
}

TEST(CompareChecks, discriminant_functions_are_of_the_rows_that_have_all_numbers) {
  NumberTable rows;
  NumberTable complete;
  complete.values.clear();
  complete.codes.clear();
  for (std::size_t i = 0; i < rows.codes.size(); ++i) {
    if (i % 3 == 0) {
      rows.values[2 * i + i % 2] = std::nan("");
      continue;
    }
    complete.values.insert(complete.values.end(), {rows.values[2 * i], rows.values[2 * i + 1]});
    complete.codes.push_back(rows.codes[i]);
  }
  std::vector<std::string> notes;
  const std::vector<DiscriminantRow> expected = complete.discriminants(notes);
  EXPECT_TRUE(notes.empty());
  const std::vector<DiscriminantRow> found = rows.discriminants(notes);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].p_value, expected[0].p_value);
  EXPECT_EQ(notes,
            std::vector<std::string>{"the discriminant functions are those of the 40 rows without missing numbers"});
}

TEST(CompareChecks, say_why_there_are_no_discriminant_functions) {
  std::vector<std::string> notes;
  EXPECT_TRUE(NumberTable([](double p, std::uint32_t) { return 2 * p; }).discriminants(notes).empty());
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_TRUE(notes[0].starts_with("there are no discriminant functions: the shared covariance is singular"));
}

}  // namespace
}  // namespace suffice
