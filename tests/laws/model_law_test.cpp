// Laws of the models, over every family (MODELS §10).
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "estimate/class_prior.hpp"
#include "estimate/shared_covariance.hpp"
#include "families.hpp"
#include "model/shared_gaussian.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

std::vector<double> log_joint(const Model& model, const Table& table) {
  std::vector<double> out(table.rows() * model.labels().size());
  model.log_joint(table.batch(), out);
  return out;
}

std::vector<double> log_posterior(const Model& model, const Table& table) {
  std::vector<double> out(table.rows() * model.labels().size());
  model.log_posterior(table.batch(), out);
  return out;
}

class ModelLaw : public testing::TestWithParam<FamilyCase> {
 protected:
  [[nodiscard]] const EstimateOptions& options() const { return GetParam().options; }
  [[nodiscard]] Model fit(const Table& table) const { return estimate(table.summary(), options()); }

  Table table_ = random_table(3, 400, 5, 3, true);
};

TEST_P(ModelLaw, the_posterior_sums_to_one_and_is_joint_less_evidence) {
  const Model model = fit(table_);
  const std::vector<double> joint = log_joint(model, table_);
  const std::vector<double> posterior = log_posterior(model, table_);
  std::vector<double> evidence(table_.rows());
  model.log_evidence(table_.batch(), evidence);
  for (std::size_t i = 0; i < table_.rows(); ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      sum += std::exp(posterior[i * 3 + c]);
      ASSERT_NEAR(posterior[i * 3 + c], joint[i * 3 + c] - evidence[i], 1e-9);
    }
    ASSERT_NEAR(sum, 1, 1e-12);
  }
}

TEST_P(ModelLaw, a_class_far_away_changes_nothing_between_the_others) {
  Table far = table_;
  for (std::size_t i = 0; i < far.rows(); ++i) {
    for (std::size_t j = 0; j < 5 && far.codes[i] == 2; ++j) {
      far.values[i * 5 + j] += 0x1p30;  // an offset that keeps 22 bits behind the point
    }
  }
  const std::vector<double> near = log_posterior(fit(table_), table_);
  const std::vector<double> posterior = log_posterior(fit(far), table_);
  for (std::size_t i = 0; i < table_.rows(); ++i) {
    ASSERT_NEAR(std::exp(posterior[i * 3]) + std::exp(posterior[i * 3 + 1]), 1, 1e-12);
    // The spread of the third class is rounded to 2⁻²², no more.
    ASSERT_NEAR(posterior[i * 3 + 1] - posterior[i * 3], near[i * 3 + 1] - near[i * 3], 1e-4);
  }
}

TEST_P(ModelLaw, predict_takes_the_largest_joint) {
  const Model model = fit(table_);
  const std::vector<double> joint = log_joint(model, table_);
  std::vector<std::uint32_t> predicted(table_.rows());
  model.predict(table_.batch(), predicted);
  for (std::size_t i = 0; i < table_.rows(); ++i) {
    const auto row = joint.begin() + static_cast<std::ptrdiff_t>(i * 3);
    ASSERT_EQ(*std::max_element(row, row + 3), row[static_cast<std::ptrdiff_t>(predicted[i])]);
  }
}

TEST_P(ModelLaw, threads_and_batches_do_not_change_a_bit_of_the_scores) {
  const Table rows = random_table(5, 5000, 5, 3);
  const Model model = fit(table_);
  std::vector<double> one(rows.rows() * 3);
  std::vector<double> four(rows.rows() * 3);
  model.log_joint(rows.batch(), one, {.threads = 1});
  model.log_joint(rows.batch(), four, {.threads = 4});
  EXPECT_EQ(one, four);
  std::vector<double> single(3);
  for (std::size_t i = 0; i < rows.rows(); i += 611) {
    model.log_joint(rows.batch().slice(i, 1), single);
    EXPECT_TRUE(std::equal(single.begin(), single.end(), one.begin() + static_cast<std::ptrdiff_t>(i * 3)));
  }
}

TEST_P(ModelLaw, relabelling_permutes_the_output) {
  Table renamed = table_;
  renamed.names = {"z", "m", "a"};  // the reverse of the order before
  const std::vector<double> before = log_posterior(fit(table_), table_);
  const std::vector<double> after = log_posterior(fit(renamed), table_);
  for (std::size_t i = 0; i < table_.rows(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      ASSERT_NEAR(after[i * 3 + 2 - c], before[i * 3 + c], 1e-9);
    }
  }
}

TEST_P(ModelLaw, the_exported_linear_form_gives_the_same_posterior) {
  const Model model = fit(table_);
  const LinearForm form = model.linear_form();
  const std::vector<double> posterior = log_posterior(model, table_);
  for (std::size_t i = 0; i < table_.rows(); ++i) {
    double sum = 0;
    std::vector<double> scores(3);
    for (std::size_t c = 0; c < 3; ++c) {
      scores[c] =
          form.intercepts[c] + std::inner_product(table_.batch().row(i), table_.batch().row(i) + 5,
                                                  form.coefficients.begin() + static_cast<std::ptrdiff_t>(c * 5), 0.0);
      sum += std::exp(scores[c]);
    }
    for (std::size_t c = 0; c < 3; ++c) {
      ASSERT_NEAR(posterior[i * 3 + c], scores[c] - std::log(sum), 1e-9);
    }
  }
}

