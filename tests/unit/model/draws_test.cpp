#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
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

TEST(Draws, the_evidence_quantile_is_what_that_share_of_rows_falls_below) {
  const Model model = model_of(hand_full());
  const double bound = model.evidence_quantile(0.1, 1);
  const Sample fresh = model.sample(20'000, 2);
  std::vector<double> evidence(20'000);
  model.log_evidence(SampledRows(fresh, model.schema()).table(), evidence);
  const auto below = std::ranges::count_if(evidence, [&](double value) { return value < bound; });
  // Both samples vary: 5 standard errors of their difference.
  EXPECT_NEAR(static_cast<double>(below) / 20'000, 0.1, 5 * std::sqrt(0.09 / 10'000 + 0.09 / 20'000));
  EXPECT_LE(model.evidence_quantile(0, 1), bound);
  EXPECT_GE(model.evidence_quantile(1, 1), bound);
  EXPECT_THROW(static_cast<void>(model.evidence_quantile(1.5)), Error);
}

TEST(Draws, as_many_rows_are_outliers_with_values_missing_as_without) {
  const double q = 0.1;
  const std::size_t n = 4'000;
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    const Decision decision{.outliers = model.outlier_bounds(q, 1)};
    Sample drawn = model.sample(n, 2);
    const auto share = [&] {
      std::vector<std::uint32_t> decided(n);
      model.decide(SampledRows(drawn, model.schema()).table(), decision, decided);
      return static_cast<double>(std::ranges::count(decided, no_decision)) / static_cast<double>(n);
    };
    // 5 standard errors, of these rows and of those the bound comes from.
    EXPECT_NEAR(share(), q, 5 * std::sqrt(q * (1 - q) * (1.0 / 10'000 + 1.0 / n)));
    for (std::size_t i = 0; i < n; ++i) {
      std::get<std::vector<double>>(drawn.columns[i % 3])[i] = std::nan("");
      std::get<std::vector<double>>(drawn.columns[i % 2])[i] = std::nan("");
    }
    EXPECT_NEAR(share(), q, 5 * std::sqrt(q * (1 - q) * (1.0 / 1'000 + 1.0 / n)));
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

TEST(Draws, typicality_is_uniform_over_rows_that_the_model_draws) {
  const std::size_t n = 2'000;
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    const std::shared_ptr<const OutlierBounds> typical = model.typical_rows(1);
    Sample drawn = model.sample(n, 2);
    std::vector<double> shares(n);
    const auto check = [&] {
      model.typicality(SampledRows(drawn, model.schema()).table(), *typical, shares);
      const auto below = std::ranges::count_if(shares, [](double share) { return share < 0.2; });
      // 5 standard errors, of these rows and of the typical ones.
      EXPECT_NEAR(static_cast<double>(below) / n, 0.2, 5 * std::sqrt(0.16 * (1.0 / 1'000 + 1.0 / n)));
    };
    check();
    for (std::size_t i = 0; i < n; ++i) {
      std::get<std::vector<double>>(drawn.columns[i % 3])[i] = std::nan("");
    }
    check();
    EXPECT_THROW(
        model.typicality(SampledRows(drawn, model.schema()).table(), *model_of(gaussians).typical_rows(), shares),
        Error);
  }
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

// Numbers, categories and documents of two classes.
Model mixed_model() {
  Summary sums =
      word_sums({{"no", "a a b"}, {"no", "a"}, {"no", "b b"}, {"yes", "b c c"}, {"yes", "c d"}, {"yes", "b"}});
  const Summary values = hand_values();
  sums.classes = values.classes;
  sums.schema.blocks.push_back(values.schema.blocks[0]);
  sums.sums.push_back(values.sums[0]);
  sums.schema.blocks.push_back({.features = {"p", "q"}});
  sums.sums.emplace_back(Moments{MomentKind::pooled, {0, 1, 2, 3}, {3, 1, 1, 4}, {}, {}});
  return estimate(sums);
}

TEST(Draws, each_reading_goes_on_with_the_same_stream) {
  const Model model = mixed_model();
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

// Whatever the length of a document, and whatever is missing, about a share q of draws are outliers.
TEST(Draws, documents_beside_other_columns_are_compared_with_those_of_similar_length) {
  const Model model = mixed_model();
  const double q = 0.2;
  const Decision decision{.outliers = model.outlier_bounds(q, 1)};
  for (const std::vector<std::size_t>& missing : {std::vector<std::size_t>{}, std::vector<std::size_t>{2, 3}}) {
    const std::size_t n = 4000;
    SampledRows rows(model.sample(n, 2), model.schema());
    rows.lose(missing);
    std::vector<std::uint32_t> decided(n);
    model.decide(rows.table(), decision, decided);
    // Few words make ties: at most the share, and some.
    const double share = static_cast<double>(std::ranges::count(decided, no_decision)) / static_cast<double>(n);
    EXPECT_LT(share, q + 0.05);
    EXPECT_GT(share, q / 3);
  }
  // A document that is far longer than any other is no outlier for that.
  std::string words;
  for (int i = 0; i < 1000; ++i) {
    words += i % 3 == 0 ? "b " : i % 3 == 1 ? "c " : "b ";
  }
  const std::vector<std::string> documents{words};
  const std::vector<std::string> colours{"c"};
  const std::vector<std::string> sizes{"v"};
  const std::vector<double> numbers{2, 3};
  const std::uint32_t code = 0;
  const Table table{1,
                    {TextColumn{Texts(documents)}, CategoryColumn{&code, Texts(colours)},
                     CategoryColumn{&code, Texts(sizes)}, NumberMatrix{numbers.data(), 2, 2, 1}}};
  std::vector<std::uint32_t> decided(1);
  model.decide(table, {.outliers = model.outlier_bounds(1e-9, 1)}, decided);
  EXPECT_EQ(decided[0], 1U);
}

}  // namespace
}  // namespace suffice
