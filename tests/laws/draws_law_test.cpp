// The laws of draws: a share q of the rows that a model draws are outliers at q, whatever is missing of them.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/sampled_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "support/model_of_three_kinds.hpp"
#include "support/term_sums.hpp"
#include "unit/categories_by_hand.hpp"
#include "unit/gaussians_by_hand.hpp"

namespace suffice {
namespace {

TEST(DrawsLaw, the_evidence_quantile_is_what_that_share_of_rows_falls_below) {
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

TEST(DrawsLaw, as_many_rows_are_outliers_with_values_missing_as_without) {
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

TEST(DrawsLaw, typicality_is_uniform_over_rows_that_the_model_draws) {
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

// Whatever the length of a document, and whatever is missing, about a share q of draws are outliers.
TEST(DrawsLaw, documents_beside_other_columns_are_compared_with_those_of_similar_length) {
  const Model model = model_of_three_kinds();
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

// Bernoulli's density is one of all words, there or not: it is compared as it is, not by the words that are there.
TEST(DrawsLaw, a_more_probable_document_is_no_less_typical) {
  Summary sums = word_sums({{"no", "a a b"}, {"no", "a"}, {"no", "b b c d e"}, {"yes", "b c c"}, {"yes", "c d"}});
  const Model model = estimate(sums, {.readings = {{.options = TermOptions{.family = TermFamily::bernoulli}}}});
  const std::vector<std::string> documents{"a", "a b", "b c d e", "c", "d", "a b c d e", "b", ""};
  std::vector<double> evidence(documents.size());
  std::vector<double> shares(documents.size());
  model.log_evidence(Table::documents(documents), evidence);
  model.typicality(Table::documents(documents), *model.typical_rows(), shares);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (std::size_t k = 0; k < documents.size(); ++k) {
      EXPECT_TRUE(evidence[i] < evidence[k] || shares[i] >= shares[k]) << documents[i] << " | " << documents[k];
    }
  }
}

}  // namespace
}  // namespace suffice
