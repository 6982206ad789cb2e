#include "fit/compare_checks.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "encode/encoder.hpp"
#include "evaluate/checks/covariances.hpp"
#include "evaluate/checks/holm.hpp"
#include "evaluate/checks/independence.hpp"
#include "evaluate/checks/normality.hpp"
#include "math/special/random.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/error.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

namespace {

constexpr double significant = 0.05;
constexpr std::size_t most_numbers = 50;
constexpr std::size_t most_categories = 20;
constexpr std::size_t most_rows = 1000;

std::string in_class(const std::string& what, const std::string& label) {
  return what.empty() ? label : fmt::format("{}, {}", what, label);
}

void add_test(const std::string& where, const TestResult& test, double effect, AssumptionCheck& check) {
  if (!std::isnan(test.p_value)) {
    check.tests.push_back({where, test.statistic, test.degrees, effect, test.p_value});
  }
}

void finish_check(AssumptionCheck check, std::vector<AssumptionCheck>& checks) {
  if (check.tests.empty()) {
    return;
  }
  std::vector<double> p_values;
  std::ranges::transform(check.tests, std::back_inserter(p_values), &AssumptionTest::p_value);
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t k = 0; k < adjusted.size(); ++k) {
    check.tests[k].adjusted = adjusted[k];
    check.rejected += adjusted[k] <= significant ? 1U : 0U;
  }
  std::ranges::stable_sort(check.tests, {},
                           [](const AssumptionTest& test) { return std::pair(test.p_value, -test.effect); });
  checks.push_back(std::move(check));
}

/// The numbers of a block, column by column, of the rows of one class.
struct ClassNumbers {
  std::string label;
  std::vector<std::vector<double>> columns;
};

std::vector<ClassNumbers> numbers_of(const Batch& batch, const ClassCounts& counts,
                                     const std::vector<std::uint32_t>& classes) {
  std::vector<ClassNumbers> numbers;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    numbers.push_back({counts.labels[c], std::vector<std::vector<double>>(batch.columns)});
  }
  for (std::size_t i = 0; i < batch.rows; ++i) {
    for (std::size_t j = 0; j < batch.columns; ++j) {
      numbers[classes[i]].columns[j].push_back(batch.value(i, j));
    }
  }
  return numbers;
}

double skewness(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) {
    mean += value / n;
  }
  double second = 0;
  double third = 0;
  for (const double value : values) {
    second += (value - mean) * (value - mean) / n;
    third += (value - mean) * (value - mean) * (value - mean) / n;
  }
  return third / std::pow(second, 1.5);
}

void check_columns(const std::vector<ClassNumbers>& numbers, const Block& block, std::vector<AssumptionCheck>& checks) {
  AssumptionCheck check{"each column is normal within a class", "Anderson-Darling", "skewness", {}};
  for (const ClassNumbers& own : numbers) {
    for (std::size_t j = 0; j < own.columns.size(); ++j) {
      add_test(in_class(block.features[j], own.label), anderson_darling(own.columns[j]), skewness(own.columns[j]),
               check);
    }
  }
  finish_check(std::move(check), checks);
}

void check_all_columns(const std::vector<ClassNumbers>& numbers, std::vector<AssumptionCheck>& checks) {
  AssumptionCheck check{"all columns are normal together within a class", "Mardia", "skewness or kurtosis", {}};
  for (const ClassNumbers& own : numbers) {
    const std::size_t d = own.columns.size();
    const std::size_t n = std::min(most_rows, own.columns.front().size());
    std::vector<double> rows;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        rows.push_back(own.columns[j][i]);
      }
    }
    const Mardia found = mardia(rows, d);
    add_test(in_class("skewness", own.label), found.skewness_test, found.skewness, check);
    add_test(in_class("kurtosis", own.label), found.kurtosis_test, found.kurtosis - static_cast<double>(d * (d + 2)),
             check);
  }
  finish_check(std::move(check), checks);
}

// How much the volumes of the classes' covariances differ: the largest difference of log |Σ_c| / d.
double volume_spread(std::span<const double> scatters, std::span<const double> rows, std::size_t d) {
  std::vector<double> logs;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    double sum = 0;
    for (std::size_t j = 0; j < d; ++j) {
      sum += std::log(scatters[(c * d + j) * d + j] / rows[c]);
    }
    logs.push_back(sum / static_cast<double>(d));
  }
  return std::ranges::max(logs) - std::ranges::min(logs);
}

void check_covariances(const MomentBlock& moments, std::vector<AssumptionCheck>& checks) {
  AssumptionCheck check{"classes share one covariance", "Box's M", "largest log ratio of variances", {}};
  if (!moments.sums.has_patterns() && moments.sums.kind == MomentKind::full) {
    const std::size_t d = moments.features();
    add_test("all classes", box_m(moments.sums.scatter, moments.classes.weight, d),
             volume_spread(moments.sums.scatter, moments.classes.weight, d), check);
  }
  finish_check(std::move(check), checks);
}