TEST_P(ModelLaw, sequential_equals_batch_equals_merged_shards_equals_forgotten) {
  const Table more = random_table(4, 100, 5, 3, true);
  const Summary both = merge(table_.summary(), more.summary());
  Table all = table_;
  for (std::size_t i = 0; i < more.rows(); ++i) {
    all.append(more, i);
  }
  const std::vector<double> batch = log_posterior(fit(all), all);
  EXPECT_LT(difference(log_posterior(estimate(both, options()), all), batch), 1e-9);
  const Summary rest = remove(both, more.summary()).rest;
  EXPECT_LT(difference(log_posterior(estimate(rest, options()), all), log_posterior(fit(table_), all)), 1e-9);
}

// x ↦ A x + b with a well-conditioned A that is not orthogonal, or only a scale and a shift of each column.
Table mapped(const Table& table, bool mix) {
  Table result = table;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (std::size_t j = 0; j < table.columns; ++j) {
      const double own = table.values[i * table.columns + j];
      const double next = table.values[i * table.columns + (j + 1) % table.columns];
      result.values[i * table.columns + j] =
          mix ? 2 * own + next - 3 : own * std::pow(10, static_cast<double>(j) - 2) + 7;
    }
  }
  return result;
}

TEST_P(ModelLaw, affine_maps_leave_the_posterior_unchanged_where_they_should) {
  const std::vector<double> before = log_posterior(fit(table_), table_);
  for (const bool mix : {false, true}) {
    const Table after = mapped(table_, mix);
    const double change = difference(log_posterior(fit(after), after), before);
    const bool invariant = mix ? GetParam().affine_invariant : GetParam().scale_invariant;
    EXPECT_EQ(change < 1e-8, invariant) << (mix ? "mixing columns" : "scaling columns") << " changed " << change;
  }
}

TEST_P(ModelLaw, sampling_then_refitting_recovers_the_parameters) {
  const Model model = fit(table_);
  const std::size_t n = 40'000;
  const Sample sample = model.sample(n, 99);
  const Summary drawn = summarise(Batch::row_major(sample.values.data(), n, 5), {sample.labels, model.labels()},
                                  table_.schema(), {.threads = 1});
  const Summary truth = table_.summary();
  const std::size_t d = 5;
  for (std::size_t c = 0; c < 3; ++c) {
    const double p = model.class_prior()[c];
    EXPECT_NEAR(drawn.classes.weight[c] / n, p, 5 * std::sqrt(p * (1 - p) / n));
    for (std::size_t j = 0; j < d; ++j) {
      const double variance = drawn.moments.scatter[j * d + j] / n;
      EXPECT_NEAR(drawn.moments.mean[c * d + j], truth.moments.mean[c * d + j],
                  5 * std::sqrt(variance / drawn.classes.weight[c]));
    }
  }
  // Refitted without shrinkage, Σ comes back: compare the linear forms, whose standard errors are below 0.1 here.
  const LinearForm again = estimate(drawn, {.class_prior = GivenPrior{{{model.labels()[0], model.class_prior()[0]},
                                                                       {model.labels()[1], model.class_prior()[1]},
                                                                       {model.labels()[2], model.class_prior()[2]}}}})
                               .linear_form();
  EXPECT_LT(difference(again.coefficients, model.linear_form().coefficients), 0.1);
}

// The model of `rest`, with what was chosen from `all` held: the λ of `auto`.
Model refit(const Summary& rest, const Summary& all, const EstimateOptions& options) {
  if (!std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    return estimate(rest, options);
  }
  const double lambda = shared_covariance(all, options).lambda;
  const SharedCovariance plain = shared_covariance(rest, {.estimator = options.estimator});
  const std::size_t d = all.schema.features.size();
  std::vector<double> sigma = plain.matrix;
  for (std::size_t i = 0; i < d * d; ++i) {
    sigma[i] *= i % (d + 1) == 0 ? 1 : 1 - lambda;
  }
  auto density = std::make_shared<const SharedGaussian>(d, plain.columns, rest.moments.mean, *cholesky(sigma, d));
  return {rest.schema, rest.classes.labels, class_prior(rest.classes, options.class_prior), density, lambda, {}};
}

TEST_P(ModelLaw, leave_one_out_equals_n_refits) {
  const Table small = random_table(6, 60, 3, 3, true);
  double loss = 0;
  double right = 0;
  double weight = 0;
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < small.rows(); ++i) {
    if (small.weights[i] == 0) {
      continue;
    }
    const Summary rest = remove(small.summary(), small.part(i, 1).summary()).rest;
    const std::vector<double> posterior = log_posterior(refit(rest, small.summary(), options()), small.part(i, 1));
    loss -= small.weights[i] * posterior[small.codes[i]];
    const auto best = std::ranges::max_element(posterior) - posterior.begin();
    right += best == static_cast<std::ptrdiff_t>(small.codes[i]) ? small.weights[i] : 0;
    weight += small.weights[i];
    ++rows;
  }
  Reservoir reservoir(3, 0);
  reservoir.add(small.batch(), small.labels());
  const LeaveOneOut closed = leave_one_out(small.summary(), options(), reservoir.batch(), reservoir.labels());
  EXPECT_EQ(closed.rows, rows);
  EXPECT_EQ(closed.unscored_rows, 0U);
  EXPECT_NEAR(closed.log_loss, loss / weight, 1e-10);
  EXPECT_NEAR(closed.accuracy.value, right / weight, 1e-12);
}

std::string test_name(const testing::TestParamInfo<FamilyCase>& info) {
  std::string name = info.param.name;
  std::ranges::replace_if(name, [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Families, ModelLaw, testing::ValuesIn(families()), test_name);

}  // namespace
}  // namespace suffice
