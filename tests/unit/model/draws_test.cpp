#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "../support/model_of_three_kinds.hpp"
#include "categories_by_hand.hpp"
#include "gaussians_by_hand.hpp"
#include "model/conditional.hpp"
#include "model/sampled_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

const std::vector<double>& numbers_of(const Sample& sample, std::size_t column) {
  return std::get<std::vector<double>>(sample.columns[column]);
}

TEST(Draws, sample_gives_any_part_of_one_endless_sequence) {
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    const Sample all = model.sample(3000, 7);
    const Sample part = model.sample(600, 7, 900);
    for (std::size_t j = 0; j < 3; ++j) {
      const auto& column = numbers_of(all, j);
      EXPECT_TRUE(std::equal(numbers_of(part, j).begin(), numbers_of(part, j).end(), column.begin() + 900));
    }
    EXPECT_TRUE(std::equal(part.labels.begin(), part.labels.end(), all.labels.begin() + 900));
    EXPECT_NE(model.sample(3000, 8).columns, all.columns);
    EXPECT_TRUE(model.sample(0, 7).labels.empty());
  }
}

TEST(Draws, some_of_fishers_axes_are_nothing_to_sample_from) {
  Gaussians gaussians = hand_shared();
  gaussians.reduced = true;
  try {
    static_cast<void>(model_of(gaussians).sample(1, 0));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
  }
}

TEST(Draws, no_row_is_an_outlier_at_quantile_zero_nor_one_without_values_at_any) {
  const Model model = model_of(hand_full());
  EXPECT_EQ(model.outlier_bounds(0), nullptr);
  EXPECT_THROW(static_cast<void>(model.outlier_bounds(-0.5)), Error);
  EXPECT_THROW(static_cast<void>(model.outlier_bounds(std::nan(""))), Error);
  const std::vector<double> nothing(3, std::nan(""));
  std::vector<std::uint32_t> decided(1);
  model.decide(Table::row_major(nothing.data(), 1, 3), {.outliers = model.outlier_bounds(1)}, decided);
  EXPECT_EQ(decided[0], 1U);
}

TEST(Draws, bins_end_at_the_extremes_of_the_sample) {
  const std::vector<double> numbers{1.5, 2.5, 10, 4, 7, 7, 7, 7};
  const std::vector<std::uint32_t> codes{0, 1, 0, 1};
  const std::vector<std::string> labels{"a", "b"};
  Schema schema{.blocks = {{.kind = Kind::categories, .features = {"x", "same"}, .edges = {{2, 3}, {7}}}},
                .target = "y"};
  const Table rows{4, {NumberMatrix{numbers.data(), 2, 1, 4}}};
  const auto range = [&](std::size_t column) {
    Options options;
    options.readings = {{.options = ValueOptions{.estimator = Estimator::mle}}};
    const Sample drawn = estimate(summarise(rows, {codes, labels}, schema), options).sample(3000, 1);
    return std::ranges::minmax(numbers_of(drawn, column));
  };
  EXPECT_LT(range(0).max, 4) << "as wide as the neighbours where nothing is known";
  schema.blocks[0].extremes = {Extremes{1.5, 10}, Extremes{7, 7}};
  EXPECT_GE(range(0).min, 1.5);
  EXPECT_LT(range(0).min, 1.51);
  EXPECT_LE(range(0).max, 10);
  EXPECT_GT(range(0).max, 9.9);
  EXPECT_EQ(range(1).min, 7);
  EXPECT_EQ(range(1).max, 7);
}

TEST(Draws, samples_are_encoded_as_the_schema_says_and_bound_outliers) {
  const Model values = estimate(hand_values());
  const Sample drawn = values.sample(2000, 3);
  ASSERT_EQ(drawn.columns.size(), 2U);
  const Sample part = values.sample(100, 3, 1500);
  for (std::size_t j = 0; j < 2; ++j) {
    const auto& texts = std::get<std::vector<std::string>>(drawn.columns[j]);
    const auto& some = std::get<std::vector<std::string>>(part.columns[j]);
    ASSERT_EQ(texts.size(), 2000U);
    EXPECT_TRUE(std::equal(some.begin(), some.end(), texts.begin() + 1500));
  }
  for (const AmountFamily family : {AmountFamily::poisson, AmountFamily::exponential, AmountFamily::geometric}) {
    Summary sums = hand_amounts();
    std::get<AmountSums>(sums.sums[0]).fractional.assign(4, 0);
    const Model model = estimate(sums, {.readings = {{.options = AmountOptions{.family = family}}}});
    const std::size_t n = 20'000;
    const double q = 0.1;
    const Sample rows = model.sample(n, 2);
    ASSERT_EQ(numbers_of(rows, 1).size(), n);
    const auto share = [&](SampledRows sampled, std::vector<std::size_t> missing) {
      std::vector<std::uint32_t> decided(n);
      sampled.lose(missing);
      model.decide(sampled.table(), {.outliers = model.outlier_bounds(q, 1)}, decided);
      return static_cast<double>(std::ranges::count(decided, no_decision)) / static_cast<double>(n);
    };
    // Densities of counts have ties: at most the share, and some.
    EXPECT_LE(share(SampledRows(rows, model.schema()), {}), q + 5 * std::sqrt(q * (1.0 / 10'000 + 1.0 / n)));
    EXPECT_GT(share(SampledRows(rows, model.schema()), {}), q / 3);
    EXPECT_LE(share(SampledRows(rows, model.schema()), {1}), q + 5 * std::sqrt(q * (1.0 / 1'000 + 1.0 / n)));
  }
}

TEST(Draws, each_reading_goes_on_with_the_same_stream) {
  const Model model = model_of_three_kinds();
  const Sample drawn = model.sample(500, 4);
  ASSERT_EQ(drawn.columns.size(), columns_of(model.schema()).size());
  EXPECT_EQ(std::get<std::vector<std::string>>(drawn.columns[0]).size(), 500U);
  EXPECT_EQ(std::get<std::vector<std::string>>(drawn.columns[1]).size(), 500U);
  EXPECT_EQ(numbers_of(drawn, 3).size(), 500U);
  EXPECT_EQ(numbers_of(drawn, 4).size(), 500U);
  EXPECT_EQ(model.sample(20, 4, 100).columns[4],
            (std::variant<std::vector<double>, std::vector<std::string>>(
                std::vector<double>(numbers_of(drawn, 4).begin() + 100, numbers_of(drawn, 4).begin() + 120))));
  std::vector<double> evidence(500);
  model.log_evidence(SampledRows(drawn, model.schema()).table(), evidence);
  EXPECT_TRUE(std::ranges::all_of(evidence, [](double value) { return std::isfinite(value); }));
}

}  // namespace
}  // namespace suffice
