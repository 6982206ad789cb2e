// Tests of assumptions against mpmath, scipy and the textbook formulas.
#include <cmath>

#include <gtest/gtest.h>

#include "evaluate/checks/covariances.hpp"
#include "evaluate/checks/independence.hpp"
#include "evaluate/checks/normality.hpp"
#include "golden/golden_case.hpp"
#include "math/special/tails.hpp"
#include "suffice/discriminants.hpp"

namespace suffice::golden {
namespace {

const std::string folder = std::string(SUFFICE_GOLDEN_DIR) + "/";

void expect_relative(double found, double expected, double relative) {
  EXPECT_NEAR(found, expected, relative * std::abs(expected));
}

// Rows of one class, those of one column alone where it is given.
std::vector<double> rows_of(const GoldenTable& table, std::uint32_t c, std::optional<std::size_t> column = {}) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < table.codes.size(); ++i) {
    for (std::size_t j = 0; j < table.values.columns; ++j) {
      if (table.codes[i] == c && column.value_or(j) == j) rows.push_back(table.values.at(i, j));
    }
  }
  return rows;
}

Summary full_sums(const GoldenTable& table) {
  return summarise(table.rows(), table.labels(), table.schema, {.threads = 1, .keep = {{.moments = MomentKind::full}}});
}

TEST(Checks, tails_are_those_of_mpmath) {
  const auto sections = read_golden_file(folder + "checks.txt");
  const Section& tails = sections.at("tails");
  for (std::size_t i = 0; i < tails.rows; ++i) {
    const double x = tails.at(i, 1);
    const double a = tails.at(i, 2);
    const int kind = static_cast<int>(tails.at(i, 0));
    const double found = kind == 0   ? chi_square_tail(x, a)
                         : kind == 1 ? normal_two_tails(x)
                         : kind == 2 ? student_two_tails(x, a)
                                     : f_tail(x, a, tails.at(i, 3));
    expect_relative(found, tails.at(i, 4), 1e-11);
  }
}

TEST(Checks, of_iris_and_of_many_classes) {
  const auto sections = read_golden_file(folder + "checks.txt");
  for (const std::string name : {"iris", "wide"}) {
    SCOPED_TRACE(name);
    const GoldenTable table = read_table(folder, name);
    const Section& normality = sections.at(name + "/anderson-darling");
    for (std::size_t k = 0; k < normality.rows; ++k) {
      const auto c = static_cast<std::uint32_t>(k / table.values.columns);
      const TestResult found = anderson_darling(rows_of(table, c, k % table.values.columns));
      expect_relative(found.statistic, normality.at(k, 0), 1e-9);
      expect_relative(found.p_value, normality.at(k, 1), 1e-8);
    }
    const Summary sums = full_sums(table);
    const std::vector<DiscriminantFunction> functions =
        discriminant_functions(discriminants(sums, {}, 0, 1).eigenvalues, sums.classes.total_weight(),
                               table.values.columns, sums.classes.size());
    const Section& expected = sections.at(name + "/discriminants");
    ASSERT_EQ(functions.size(), expected.rows);
    for (std::size_t k = 0; k < expected.rows; ++k) {
      expect_relative(functions[k].eigenvalue, expected.at(k, 0), 1e-8);
      expect_relative(functions[k].share, expected.at(k, 1), 1e-8);
      expect_relative(functions[k].canonical_correlation, expected.at(k, 2), 1e-8);
      expect_relative(functions[k].wilks_lambda, expected.at(k, 3), 1e-8);
      expect_relative(functions[k].test.statistic, expected.at(k, 4), 1e-8);
      expect_relative(functions[k].test.p_value, expected.at(k, 5), 1e-6);
    }
  }
}

TEST(Checks, mardia_and_box_of_iris) {
  const auto sections = read_golden_file(folder + "checks.txt");
  const GoldenTable table = read_table(folder, "iris");
  const Section& expected = sections.at("iris/mardia");
  for (std::uint32_t c = 0; c < 3; ++c) {
    const Mardia found = mardia(rows_of(table, c), 4);
    expect_relative(found.skewness, expected.at(c, 0), 1e-10);
    expect_relative(found.skewness_test.p_value, expected.at(c, 1), 1e-9);
    expect_relative(found.kurtosis, expected.at(c, 2), 1e-10);
    expect_relative(found.kurtosis_test.p_value, expected.at(c, 3), 1e-8);
  }
  const Summary sums = full_sums(table);
  const TestResult box = box_m(std::get<Moments>(sums.sums[0]).scatter, sums.classes.weight, 4);
  expect_relative(box.statistic, sections.at("iris/box-m").at(0, 0), 1e-10);
  EXPECT_EQ(box.degrees, sections.at("iris/box-m").at(0, 1));
  expect_relative(box.p_value, sections.at("iris/box-m").at(0, 2), 1e-8);
}

TEST(Checks, of_pairs_of_columns) {
  const auto sections = read_golden_file(folder + "checks.txt");
  const GoldenTable table = read_table(folder, "iris");
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < table.values.rows; ++i) {
    x.push_back(table.values.at(i, 0));
    y.push_back(table.values.at(i, 1));
  }
  expect_relative(correlation(x, y).statistic, sections.at("iris/correlation").at(0, 0), 1e-10);
  expect_relative(correlation(x, y).p_value, sections.at("iris/correlation").at(0, 1), 1e-9);
  const Section& codes = sections.at("g-square/codes");
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  for (std::size_t i = 0; i < codes.rows; ++i) {
    a.push_back(static_cast<std::uint32_t>(codes.at(i, 0)));
    b.push_back(static_cast<std::uint32_t>(codes.at(i, 1)));
  }
  const auto [found, cramer_v] = g_square(a, b, 3, 3, 0);
  expect_relative(found.statistic, sections.at("g-square/test").at(0, 0), 1e-10);
  EXPECT_EQ(found.degrees, sections.at("g-square/test").at(0, 1));
  expect_relative(found.p_value, sections.at("g-square/test").at(0, 2), 1e-9);
  expect_relative(cramer_v, sections.at("g-square/test").at(0, 3), 1e-12);
  const Section& expected = sections.at("analysis-of-variance");
  for (std::size_t k = 0; k < expected.rows; ++k) {
    const auto [test, eta_squared] =
        analysis_of_variance(k == 0 ? x : y, k == 0 ? std::span(a).first(x.size()) : std::span(table.codes), 3);
    expect_relative(test.statistic, expected.at(k, 0), 1e-10);
    EXPECT_EQ(test.degrees, expected.at(k, 1));
    expect_relative(test.p_value, expected.at(k, 2), 1e-9);
    expect_relative(eta_squared, expected.at(k, 3), 1e-10);
  }
}

}  // namespace
}  // namespace suffice::golden
