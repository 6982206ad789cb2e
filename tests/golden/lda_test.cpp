// Suffice against scikit-learn, MASS and 60-digit arithmetic: the same tables, the same options, the same numbers.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "golden/golden_file.hpp"
#include "suffice/suffice.hpp"

namespace suffice::golden {
namespace {

const std::string folder = SUFFICE_GOLDEN_DIR "/";

// The rounding allowed. Inputs are exact, condition numbers of the tables'
// correlations are below 1e3 and sums have at most 150 terms, so both sides are right to about 1e-13; 1e-10 leaves room
// for another order of operations and still sees a wrong divisor, count or term. The rows of `offset` lie 1e6 spreads
// away from 0: their means carry 1e-16 · 1e6 of a spread, and so do the differences of their linear scores.
double tolerance(const std::string& table) { return table == "offset" ? 1e-8 : 1e-10; }

struct Table {
  Section values;
  std::vector<std::uint32_t> codes;
  std::vector<double> weights;
  std::vector<std::string> names;
  Schema schema;

  [[nodiscard]] Batch batch() const {
    return Batch::row_major(values.numbers.data(), values.rows, values.columns, weights);
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  [[nodiscard]] double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }
};

Table read_table(const std::string& name) {
  static const auto sections = read_golden_file(folder + "tables.txt");
  Table table;
  table.values = sections.at(name + "/values");
  for (double label : sections.at(name + "/labels").numbers) table.codes.push_back(static_cast<std::uint32_t>(label));
  if (sections.contains(name + "/weights")) table.weights = sections.at(name + "/weights").numbers;
  for (std::uint32_t c = 0; c <= *std::max_element(table.codes.begin(), table.codes.end()); ++c) {
    table.names.push_back(std::to_string(c));
  }
  for (std::size_t j = 0; j < table.values.columns; ++j) table.schema.features.push_back(std::to_string(j));
  table.schema.target = "class";
  return table;
}

/// Rounding is relative to the largest golden number of a column, since columns may differ in their units.
void expect_near(const Section& expected, const std::vector<double>& actual, double relative) {
  ASSERT_EQ(expected.numbers.size(), actual.size());
  for (std::size_t j = 0; j < expected.columns; ++j) {
    double largest = 0;
    for (std::size_t i = 0; i < expected.rows; ++i) largest = std::max(largest, std::abs(expected.at(i, j)));
    for (std::size_t i = 0; i < expected.rows; ++i) {
      EXPECT_NEAR(expected.at(i, j), actual[i * expected.columns + j], relative * largest) << "row " << i;
    }
  }
}

/// A covariance is right when each entry is, relative to the standard deviations of its two columns.
void expect_covariance(const Section& expected, const Summary& summary, double relative) {
  const std::size_t d = expected.columns;
  ASSERT_EQ(d * d, summary.moments.scatter.size());
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      const double actual = summary.moments.scatter[i * d + j] / summary.classes.total_weight();
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

/// Posteriors are compared as logs, so that small ones count too: |Δ log p| ≤ 10 tolerances (that is 1e-9), or as many
/// relative to log p. Below 1e-300 the golden probability has lost its digits.
void expect_posterior(const Section& expected, const Model& model, const Table& table, double relative) {
  std::vector<double> log_posterior(expected.numbers.size());
  model.log_posterior(table.batch(), log_posterior);
  for (std::size_t i = 0; i < log_posterior.size(); ++i) {
    if (expected.numbers[i] < 1e-300) {
      EXPECT_LT(log_posterior[i], -690);
    } else {
      const double golden = std::log(expected.numbers[i]);
      EXPECT_NEAR(golden, log_posterior[i], 10 * relative * std::max(1.0, -golden)) << "at position " << i;
    }
  }
}

/// Each line of `expected` is the log loss of a row after a refit without it and whether it was then right; nan where
/// no refit exists. Every row is compared by itself, and all together as the weighted mean.
void expect_left_out(const Section& expected, const Summary& summary, const EstimateOptions& options,
                     const Table& table, double relative) {
  double loss = 0, right = 0, scored = 0, total = 0;
  std::uint64_t unscored = 0;
  for (std::size_t i = 0; i < expected.rows; ++i) {
    const double weight = table.weight(i);
    if (weight == 0) continue;
    const Labels label{table.labels().codes.subspan(i, 1), table.names};
    const LeaveOneOut result = leave_one_out(summary, options, table.batch().slice(i, 1), label);
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
  const LeaveOneOut all = leave_one_out(summary, options, table.batch(), table.labels());
  EXPECT_EQ(all.unscored_rows, unscored);
  EXPECT_NEAR(all.accuracy.value, right / total, 1e-14);
  EXPECT_NEAR(all.log_loss, loss / scored, 10 * relative * std::max(1.0, loss / scored));
}

/// log joint, evidence and the posterior they imply.
void expect_densities(const Section& log_joint, const Section& log_evidence, const Model& model, const Table& table,
                      double relative) {
  std::vector<double> joint(log_joint.numbers.size()), posterior(joint.size()), evidence(log_evidence.numbers.size());
  model.log_joint(table.batch(), joint);
  model.log_evidence(table.batch(), evidence);
  model.log_posterior(table.batch(), posterior);
  expect_near(log_joint, joint, relative);
  expect_near(log_evidence, evidence, relative);
  for (std::size_t i = 0; i < posterior.size(); ++i) {
    const double golden = log_joint.numbers[i] - log_evidence.numbers[i / log_joint.columns];
    EXPECT_NEAR(golden, posterior[i], 10 * relative * std::max(1.0, -golden)) << "at position " << i;
  }
}

/// Every section is called table/estimator/shrinkage/class prior/quantity, the options spelt as on the command line.
void check_golden_file(const std::string& file, std::size_t expected_sections) {
  const auto sections = read_golden_file(folder + file);
  EXPECT_EQ(sections.size(), expected_sections);
  for (const auto& [name, section] : sections) {
    SCOPED_TRACE(testing::Message() << file << ": " << name);
    std::istringstream path(name);
    std::string part[5];
    for (std::string& word : part) std::getline(path, word, '/');
    const Table table = read_table(part[0]);
    const double relative = tolerance(part[0]);
    const EstimateOptions options{parse_estimator(part[1]), parse_shrinkage(part[2]), parse_class_prior(part[3])};
    const Summary summary = summarise(table.batch(), table.labels(), table.schema);
    const Model model = estimate(summary, options);
    const std::string& quantity = part[4];
    if (quantity == "mean") {
      expect_near(section, summary.moments.mean, 1e-14);
    } else if (quantity == "covariance") {
      expect_covariance(section, summary, relative);
    } else if (quantity == "coefficients") {
      expect_near(section, from_first_class(model.linear_form().coefficients, section.columns), relative);
    } else if (quantity == "intercepts") {
      expect_near(section, from_first_class(model.linear_form().intercepts, 1), relative);
    } else if (quantity == "posterior") {
      expect_posterior(section, model, table, relative);
    } else if (quantity == "shrinkage") {
      EXPECT_NEAR(section.at(0, 0), model.shrinkage(), relative);
    } else if (quantity == "log_joint") {
      expect_densities(section, sections.at(name.substr(0, name.rfind('/')) + "/log_evidence"), model, table, relative);
    } else if (quantity == "left_out") {
      expect_left_out(section, summary, options, table, relative);
    } else {
      EXPECT_EQ(quantity, "log_evidence");  // compared together with log_joint
    }
  }
}

TEST(LdaGolden, AgreesWithScikitLearn) { check_golden_file("sklearn.txt", 78); }

TEST(LdaGolden, AgreesWithMass) { check_golden_file("mass.txt", 32); }

TEST(LdaGolden, AgreesWithSixtyDigitArithmetic) { check_golden_file("digits.txt", 84); }

}  // namespace
}  // namespace suffice::golden