void check_correlations(const std::vector<ClassNumbers>& numbers, const Block& block,
                        std::vector<AssumptionCheck>& checks) {
  AssumptionCheck check{"numbers are independent within a class", "correlation", "|r|", {}};
  for (const ClassNumbers& own : numbers) {
    for (std::size_t j = 0; j < own.columns.size(); ++j) {
      for (std::size_t k = j + 1; k < own.columns.size(); ++k) {
        const TestResult test = correlation(own.columns[j], own.columns[k]);
        add_test(in_class(block.features[j] + " and " + block.features[k], own.label), test, std::abs(test.statistic),
                 check);
      }
    }
  }
  finish_check(std::move(check), checks);
}

void check_categories(const CategoryBatch& batch, const Block& block, const ClassCounts& counts,
                      const std::vector<std::uint32_t>& classes, std::uint64_t seed,
                      std::vector<AssumptionCheck>& checks) {
  AssumptionCheck check{"categories are independent within a class", "G-square", "Cramer's V", {}};
  const std::size_t columns = std::min(most_categories, batch.columns);
  for (std::size_t c = 0; c < counts.size(); ++c) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t k = j + 1; k < columns; ++k) {
        std::vector<std::uint32_t> x;
        std::vector<std::uint32_t> y;
        for (std::size_t i = 0; i < batch.rows && x.size() < most_rows; ++i) {
          const std::uint32_t first = batch.codes[i * batch.columns + j];
          const std::uint32_t second = batch.codes[i * batch.columns + k];
          if (classes[i] == c && first != missing_category && second != missing_category) {
            x.push_back(first);
            y.push_back(second);
          }
        }
        const std::uint64_t own_seed = mix_seed(seed, (c * columns + j) * columns + k);
        const TestResult test = g_square(x, y, batch.values[j].size(), batch.values[k].size(), own_seed);
        const double least = std::max(
            1.0,
            std::min(static_cast<double>(batch.values[j].size()), static_cast<double>(batch.values[k].size())) - 1);
        add_test(in_class(block.features[j] + " and " + block.features[k], counts.labels[c]), test,
                 std::sqrt(test.statistic / (static_cast<double>(x.size()) * least)), check);
      }
    }
  }
  finish_check(std::move(check), checks);
}

}  // namespace

std::vector<AssumptionCheck> assumption_checks(const Table& rows, const Summary& summary,
                                               const std::vector<std::uint32_t>& classes, std::uint64_t seed) {
  const Encoder encoder(summary.schema);
  encoder.check(rows);
  std::vector<AssumptionCheck> checks;
  for (std::size_t b = 0; b < summary.schema.blocks.size(); ++b) {
    const Block& block = summary.schema.blocks[b];
    if (block.kind != Kind::measurements && block.kind != Kind::categories) {
      continue;
    }
    EncodeBuffer buffer;
    const BlockRows encoded = encoder.rows(rows, b, buffer);
    if (const auto* batch = std::get_if<Batch>(&encoded); batch != nullptr && batch->columns <= most_numbers) {
      const std::vector<ClassNumbers> numbers = numbers_of(*batch, summary.classes, classes);
      check_columns(numbers, block, checks);
      if (batch->columns > 1) {
        check_all_columns(numbers, checks);
      }
      check_covariances(moment_block(summary, b), checks);
      check_correlations(numbers, block, checks);
    } else if (const auto* categories = std::get_if<CategoryBatch>(&encoded)) {
      check_categories(*categories, block, summary.classes, classes, seed, checks);
    }
  }
  return checks;
}

std::vector<DiscriminantRow> discriminant_table(const Summary& summary) {
  const auto numbers = std::ranges::find(summary.schema.blocks, Kind::measurements, &Block::kind);
  const auto block = static_cast<std::size_t>(numbers - summary.schema.blocks.begin());
  if (numbers == summary.schema.blocks.end() ||
      !contains(std::get<Moments>(summary.sums[block]).kind, MomentKind::pooled)) {
    return {};
  }
  std::vector<DiscriminantRow> rows;
  try {
    const Discriminants found =
        discriminants(summary, {.readings = {{.block = block, .options = GaussianOptions{}}}}, 0, 1);
    for (const DiscriminantFunction& function : discriminant_functions(
             found.eigenvalues, summary.classes.total_weight(), numbers->features.size(), summary.classes.size())) {
      rows.push_back({function.eigenvalue, function.share, function.canonical_correlation, function.wilks_lambda,
                      function.test.statistic, function.test.degrees, function.test.p_value});
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_data) {
      throw;
    }
  }
  return rows;
}

}  // namespace suffice
