// Codes and counts told from measurements by tables of values and classes.
#include "data/schema/roles/code_evidence.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

/// Two classes: for each value 0, 1, … its rows, and the share of the second class.
ValueTable two_classes(const std::vector<double>& rows, const std::vector<double>& shares) {
  ValueTable table;
  table.classes = 2;
  for (std::size_t v = 0; v < rows.size(); ++v) {
    table.values.push_back(static_cast<double>(v));
    const double second = std::round(rows[v] * shares[v]);
    table.counts.push_back(rows[v] - second);
    table.counts.push_back(second);
  }
  return table;
}

ValueTable one_class(const std::vector<double>& rows) { return two_classes(rows, std::vector<double>(rows.size(), 0)); }

TEST(CodeEvidence, LabelsThatFollowNoOrderMakeCodes) {
  const std::vector<double> rows(6, 100);
  EXPECT_TRUE(values_are_codes(two_classes(rows, {0.1, 0.9, 0.2, 0.8, 0.1, 0.9})));
  EXPECT_TRUE(values_are_codes(two_classes({100, 100, 100}, {0.2, 0.9, 0.1})));
}

TEST(CodeEvidence, ScalesStayNumbers) {
  const std::vector<double> rows(8, 100);
  EXPECT_FALSE(values_are_codes(two_classes(rows, {0.1, 0.15, 0.2, 0.3, 0.5, 0.6, 0.7, 0.9})));
  EXPECT_FALSE(values_are_codes(two_classes(rows, {0.1, 0.1, 0.1, 0.1, 0.9, 0.9, 0.9, 0.9}))) << "a step";
  EXPECT_FALSE(values_are_codes(two_classes(rows, {0.9, 0.7, 0.3, 0.1, 0.1, 0.3, 0.7, 0.9}))) << "a valley";
  EXPECT_FALSE(values_are_codes(two_classes(rows, std::vector<double>(8, 0.3)))) << "no dependence";
}

TEST(CodeEvidence, FewRowsAreNoEvidence) {
  EXPECT_FALSE(values_are_codes(two_classes(std::vector<double>(6, 4), {0.25, 0.75, 0.25, 0.75, 0.25, 0.75})));
  EXPECT_FALSE(values_are_codes(two_classes({500, 500}, {0.1, 0.9})));
  EXPECT_FALSE(values_are_codes(two_classes({}, {})));
}

TEST(CodeEvidence, PoissonFrequenciesAreCounts) {
  std::vector<double> poisson;
  for (int k = 0; k < 8; ++k)
    poisson.push_back(std::round(1000 * std::exp(-1.5 + k * std::log(1.5) - std::lgamma(k + 1))));
  EXPECT_TRUE(values_are_counts(one_class(poisson)));
}

TEST(CodeEvidence, OtherFrequenciesAreNot) {
  EXPECT_FALSE(values_are_counts(one_class({100, 100, 100, 100, 100, 100}))) << "uniform";
  EXPECT_FALSE(values_are_counts(one_class({900, 20, 15, 10, 10, 10, 10, 10, 10, 10}))) << "mostly 0, else anything";
  EXPECT_FALSE(values_are_counts(one_class({2, 30, 300, 400, 300, 30, 2}))) << "ratings about a mean";
  EXPECT_FALSE(values_are_counts(one_class({11, 17, 12, 6, 3, 1}))) << "Poisson, but too few rows";
}

}  // namespace
}  // namespace suffice
