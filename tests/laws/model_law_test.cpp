// Laws of the models, over every family (MODELS §10).
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "families.hpp"
#include "fitted.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

constexpr std::size_t columns = 5;
constexpr std::size_t classes = 3;

/// The table of the laws that need no other.
const Table plain = random_table(3, 300, columns, classes, true);

/// Says which family a failure belongs to.
void for_each_family(const std::function<void(const GaussianFamily&)>& law) {
  for (const GaussianFamily& family : families()) {
    SCOPED_TRACE(family.name);
    law(family);
  }
}

/// The same over tables of several widths: some vectors wide, narrower than one, with a rest.
void for_each_shape(const std::function<void(const GaussianFamily&, const Table&)>& law) {
  for (const Table& table : {plain, random_table(16, 200, 19, 2), random_table(17, 90, 1, 4)}) {
    for_each_family([&](const GaussianFamily& family) { law(family, table); });
  }
}

TEST(ModelLaw, everything_follows_from_the_log_joint) {
  for_each_shape([](const GaussianFamily& family, const Table& table) {
    const std::size_t size = table.names.size();
    const Model model = fit(table, family.options);
    const std::vector<double> joint = log_joint(model, table.batch());
    const std::vector<double> log_p = log_posterior(model, table.batch());
    std::vector<double> evidence(table.rows());
    std::vector<double> p(log_p.size());
    std::vector<float> float_p(log_p.size());
    std::vector<std::uint32_t> predicted(table.rows());
    model.log_evidence(table.batch(), evidence);
    model.posterior(table.batch(), p);
    model.posterior(table.batch(), float_p);
    model.predict(table.batch(), predicted);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      const std::span<const double> scores(joint.data() + i * size, size);
      ASSERT_NEAR(std::accumulate(p.begin() + static_cast<std::ptrdiff_t>(i * size),
                                  p.begin() + static_cast<std::ptrdiff_t>((i + 1) * size), 0.0),
                  1, 1e-14);
      ASSERT_NEAR(*std::ranges::max_element(scores), scores[predicted[i]], 1e-10);
      for (std::size_t c = 0; c < size; ++c) {
        ASSERT_NEAR(log_p[i * size + c], scores[c] - evidence[i], 1e-9);
        ASSERT_NEAR(p[i * size + c], std::exp(log_p[i * size + c]), 1e-13);
        ASSERT_NEAR(float_p[i * size + c], p[i * size + c], 1e-6);
      }
    }
  });
}

TEST(ModelLaw, a_class_far_away_changes_nothing_between_the_others) {
  Table far = plain;
  for (std::size_t i = 0; i < far.rows(); ++i) {
    for (std::size_t j = 0; j < columns && far.codes[i] == 2; ++j) {
      far.values[i * columns + j] += 0x1p30;  // an offset that keeps 22 bits behind the point
    }
  }
  for_each_family([&](const GaussianFamily& family) {
    if (family.options.fisher || family.options.gaussian_prior != GaussianPrior{}) {
      return;  // the axes, or the mean of all rows that a prior draws to, look at every class
    }
    const std::vector<double> near = log_posterior(fit(plain, family.options), plain.batch());
    const std::vector<double> posterior = log_posterior(fit(far, family.options), plain.batch());
    for (std::size_t i = 0; i < plain.rows(); ++i) {
      ASSERT_NEAR(std::exp(posterior[i * 3]) + std::exp(posterior[i * 3 + 1]), 1, 1e-12);
      // The spread of the third class is rounded to 2⁻²², no more.
      ASSERT_NEAR(posterior[i * 3 + 1] - posterior[i * 3], near[i * 3 + 1] - near[i * 3], 1e-4);
    }
  });
}

