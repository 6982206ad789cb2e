// Laws of estimates from rows that have missing values: what maps of the rows leave as it is, what weights and order
// mean.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "families.hpp"
#include "fitted.hpp"
#include "unit/incomplete_rows.hpp"

namespace suffice {
namespace {

// Those that can do without a value: neither averages over parameters nor fourth moments.
std::vector<LawFamily> some_families() {
  std::vector<LawFamily> result = gaussian_families();
  std::erase_if(result, [](const LawFamily& family) {
    return family.gaussian()->estimator == Estimator::predictive ||
           std::holds_alternative<LedoitWolfShrinkage>(family.gaussian()->shrinkage);
  });
  return result;
}

TestTable some_rows(bool weighted = false) { return with_missing(random_table(71, 120, 3, 3, weighted), 0.25); }

double posterior_difference(const TestTable& a, const TestTable& b, const Options& options) {
  return difference(log_posterior(fit(a, options), a.table()), log_posterior(fit(b, options), b.table()));
}

TEST(MissingFamilyLaw, a_scale_and_a_shift_for_each_column_change_no_posterior) {
  const TestTable table = some_rows();
  TestTable mapped = table;
  for (std::size_t i = 0; i < mapped.values.size(); ++i) {
    mapped.values[i] = mapped.values[i] * std::pow(10, static_cast<double>(i % 3) - 1) + 7;
  }
  for (const LawFamily& family : some_families()) {
    if (family.invariance == Invariance::affine || family.invariance == Invariance::columns) {
      EXPECT_LT(posterior_difference(table, mapped, family.options), 1e-9) << family.name;
    }
  }
}

TEST(MissingFamilyLaw, weight_2_is_a_row_twice_and_weight_0_is_none) {
  const TestTable table = some_rows();
  TestTable weighted = table;
  TestTable repeated{3, {}, {}, table.names};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::size_t times = i < 6 ? 1 : i % 3;
    weighted.weights.push_back(static_cast<double>(times));
    for (std::size_t k = 0; k < times; ++k) {
      repeated.append(table, i);
    }
  }
  for (const LawFamily& family : some_families()) {
    const Model once = fit(weighted, family.options);
    const Model twice = fit(repeated, family.options);
    EXPECT_LT(difference(log_posterior(once, table.table()), log_posterior(twice, table.table())), 1e-9) << family.name;
  }
}

TEST(MissingFamilyLaw, relabelling_permutes_the_output) {
  const TestTable table = some_rows();
  TestTable renamed = table;  // the order of the names is that of classes 2, 0, 1
  renamed.names = {"class 1", "class 2", "class 0"};
  for (const LawFamily& family : some_families()) {
    const std::vector<double> plain = log_posterior(fit(table, family.options), table.table());
    std::vector<double> permuted = log_posterior(fit(renamed, family.options), table.table());
    for (std::size_t i = 0; i < table.rows(); ++i) {
      std::rotate(&permuted[3 * i], &permuted[3 * i + 1], &permuted[3 * i] + 3);
    }
    EXPECT_LT(difference(permuted, plain), 1e-9) << family.name;
  }
}

TEST(MissingFamilyLaw, rows_without_any_value_count_for_the_class_prior_alone) {
  const TestTable table = some_rows();
  TestTable more = table;
  for (std::uint32_t i = 0; i < 9; ++i) {
    more.values.insert(more.values.end(), 3, std::nan(""));
    more.codes.push_back(i % 3);
  }
  for (const Structure structure : {Structure::shared, Structure::full, Structure::diagonal}) {
    const Options uniform = gaussian_options({.structure = structure}, UniformPrior{});
    EXPECT_LT(difference(log_joint(fit(more, uniform), table.table()), log_joint(fit(table, uniform), table.table())),
              1e-9);
  }
}

TEST(MissingFamilyLaw, a_column_without_correlations_does_not_move_the_others) {
  // The third column is x times ±1 in turn, for each of two equal rows: its products with the others sum to zero.
  const TestTable half = with_missing(random_table(72, 60, 2, 2), 0.3);
  TestTable table{3, {}, {}, half.names};
  TestTable third_missing{3, {}, {}, half.names};
  for (std::size_t i = 0; i < half.rows(); ++i) {
    for (const double sign : {-1.0, 1.0}) {
      const double third = sign * (1 + static_cast<double>(i % 5));
      table.values.insert(table.values.end(), {half.values[2 * i], half.values[2 * i + 1], third});
      third_missing.values.insert(third_missing.values.end(),
                                  {half.values[2 * i], half.values[2 * i + 1], i % 4 == 3 ? std::nan("") : third});
      table.codes.push_back(half.codes[i]);
      third_missing.codes.push_back(half.codes[i]);
    }
  }
  TestTable first_two = table;  // rows to score that have no third value
  for (std::size_t i = 0; i < first_two.rows(); ++i) {
    first_two.values[3 * i + 2] = std::nan("");
  }
  for (const Structure structure : {Structure::shared, Structure::full}) {
    const GaussianOptions options{.structure = structure};
    EXPECT_LT(difference(log_joint(fit(table, options), first_two.table()),
                         log_joint(fit(third_missing, options), first_two.table())),
              1e-9);
  }
}

}  // namespace
}  // namespace suffice
