// Suffice against scikit-learn, MASS and 60-digit arithmetic: the same tables, the same options, the same numbers.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "golden/expect_golden.hpp"
#include "golden/golden_case.hpp"
#include "suffice/discriminants.hpp"

namespace suffice::golden {
namespace {

const std::string folder = SUFFICE_GOLDEN_DIR "/";

// The rounding allowed. Inputs are exact, condition numbers of the tables' correlations are below 1e3 and sums have at
// most 150 terms, so both sides are right to about 1e-13; 1e-10 leaves room for another order of operations and still
// sees a wrong divisor, count or term. The rows of `offset` and `far` lie 1e6 and 1e8 spreads away from 0: a double
// holds their means to 1e-10 and 1e-8 of a spread, and so the differences of their scores. The correlations of
// `collinear` have a condition number of 3e8: a double holds the direction that counts to 3e-8.
double tolerance(const std::string& table) {
  static const std::map<std::string, double> wider{{"offset", 1e-8}, {"far", 1e-6}, {"collinear", 1e-6}};
  return wider.contains(table) ? wider.at(table) : 1e-10;
}

/// A covariance is right when each entry is, relative to the standard deviations of its two columns.
void expect_covariance(const Section& expected, const Summary& summary, double relative) {
  const std::size_t d = expected.columns;
  const Moments& moments = std::get<Moments>(summary.sums[0]);
  ASSERT_EQ(d * d, moments.scatter.size());
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      const double actual = moments.scatter[i * d + j] / summary.classes.total_weight();
      EXPECT_NEAR(expected.at(i, j), actual, relative * std::sqrt(expected.at(i, i) * expected.at(j, j)))
          << "entry " << i << ", " << j;
    }
  }
}

/// One line of numbers per class → the lines of classes 1 … C−1 less that of class 0.
std::vector<double> from_first_class(const std::vector<double>& numbers, std::size_t columns) {
  std::vector<double> differences;
  for (std::size_t i = columns; i < numbers.size(); ++i) differences.push_back(numbers[i] - numbers[i % columns]);
  return differences;
}

/// Each line of `expected` is the log loss of a row after a refit without it and whether it was then right; nan where
/// no refit exists. Every row is compared by itself, and all together as the weighted mean.
void expect_left_out(const Section& expected, const Summary& summary, const Options& options, const GoldenTable& table,
                     double relative) {
  double loss = 0, right = 0, scored = 0, total = 0;
  std::uint64_t unscored = 0;
  for (std::size_t i = 0; i < expected.rows; ++i) {
    const double weight = table.weight(i);
    if (weight == 0) continue;
    const Labels label{table.labels().codes.subspan(i, 1), table.names};
    const LeaveOneOut result = leave_one_out(summary, options, table.rows().slice(i, 1), label);
    const bool has_refit = !std::isnan(expected.at(i, 0));
    EXPECT_EQ(result.unscored_rows, has_refit ? 0U : 1U) << "row " << i;
    EXPECT_EQ(result.accuracy.value, expected.at(i, 1)) << "row " << i;
    total += weight;
    right += weight * expected.at(i, 1);
    if (has_refit) {
      EXPECT_NEAR(result.log_loss, expected.at(i, 0), 10 * relative * std::max(1.0, expected.at(i, 0))) << "row " << i;
      scored += weight;
      loss += weight * expected.at(i, 0);
    } else {
      ++unscored;
    }
  }
  const LeaveOneOut all = leave_one_out(summary, options, table.rows(), table.labels());
  EXPECT_EQ(all.unscored_rows, unscored);
  EXPECT_NEAR(all.accuracy.value, right / total, 1e-14);
  EXPECT_NEAR(all.log_loss, loss / scored, 10 * relative * std::max(1.0, loss / scored));
}

/// log Σ exp of one line.
double log_sum(const Section& section, std::size_t row) {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < section.columns; ++c) largest = std::max(largest, section.at(row, c));
  double sum = 0;
  for (std::size_t c = 0; c < section.columns; ++c) sum += std::exp(section.at(row, c) - largest);
  return largest + std::log(sum);
}

