// Amount removal: as many refits as rows, for Poisson, exponential, geometric and Gamma factors.
#include "evaluate/leave_one_out/amount_removal.hpp"

#include <gtest/gtest.h>

#include "unit/plain_counts.hpp"

namespace suffice {
namespace {

/// Sums of column j in class c without row i; all rows and classes where `pooled`.
ColumnAmounts sums_without(const TestTable& table, std::size_t i, std::size_t c, std::size_t j, bool pooled) {
  ColumnAmounts sums;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const double x = table.values[r * table.columns + j];
    if (std::isnan(x) || (!pooled && (r == i || table.codes[r] != c))) continue;
    const double w = table.batch().weight(r);
    sums.weight += w;
    sums.sum += w * x;
    sums.log_sum += x > 0 ? w * std::log(x) : 0;
  }
  return sums;
}

double log_density(const AmountOptions& options, ColumnAmounts own, const ColumnAmounts& pooled, double x) {
  const double b = options.estimator == Estimator::mle ? 0 : beta_of(options);
  const double n = own.weight + b;
  const double t = own.sum + b * pooled.sum / pooled.weight;
  const double mode = options.estimator == Estimator::map ? 1 : 0;
  const bool predictive = options.estimator == Estimator::predictive;
  switch (options.family) {
    case AmountFamily::poisson: {
      const double rate = (t - mode) / n;
      return predictive ? std::lgamma(t + x) - std::lgamma(t) + t * std::log(n / (n + 1)) - x * std::log(n + 1)
                        : x * std::log(rate) - rate;
    }
    case AmountFamily::exponential: {
      const double rate = (n - mode) / t;
      return predictive ? std::log(n) + n * std::log(t) - (n + 1) * std::log(t + x) : std::log(rate) - rate * x;
    }
    case AmountFamily::geometric: {
      const double p = (n - mode) / (n + t - 2 * mode);
      return predictive ? std::lgamma(n + 1) + std::lgamma(t + x) - std::lgamma(n + 1 + t + x) - std::lgamma(n) -
                              std::lgamma(t) + std::lgamma(n + t)
                        : std::log(p) + x * std::log1p(-p);
    }
    default: {
      const double mean = t / n;
      const double mean_log = (own.log_sum + b * pooled.log_sum / pooled.weight) / n;
      const double shape = gamma_shape(std::log(mean) - mean_log);
      const double rate = shape / mean;
      return shape * std::log(rate) - std::lgamma(shape) + (shape - 1) * std::log(x) - rate * x;
    }
  }
}

TEST(AmountRemoval, equals_as_many_refits) {
  for (const bool weighted : {false, true}) {
    TestTable table = count_table(5, 120, 4, 3, weighted, weighted);
    for (const AmountFamily family :
         {AmountFamily::poisson, AmountFamily::exponential, AmountFamily::geometric, AmountFamily::gamma}) {
      if (family == AmountFamily::gamma) {
        for (double& x : table.values) x += 0.5;
      }
      const Summary summary = sums_of(table, Kind::amounts);
      for (const Estimator estimator : {Estimator::mle, Estimator::map, Estimator::mean, Estimator::predictive}) {
        AmountOptions options{.family = family, .estimator = estimator};
        if (estimator != Estimator::mle) options.pseudocount.all = 2.5;
        if (family == AmountFamily::gamma && estimator == Estimator::predictive) continue;
        const auto plain = [&](std::size_t i) {
          std::vector<double> result(3);
          for (std::size_t j = 0; j < table.columns; ++j) {
            const double x = table.values[i * table.columns + j];
            const ColumnAmounts pooled = sums_without(table, i, 0, j, true);
            for (std::size_t c = 0; !std::isnan(x) && c < 3; ++c) {
              result[c] += log_density(options, sums_without(table, i, c, j, false), pooled, x);
            }
          }
          return result;
        };
        EXPECT_LT(
            largest_difference(AmountRemoval(amount_block(summary, 0), options), table.batch(), table.codes, 3, plain),
            1e-9)
            << model_name(options) << " " << to_text(estimator) << " weighted " << weighted;
      }
    }
  }
}

TEST(AmountRemoval, a_row_that_leaves_no_parameter_behind_cannot_be_removed) {
  const TestTable table{1, {0, 3, 2, 1}, {0, 0, 1, 1}, {"a", "b"}};
  const Summary summary = sums_of(table, Kind::amounts);
  const AmountRemoval removal(amount_block(summary, 0),
                              {.family = AmountFamily::exponential, .estimator = Estimator::mle});
  const std::vector<std::size_t> truth = {0, 0, 1, 1};
  const std::vector<std::size_t> chosen = {0, 1};
  std::vector<double> out(4);
  removal.log_densities({table.batch(), truth, chosen}, out);
  EXPECT_FALSE(std::isnan(out[0]));
  EXPECT_TRUE(std::isnan(out[2]));
}

TEST(AmountRemoval, a_column_that_is_not_known_is_ignored) {
  const TestTable table{2, {1, 0, 3, 0, 2, 0, 1, 0}, {0, 0, 1, 1}, {"a", "b"}};
  const TestTable known{1, {1, 3, 2, 1}, {0, 0, 1, 1}, {"a", "b"}};
  Summary summary = sums_of(table, Kind::amounts);
  summary.schema.blocks[0].features = {"1", "2"};
  summary.schema.blocks[0].open_columns = true;
  const Summary narrow = sums_of(known, Kind::amounts);
  const std::vector<std::size_t> truth = {0, 0, 1, 1};
  const std::vector<std::size_t> chosen = {0, 1, 2, 3};
  for (const AmountFamily family : {AmountFamily::poisson, AmountFamily::exponential, AmountFamily::geometric}) {
    std::vector<double> out(8);
    std::vector<double> expected(8);
    const AmountOptions options{.family = family, .estimator = Estimator::map};
    AmountRemoval(amount_block(summary, 0), options).log_densities({table.batch(), truth, chosen}, out);
    AmountRemoval(amount_block(narrow, 0), options).log_densities({known.batch(), truth, chosen}, expected);
    EXPECT_EQ(out, expected);
  }
}

}  // namespace
}  // namespace suffice
