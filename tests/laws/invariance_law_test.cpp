// Laws of change: what maps of the rows leave as it is, what sampling gives back, what leaving a row out means.
#include <algorithm>
#include <cmath>
#include <functional>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "families.hpp"
#include "fitted.hpp"
#include "suffice/evaluate.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {
namespace {

/// Every row x of a table replaced by map(x).
TestTable mapped(const TestTable& table, const std::function<void(std::span<double>)>& map) {
  TestTable result = table;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    map(std::span(result.values).subspan(i * table.columns, table.columns));
  }
  return result;
}

/// The reflection x − 2 v vᵀx / vᵀv for v = 1, 2, 3, …, and a shift.
void move_rigidly(std::span<double> x) {
  double product = 0;
  double square = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double v = static_cast<double>(j) + 1;
    product += v * x[j];
    square += v * v;
  }
  for (std::size_t j = 0; j < x.size(); ++j) {
    x[j] += 4 - 2 * (static_cast<double>(j) + 1) * product / square;
  }
}

void scale_alike(std::span<double> x) {
  for (double& value : x) {
    value = value * 25 - 3;
  }
}

void scale_apart(std::span<double> x) {
  for (std::size_t j = 0; j < x.size(); ++j) {
    x[j] = x[j] * std::pow(10, static_cast<double>(j) - 2) + 7;
  }
}

/// Well-conditioned, and not orthogonal.
void mix(std::span<double> x) {
  const double first = x[0];
  for (std::size_t j = 0; j < x.size(); ++j) {
    x[j] = 2 * x[j] + (j + 1 < x.size() ? x[j + 1] : first) - 3;
  }
}

TEST(InvarianceLaw, exactly_the_maps_that_should_leave_the_posterior_unchanged_do) {
  using enum Invariance;
  struct Map {
    std::string name;
    std::function<void(std::span<double>)> map;
    std::vector<Invariance> leave_alone;
  };
  const std::vector<Map> maps{
      {"mixing the columns", mix, {affine}},
      {"a scale for each column", scale_apart, {affine, columns}},
      {"one scale for all", scale_alike, {affine, columns, similarity, one_scale}},
      {"a rigid motion", move_rigidly, {affine, similarity, rigid}},
  };
  const TestTable table = random_table(3, 300, 5, 3, true);
  for (const LawFamily& family : gaussian_families()) {
    const std::vector<double> before = log_posterior(fit(table, family.options), table.table());
    for (const Map& map : maps) {
      const TestTable after = mapped(table, map.map);
      const double change = difference(log_posterior(fit(after, family.options), after.table()), before);
      const bool invariant = std::ranges::count(map.leave_alone, *family.invariance) > 0;
      EXPECT_EQ(change < 1e-8, invariant) << family.name << ": " << map.name << " changed " << change;
    }
  }
}

// Rows, means and covariances of each class come back within 5 standard errors of what the model says.
TEST(SamplingLaw, sampling_then_refitting_recovers_the_parameters) {
  const TestTable table = random_table(3, 300, 4, 3, true);
  constexpr std::size_t d = 4;
  constexpr double n = 20'000;
  using enum Structure;
  for (const Structure structure : {full, shared, diagonal, shared_diagonal, spherical, shared_spherical, identity}) {
    const Options options = gaussian_options({.structure = structure});
    const Model model = fit(table, options);
    SCOPED_TRACE(model_name(options));
    const Sample sample = model.sample(static_cast<std::size_t>(n), 99);
    Table columns{.rows = sample.labels.size(), .columns = {}};
    for (const auto& column : sample.columns) {
      columns.columns.emplace_back(NumberColumn{std::get<std::vector<double>>(column).data()});
    }
    const Summary drawn = summarise(columns, {sample.labels, model.labels()}, table.schema(),
                                    {.threads = 1, .keep = {{.moments = MomentKind::full}}});
    const Summary truth = table.summary();
    const QuadraticForm form = model.quadratic_form();
    for (std::size_t c = 0; c < 3; ++c) {
      const double p = model.class_prior()[c];
      const double rows = drawn.classes.weight[c];
      EXPECT_NEAR(rows / n, p, 5 * std::sqrt(p * (1 - p) / n));
      const auto precision = -2 * Eigen::Map<const Eigen::Matrix4d>(form.matrices.data() + c * d * d);
      const Eigen::Matrix4d sigma = precision.inverse();
      const auto scatter = Eigen::Map<const Eigen::Matrix4d>(moments_of(drawn).scatter.data() + c * d * d);
      for (Eigen::Index j = 0; j < 4; ++j) {
        const std::size_t at = c * d + static_cast<std::size_t>(j);
        EXPECT_NEAR(moments_of(drawn).mean[at], moments_of(truth).mean[at], 5 * std::sqrt(sigma(j, j) / rows));
        for (Eigen::Index k = 0; k < 4; ++k) {
          const double error = std::sqrt((sigma(j, j) * sigma(k, k) + sigma(j, k) * sigma(j, k)) / rows);
          EXPECT_NEAR(scatter(j, k) / rows, sigma(j, k), 5 * error);
        }
      }
    }
  }
}

