// The laws of rivals (MODELS §8, §10): what holds of every table, beside what a family's own laws say.
#include <algorithm>
#include <cmath>
#include <span>

#include <gtest/gtest.h>

#include "suffice/fit.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

// Overlapping classes: rows about means that are one standard deviation apart.
TestTable drawn_rows(std::size_t rows, std::size_t columns, std::size_t classes, unsigned seed) {
  std::mt19937 bits(seed);
  std::normal_distribution<double> normal;
  TestTable table{.columns = columns, .values = {}, .codes = {}, .names = {}};
  for (std::size_t c = 0; c < classes; ++c) {
    table.names.push_back(std::to_string(c));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const auto c = static_cast<std::uint32_t>(i * classes / rows);
    table.codes.push_back(c);
    for (std::size_t j = 0; j < columns; ++j) {
      table.values.push_back(normal(bits) + (j % classes == c ? 1 : 0) + (j > 0 ? 0.5 * table.values.back() : 0));
    }
  }
  return table;
}

FitResult fitted(const TestTable& table, const std::string& model, std::optional<double> ridge = {}) {
  FitOptions options{.schema = table.schema()};
  options.model.model = model;
  options.model.ridge = ridge;
  return fit(table.table(), table.labels(), plan_fit(columns_of(*options.schema), options), {.threads = 1});
}

std::vector<double> posteriors(const Model& model, const TestTable& table) {
  std::vector<double> found(table.rows() * model.labels().size());
  model.posterior(table.table(), found);
  return found;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    ASSERT_NEAR(found[k], expected[k], tolerance) << k;
  }
}

// Σ_i (p_ic − 1[y_i = c]) x_ij + ρ w_cj, by the posteriors of the model alone.
TEST(RivalLaw, the_gradient_vanishes_at_the_optimum) {
  for (const std::size_t classes : {2U, 3U}) {
    const TestTable table = drawn_rows(300, 4, classes, 1);
    const Model model = fitted(table, "logistic", 0.7).model;
    const LinearForm form = model.linear_form();
    const std::vector<double> p = posteriors(model, table);
    const double both = classes == 2 ? 2 : 1;
    for (std::size_t c = 0; c < classes; ++c) {
      for (std::size_t j = 0; j < 4; ++j) {
        double gradient = 0.7 * both * form.coefficients[c * 4 + j];
        for (std::size_t i = 0; i < 300; ++i) {
          gradient += (p[i * classes + c] - (table.codes[i] == c ? 1 : 0)) * table.values[i * 4 + j];
        }
        EXPECT_NEAR(gradient, 0, 1e-4);
      }
    }
  }
}

TEST(RivalLaw, without_a_penalty_affine_maps_change_no_posterior) {
  const TestTable table = drawn_rows(400, 2, 3, 2);
  TestTable mapped = table;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double x = table.values[2 * i];
    const double z = table.values[2 * i + 1];
    mapped.values[2 * i] = 1000 * x - 30 * z + 5;
    mapped.values[2 * i + 1] = 0.02 * z + 0.01 * x - 7;
  }
  for (const std::string model : {"logistic", "least-squares"}) {
    expect_near(posteriors(fitted(mapped, model, 0).model, mapped), posteriors(fitted(table, model, 0).model, table),
                1e-6);
  }
}

TEST(RivalLaw, a_weight_of_two_is_the_row_twice_and_of_zero_no_row) {
  TestTable table = drawn_rows(200, 3, 2, 3);
  TestTable twice = table;
  table.weights.assign(table.rows(), 1.0);
  for (std::size_t i = 0; i < 40; ++i) {
    table.weights[5 * i] = 2;
    twice.codes.push_back(twice.codes[5 * i]);
    for (std::size_t j = 0; j < 3; ++j) {
      twice.values.push_back(table.values[15 * i + j]);
    }
  }
  table.values.insert(table.values.end(), {100, -100, 7});
  table.codes.push_back(0);
  table.weights.push_back(0);
  const TestTable seen = drawn_rows(50, 3, 2, 4);
  for (const std::string model : {"logistic", "least-squares"}) {
    expect_near(posteriors(fitted(table, model).model, seen), posteriors(fitted(twice, model).model, seen), 1e-7);
  }
  // In a perceptron a row of weight 2 is one step, but one of weight 0 is none.
  TestTable without = table.part(0, 200);
  expect_near(posteriors(fitted(table, "perceptron").model, seen),
              posteriors(fitted(without, "perceptron").model, seen), 0);
}

TEST(RivalLaw, least_squares_of_merged_parts_is_that_of_all_rows) {
  const TestTable table = drawn_rows(120, 3, 3, 5);
  TestTable first = table;
  TestTable second = table;
  first.weights.assign(120, 0.0);
  second.weights.assign(120, 1.0);
  for (std::size_t i = 0; i < 120; i += 2) {
    first.weights[i] = 1;
    second.weights[i] = 0;
  }
  const Stored merged = merge(fitted(first, "least-squares").stored, fitted(second, "least-squares").stored);
  expect_near(model_of(merged, 1).linear_form().coefficients,
              fitted(table, "least-squares").model.linear_form().coefficients, 1e-12);
}