/// log joint, evidence and the posterior they imply.
void expect_densities(const Section& log_joint, const Model& model, const Table& rows, double relative) {
  std::vector<double> joint(log_joint.numbers.size()), posterior(joint.size()), evidence(log_joint.rows);
  model.log_joint(rows, joint);
  model.log_evidence(rows, evidence);
  model.log_posterior(rows, posterior);
  expect_near(log_joint, joint, relative);
  Section expected{log_joint.rows, 1, {}};
  for (std::size_t i = 0; i < log_joint.rows; ++i) expected.numbers.push_back(log_sum(log_joint, i));
  expect_near(expected, evidence, relative);
  for (std::size_t i = 0; i < posterior.size(); ++i) {
    const double golden = log_joint.numbers[i] - expected.numbers[i / log_joint.columns];
    EXPECT_NEAR(golden, posterior[i], 10 * relative * std::max(1.0, -golden)) << "at position " << i;
  }
}

/// The golden rows have missing values: row 0 all of them, row i the column i mod d.
void expect_missing(const Section& log_joint, const Model& model, const GoldenTable& table, double relative) {
  GoldenTable holed = table;
  for (std::size_t i = 0; i < holed.values.numbers.size(); ++i) {
    const std::size_t row = i / holed.values.columns, column = i % holed.values.columns;
    if (row == 0 || column == row % holed.values.columns) holed.values.numbers[i] = std::nan("");
  }
  expect_densities(log_joint, model, holed.rows(), relative);
}

void expect_quantity(const std::string& quantity, const Section& section, const Summary& summary,
                     const Options& options, const GoldenTable& table, double relative) {
  if (quantity == "left_out") return expect_left_out(section, summary, options, table, relative);
  if (quantity == "axes") return expect_near(section, discriminants(summary, options).axes, relative);
  if (quantity == "eigenvalues") return expect_near(section, discriminants(summary, options).eigenvalues, relative);
  if (quantity == "explained") return expect_near(section, discriminants(summary, options).explained, relative);
  if (quantity == "mean") return expect_near(section, std::get<Moments>(summary.sums[0]).mean, 1e-14);
  if (quantity == "covariance") return expect_covariance(section, summary, relative);
  const Model model = estimate(summary, options);
  if (quantity == "log_joint") return expect_densities(section, model, table.rows(), relative);
  if (quantity == "missing") return expect_missing(section, model, table, relative);
  if (quantity == "posterior") return expect_posterior(section, model, table, relative);
  if (quantity == "shrinkage") return expect_near(section, model.shrinkage(), relative);
  std::vector<double> numbers(section.numbers.size());
  if (quantity == "distances") {
    model.squared_distances(table.rows(), numbers);
  } else if (quantity == "predictions") {
    std::vector<std::uint32_t> predicted(section.rows);
    model.predict(table.rows(), predicted);
    std::ranges::copy(predicted, numbers.begin());
  } else if (quantity == "coefficients") {
    numbers = from_first_class(model.linear_form().coefficients, section.columns);
  } else if (quantity == "intercepts") {
    numbers = from_first_class(model.linear_form().intercepts, 1);
  } else {
    FAIL() << "no such quantity: " << quantity;
  }
  expect_near(section, numbers, relative);
}

/// Each case from the smallest sums it can be read from.
void check_golden_file(const std::string& file, std::size_t expected_sections) {
  const auto sections = read_golden_file(folder + file);
  EXPECT_EQ(sections.size(), expected_sections);
  for (const auto& [name, section] : sections) {
    SCOPED_TRACE(testing::Message() << file << ": " << name);
    const Case golden = parse_case(name, folder);
    const GoldenTable table = read_table(folder, golden.table);
    const SummariseOptions keep{.threads = 1, .keep = sums_needed(golden.options, table.schema)};
    const Summary summary = summarise(table.rows(), table.labels(), table.schema, keep);
    expect_quantity(golden.quantity, section, summary, golden.options, table, tolerance(golden.table));
  }
}

TEST(GaussianGolden, agrees_with_scikit_learn) { check_golden_file("sklearn.txt", 225); }

TEST(GaussianGolden, agrees_with_mass) { check_golden_file("mass.txt", 94); }

TEST(GaussianGolden, agrees_with_sixty_digit_arithmetic) { check_golden_file("digits.txt", 317); }

}  // namespace
}  // namespace suffice::golden