// What leave-one-out holds, spelt out: the λ of a shared covariance, the prior's hyper-parameters.
Options held(const TestTable& table, const LawFamily& family) {
  const GaussianOptions& options = *family.gaussian();
  GaussianOptions result = options;
  const Summary all = sums_of(table, family.options);
  const MomentBlock sums = moment_block(all, 0);
  if (std::holds_alternative<LedoitWolfShrinkage>(options.shrinkage) ||
      std::holds_alternative<OasShrinkage>(options.shrinkage)) {
    result.shrinkage = FixedShrinkage{estimate(all, family.options).shrinkage()[0]};
  }
  if (options.estimator == Estimator::map || options.estimator == Estimator::mean) {
    std::vector<double> variance = pooled_variation(sums);
    for (double& v : variance) {
      v /= all.classes.total_weight() - static_cast<double>(all.classes.size());
    }
    result.prior.variance = variance;
    result.prior.mean = grand_mean(sums);
  }
  return gaussian_options(result, family.options.class_prior);
}

// Not through these options: one λ for each class, λ towards the own diagonal.
bool can_be_held(const GaussianOptions& options) {
  const bool chosen = std::holds_alternative<LedoitWolfShrinkage>(options.shrinkage) ||
                      std::holds_alternative<OasShrinkage>(options.shrinkage);
  if (chosen && options.structure == Structure::full) {
    return false;
  }
  const bool automatic = std::holds_alternative<AutoShrinkage>(options.shrinkage);
  return !automatic || options.structure == Structure::diagonal;
}

TEST(LeaveOneOutLaw, leave_one_out_equals_n_refits) {
  const TestTable table = random_table(6, 60, 3, 3, true);
  Reservoir counted(table.schema(), 0);  // the rows that weigh more than 0
  counted.add(table.table(), table.labels());
  for (const LawFamily& family : gaussian_families()) {
    if (!can_be_held(*family.gaussian())) {
      continue;
    }
    SCOPED_TRACE(family.name);
    const Options options = held(table, family);
    const Summary all = sums_of(table, family.options);
    if (!has_leave_one_out(all, family.options)) {
      continue;
    }
    double loss = 0;
    double right = 0;
    double weight = 0;
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < table.rows(); ++i) {
      if (table.weights[i] == 0) {
        continue;
      }
      const TestTable row = table.part(i, 1);
      const Summary rest = remove(all, sums_of(row, family.options)).rest;
      const std::vector<double> posterior = log_posterior(estimate(rest, options), row.table());
      loss -= table.weights[i] * posterior[table.codes[i]];
      const auto best = std::ranges::max_element(posterior) - posterior.begin();
      right += best == static_cast<std::ptrdiff_t>(table.codes[i]) ? table.weights[i] : 0;
      weight += table.weights[i];
      ++rows;
    }
    const LeaveOneOut closed = leave_one_out(all, family.options, counted.rows(), counted.labels(), {.threads = 1});
    EXPECT_EQ(closed.rows, rows);
    EXPECT_EQ(closed.unscored_rows, 0U);
    EXPECT_NEAR(closed.log_loss, loss / weight, 1e-9);
    EXPECT_NEAR(closed.accuracy.value, right / weight, 1e-12);
  }
}

}  // namespace
}  // namespace suffice