TEST(RivalLaw, the_slope_of_least_squares_is_parallel_to_that_of_lda) {
  const TestTable table = drawn_rows(150, 4, 2, 6);
  const LinearForm squares = fitted(table, "least-squares").model.linear_form();
  const LinearForm lda = estimate(table.summary(), {.readings = {{.options = GaussianOptions{}}}}, 1).linear_form();
  const double ratio =
      (squares.coefficients[4] - squares.coefficients[0]) / (lda.coefficients[4] - lda.coefficients[0]);
  for (std::size_t j = 0; j < 4; ++j) {
    const double slope = lda.coefficients[4 + j] - lda.coefficients[j];
    EXPECT_NEAR(squares.coefficients[4 + j] - squares.coefficients[j], ratio * slope, 1e-12);
  }
}

// Rows of classes that lie apart by half a standard deviation, one number in seven missing.
TestTable incomplete_rows(unsigned seed) {
  TestTable table = drawn_rows(90, 3, 3, seed);
  for (std::size_t k = 0; k < table.values.size(); k += 7) table.values[k] = std::nan("");
  return table;
}

// Those of one fold by a fit of the others, which are all that there is.
double refitted_loss(const TestTable& table, const FitOptions& options, std::span<const std::uint32_t> folds,
                     std::uint32_t fold) {
  TestTable others = table.part(0, 0);
  TestTable own = table.part(0, 0);
  for (std::size_t i = 0; i < table.rows(); ++i) (folds[i] == fold ? own : others).append(table, i);
  FitOptions plain = options;
  plain.validation.rows = Validation::Rows::none;
  const Model model =
      fit(others.table(), others.labels(), plan_fit(columns_of(*plain.schema), plain), {.threads = 1}).model;
  std::vector<double> logs(own.rows() * model.labels().size());
  model.log_posterior(own.table(), logs);
  double loss = 0;
  for (std::size_t i = 0; i < own.rows(); ++i) {
    loss -= own.table().weight(i) * logs[i * model.labels().size() + own.codes[i]];
  }
  return loss;
}

TEST(RivalLaw, folds_equal_plain_refits) {
  for (const std::string name : {"logistic", "perceptron"}) {
    for (const unsigned seed : {21U, 22U, 23U, 24U, 25U, 26U}) {
      TestTable table = seed % 2 == 0 ? drawn_rows(90, 3, 3, seed) : incomplete_rows(seed);
      if (seed % 3 == 0) {
        for (std::size_t i = 0; i < table.rows(); ++i) table.weights.push_back(static_cast<double>(i % 4));
      }
      FitOptions options{.schema = table.schema()};
      options.model.model = name;
      options.seed = 5;
      options.validation = {.rows = Validation::Rows::all, .folds = 4};
      if (name == "logistic" && seed > 24) options.model.class_prior = UniformPrior{};
      const FitResult found =
          fit(table.table(), table.labels(), plan_fit(columns_of(*options.schema), options), {.threads = 1});
      const std::vector<std::uint32_t> folds = FoldOrder(4, 5).next(table.table(), table.labels());
      double loss = 0;
      double weight = 0;
      for (std::uint32_t fold = 0; fold < 4; ++fold) loss += refitted_loss(table, options, folds, fold);
      for (std::size_t i = 0; i < table.rows(); ++i) weight += table.table().weight(i);
      EXPECT_NEAR(found.leave_one_out->log_loss, loss / weight, 1e-9) << name << ' ' << seed;
    }
  }
}

TEST(RivalLaw, a_label_of_weight_zero_is_none_and_nothing_is_learned_of_a_declared_one) {
  const TestTable table = drawn_rows(120, 3, 2, 9);
  TestTable more = table;
  more.names = {"0", "1", "2"};
  more.weights.assign(table.rows(), 1.0);
  for (std::size_t i = 0; i < 5; ++i) {
    more.values.insert(more.values.end(), {9, -9, static_cast<double>(i)});
    more.codes.push_back(2);
    more.weights.push_back(0);
  }
  for (const std::string model : {"logistic", "perceptron", "least-squares"}) {
    const std::vector<double> expected = posteriors(fitted(table, model).model, table);
    expect_near(posteriors(fitted(more, model).model, table), expected, 1e-9);
    FitOptions options{.schema = more.schema()};
    options.schema->declared_labels = {"2"};
    options.model.model = model;
    const FitResult result =
        fit(more.table(), more.labels(), plan_fit(columns_of(*options.schema), options), {.threads = 1});
    EXPECT_EQ(decode(encode(result.stored)), result.stored);
    const std::vector<double> found = posteriors(result.model, table);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(found[3 * i + c], expected[2 * i + c], 1e-9) << model;
      EXPECT_EQ(found[3 * i + 2], 0) << model;
    }
  }
}

TEST(RivalLaw, threads_change_no_bit) {
  const TestTable table = drawn_rows(30'000, 3, 3, 7);
  FitOptions options{.schema = table.schema()};
  options.model.model = "logistic";
  const FitPlan plan = plan_fit(columns_of(*options.schema), options);
  const FitResult one = fit(table.table(), table.labels(), plan, {.threads = 1});
  const FitResult four = fit(table.table(), table.labels(), plan, {.threads = 4});
  EXPECT_EQ(one.stored, four.stored);
}

}  // namespace
}  // namespace suffice