TEST(ModelLaw, threads_batches_and_float_do_not_change_a_bit) {
  for_each_shape([](const GaussianFamily& family, const Table& small) {
    const std::size_t size = small.names.size();
    Table rows = random_table(5, 2500, small.columns, size);
    const std::vector<float> singles(rows.values.begin(), rows.values.end());
    rows.values.assign(singles.begin(), singles.end());
    const Batch float_rows = Batch::row_major(singles.data(), rows.rows(), rows.columns);
    const Summary sums = sums_of(rows, family.options);
    const SummariseOptions two_threads{.threads = 2, .keep = sums_needed(family.options)};
    EXPECT_EQ(summarise(float_rows, rows.labels(), rows.schema(), two_threads), sums);
    const Model model = estimate(sums, family.options);
    const std::vector<double> joint = log_joint(model, rows.batch());
    EXPECT_EQ(log_joint(model, float_rows), joint);
    std::vector<double> again(joint.size());
    model.log_joint(rows.batch(), again, {.threads = 3});
    EXPECT_EQ(again, joint);
    const std::vector<double> posterior = log_posterior(model, rows.batch());
    EXPECT_EQ(log_posterior(model, float_rows), posterior);
    for (std::size_t i = 0; i < rows.rows(); i += 611) {
      const Batch one = rows.batch().slice(i, 1);
      EXPECT_TRUE(std::ranges::equal(log_joint(model, one), std::span(joint).subspan(i * size, size)));
      EXPECT_TRUE(std::ranges::equal(log_posterior(model, one), std::span(posterior).subspan(i * size, size)));
    }
  });
}

TEST(ModelLaw, relabelling_permutes_the_output) {
  Table renamed = plain;
  renamed.names = {"z", "m", "a"};  // the reverse of the order before
  for_each_family([&](const GaussianFamily& family) {
    const std::vector<double> before = log_posterior(fit(plain, family.options), plain.batch());
    const std::vector<double> after = log_posterior(fit(renamed, family.options), plain.batch());
    for (std::size_t i = 0; i < plain.rows(); ++i) {
      for (std::size_t c = 0; c < classes; ++c) {
        ASSERT_NEAR(after[i * classes + 2 - c], before[i * classes + c], 1e-9);
      }
    }
  });
}

// log Σ exp of each row of scores, taken off it.
std::vector<double> normalised(std::vector<double> scores, std::size_t size) {
  for (std::size_t i = 0; i < scores.size(); i += size) {
    const std::span<double> row(scores.data() + i, size);
    const double largest = *std::ranges::max_element(row);
    double sum = 0;
    for (const double score : row) {
      sum += std::exp(score - largest);
    }
    for (double& score : row) {
      score -= largest + std::log(sum);
    }
  }
  return scores;
}

TEST(ModelLaw, the_exported_forms_give_the_same_posterior) {
  for_each_shape([](const GaussianFamily& family, const Table& table) {
    const std::size_t size = table.names.size();
    const std::size_t d = table.columns;
    const Model model = fit(table, family.options);
    const bool predictive = family.options.estimator == Estimator::predictive;
    const Structure structure = family.options.structure;
    const bool is_shared =
        structure != Structure::full && structure != Structure::diagonal && structure != Structure::spherical;
    EXPECT_EQ(model.is_quadratic(), !predictive);
    EXPECT_EQ(model.is_linear(), is_shared && !predictive);
    if (predictive) {
      EXPECT_THROW(static_cast<void>(model.quadratic_form()), Error);
      EXPECT_THROW(static_cast<void>(model.linear_form()), Error);
      return;
    }
    const QuadraticForm quadratic = model.quadratic_form();
    const LinearForm linear = model.is_linear() ? model.linear_form() : LinearForm{};
    std::vector<double> by_quadratic;
    std::vector<double> by_linear;
    for (std::size_t i = 0; i < table.rows(); ++i) {
      const std::span<const double> x(table.values.data() + i * d, d);
      for (std::size_t c = 0; c < size; ++c) {
        double score = quadratic.intercepts[c];
        for (std::size_t j = 0; j < d; ++j) {
          score += quadratic.coefficients[c * d + j] * x[j];
          for (std::size_t k = 0; k < d; ++k) {
            score += quadratic.matrices[(c * d + j) * d + k] * x[j] * x[k];
          }
        }
        by_quadratic.push_back(score);
        if (model.is_linear()) {
          const auto beta = linear.coefficients.begin() + static_cast<std::ptrdiff_t>(c * d);
          by_linear.push_back(std::inner_product(x.begin(), x.end(), beta, linear.intercepts[c]));
        }
      }
    }
    const std::vector<double> posterior = log_posterior(model, table.batch());
    EXPECT_LT(difference(normalised(by_quadratic, size), posterior), 1e-9);
    if (model.is_linear()) {
      EXPECT_LT(difference(normalised(by_linear, size), posterior), 1e-9);
    } else {
      EXPECT_THROW(static_cast<void>(model.linear_form()), Error);
    }
  });
}

