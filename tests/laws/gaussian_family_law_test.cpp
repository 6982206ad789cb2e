// Laws of the Gaussian families alone: shapes of many widths, rows far away, forms, missing rows (MODELS §10).
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "families.hpp"
#include "fitted.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::size_t columns = 5;
constexpr std::size_t classes = 3;

/// The table of the laws that need no other.
const TestTable plain = random_table(3, 300, columns, classes, true);

void for_each_family(const std::function<void(const LawFamily&)>& law) { for_each(gaussian_families(), law); }

/// The same over tables of several widths: some vectors wide, narrower than one, with a rest.
void for_each_shape(const std::function<void(const LawFamily&, const TestTable&)>& law) {
  for (const TestTable& table : {plain, random_table(16, 200, 19, 2), random_table(17, 90, 1, 4)}) {
    for_each_family([&](const LawFamily& family) { law(family, table); });
  }
}

TEST(GaussianFamilyLaw, a_class_far_away_changes_nothing_between_the_others) {
  TestTable far = plain;
  for (std::size_t i = 0; i < far.rows(); ++i) {
    for (std::size_t j = 0; j < columns && far.codes[i] == 2; ++j) {
      far.values[i * columns + j] += 0x1p30;  // an offset that keeps 22 bits behind the point
    }
  }
  for_each_family([&](const LawFamily& family) {
    if (family.gaussian()->fisher || family.gaussian()->prior != GaussianPrior{}) {
      return;  // the axes, or the mean of all rows that a prior draws to, look at every class
    }
    const std::vector<double> near = log_posterior(fit(plain, family.options), plain.table());
    const std::vector<double> posterior = log_posterior(fit(far, family.options), plain.table());
    for (std::size_t i = 0; i < plain.rows(); ++i) {
      ASSERT_NEAR(std::exp(posterior[i * 3]) + std::exp(posterior[i * 3 + 1]), 1, 1e-12);
      // The spread of the third class is rounded to 2⁻²², no more.
      ASSERT_NEAR(posterior[i * 3 + 1] - posterior[i * 3], near[i * 3 + 1] - near[i * 3], 1e-4);
    }
  });
}

TEST(GaussianFamilyLaw, threads_batches_and_float_do_not_change_a_bit) {
  for_each_shape([](const LawFamily& family, const TestTable& small) {
    const std::size_t size = small.names.size();
    TestTable rows = random_table(5, 2500, small.columns, size);
    const std::vector<float> singles(rows.values.begin(), rows.values.end());
    rows.values.assign(singles.begin(), singles.end());
    const Table float_rows = Table::row_major(singles.data(), rows.rows(), rows.columns);
    const Summary sums = sums_of(rows, family.options);
    const SummariseOptions two_threads{.threads = 2, .keep = sums_needed(family.options, rows.schema())};
    EXPECT_EQ(summarise(float_rows, rows.labels(), rows.schema(), two_threads), sums);
    const Model model = estimate(sums, family.options);
    const std::vector<double> joint = log_joint(model, rows.table());
    EXPECT_EQ(log_joint(model, float_rows), joint);
    std::vector<double> again(joint.size());
    model.log_joint(rows.table(), again, {.threads = 3});
    EXPECT_EQ(again, joint);
    const std::vector<double> posterior = log_posterior(model, rows.table());
    EXPECT_EQ(log_posterior(model, float_rows), posterior);
    for (std::size_t i = 0; i < rows.rows(); i += 611) {
      const Table one = rows.table().slice(i, 1);
      EXPECT_TRUE(std::ranges::equal(log_joint(model, one), std::span(joint).subspan(i * size, size)));
      EXPECT_TRUE(std::ranges::equal(log_posterior(model, one), std::span(posterior).subspan(i * size, size)));
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

TEST(GaussianFamilyLaw, the_exported_forms_give_the_same_posterior) {
  for_each_shape([](const LawFamily& family, const TestTable& table) {
    const std::size_t size = table.names.size();
    const std::size_t d = table.columns;
    const Model model = fit(table, family.options);
    const bool predictive = family.gaussian()->estimator == Estimator::predictive;
    const Structure structure = family.gaussian()->structure;
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
    const std::vector<double> posterior = log_posterior(model, table.table());
    EXPECT_LT(difference(normalised(by_quadratic, size), posterior), 1e-9);
    if (model.is_linear()) {
      EXPECT_LT(difference(normalised(by_linear, size), posterior), 1e-9);
    } else {
      EXPECT_THROW(static_cast<void>(model.linear_form()), Error);
    }
  });
}

TEST(GaussianFamilyLaw, a_missing_row_is_judged_by_the_class_prior_alone) {
  const std::vector<double> nothing(columns, std::nan(""));
  for_each_family([&](const LawFamily& family) {
    const Model model = fit(plain, family.options);
    const std::vector<double> joint = log_joint(model, Table::row_major(nothing.data(), 1, columns));
    for (std::size_t c = 0; c < classes; ++c) {
      EXPECT_NEAR(std::exp(joint[c]), model.class_prior()[c], 1e-14);
    }
  });
}

TEST(GaussianFamilyLaw, rows_far_beyond_all_others_never_give_a_nan) {
  std::vector<double> rows;
  for (const double size : {1e300, -1e300, 1e154, 1e17, std::numeric_limits<double>::max(), 5e-324}) {
    for (std::size_t j = 0; j < columns; ++j) {
      rows.push_back(j % 2 == 0 ? size : -size);
    }
    for (std::size_t j = 0; j < columns; ++j) {
      rows.push_back(j == 1 ? size : 0);
    }
  }
  const Table batch = Table::row_major(rows.data(), rows.size() / columns, columns);
  for_each_family([&](const LawFamily& family) {
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