TEST(ModelLaw, sequential_equals_batch_equals_merged_shards_equals_forgotten) {
  const Table more = random_table(4, 100, columns, classes, true);
  Table all = plain;
  for (std::size_t i = 0; i < more.rows(); ++i) {
    all.append(more, i);
  }
  for_each_family([&](const GaussianFamily& family) {
    const Summary both = merge(sums_of(plain, family.options), sums_of(more, family.options));
    const std::vector<double> batch = log_posterior(fit(all, family.options), all.batch());
    EXPECT_LT(difference(log_posterior(estimate(both, family.options), all.batch()), batch), 1e-9);
    const Summary rest = remove(both, sums_of(more, family.options)).rest;
    EXPECT_LT(difference(log_posterior(estimate(rest, family.options), all.batch()),
                         log_posterior(fit(plain, family.options), all.batch())),
              1e-8);
  });
}

TEST(ModelLaw, weight_two_equals_the_row_twice_and_weight_zero_none) {
  Table repeated = plain.part(0, 0);
  for (std::size_t i = 0; i < plain.rows(); ++i) {
    for (double copies = plain.weights[i]; copies > 0; --copies) {
      repeated.append(plain, i);
    }
  }
  repeated.weights.clear();
  for_each_family([&](const GaussianFamily& family) {
    EXPECT_LT(difference(log_joint(fit(repeated, family.options), plain.batch()),
                         log_joint(fit(plain, family.options), plain.batch())),
              1e-10);
  });
}

TEST(ModelLaw, a_missing_row_is_judged_by_the_class_prior_alone) {
  const std::vector<double> nothing(columns, std::nan(""));
  for_each_family([&](const GaussianFamily& family) {
    const Model model = fit(plain, family.options);
    const std::vector<double> joint = log_joint(model, Batch::row_major(nothing.data(), 1, columns));
    for (std::size_t c = 0; c < classes; ++c) {
      EXPECT_NEAR(std::exp(joint[c]), model.class_prior()[c], 1e-14);
    }
  });
}

TEST(ModelLaw, rows_far_beyond_all_others_never_give_a_nan) {
  std::vector<double> rows;
  for (const double size : {1e300, -1e300, 1e154, 1e17, std::numeric_limits<double>::max(), 5e-324}) {
    for (std::size_t j = 0; j < columns; ++j) {
      rows.push_back(j % 2 == 0 ? size : -size);
    }
    for (std::size_t j = 0; j < columns; ++j) {
      rows.push_back(j == 1 ? size : 0);
    }
  }
  const Batch batch = Batch::row_major(rows.data(), rows.size() / columns, columns);
  for_each_family([&](const GaussianFamily& family) {
    const Model model = fit(plain, family.options);
    std::vector<double> out(batch.rows);
    const auto has_nan = [](const std::vector<double>& numbers) {
      return std::ranges::any_of(numbers, [](double number) { return std::isnan(number); });
    };
    EXPECT_FALSE(has_nan(log_joint(model, batch)));
    EXPECT_FALSE(has_nan(log_posterior(model, batch)));
    model.log_evidence(batch, out);
    EXPECT_FALSE(has_nan(out));
    std::vector<double> all(batch.rows * classes);
    model.posterior(batch, all);
    EXPECT_FALSE(has_nan(all));
    model.squared_distances(batch, all);
    EXPECT_FALSE(has_nan(all));
    std::vector<std::uint32_t> predicted(batch.rows);
    model.predict(batch, predicted);
    EXPECT_LT(*std::ranges::max_element(predicted), classes);
  });
}

}  // namespace
}  // namespace suffice
