#include "model/amounts/amount_conditional.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "categories_by_hand.hpp"

namespace suffice {
namespace {

const std::vector<double> log_prior{std::log(0.6), std::log(0.4)};
using Numbers = std::vector<double>;
const double missing = std::nan("");
const Block block{.kind = Kind::amounts, .features = {"calls", "hours"}};

AmountConditional made_of(AmountFamily family, bool predictive = false) {
  const bool two = predictive || family == AmountFamily::gamma;
  return {Amounts{family,
                  predictive,
                  2,
                  {0.5, 0.25, 0.125, 0.75},
                  two ? std::vector<double>{1, 2, 3, 4} : std::vector<double>{}},
          block};
}

std::vector<AmountConditional> all() {
  return {made_of(AmountFamily::poisson),        made_of(AmountFamily::exponential),
          made_of(AmountFamily::geometric),      made_of(AmountFamily::gamma),
          made_of(AmountFamily::poisson, true),  made_of(AmountFamily::exponential, true),
          made_of(AmountFamily::geometric, true)};
}

/// The log prior, to be changed.
std::vector<double>& left() {
  static std::vector<double> numbers;
  return numbers = log_prior;
}

double expected(const AmountConditional& conditional, std::size_t c, std::size_t j, double x) {
  const Amounts& amounts = conditional.amounts();
  const double first = amounts.first[2 * c + j];
  const double second = amounts.second.empty() ? 0 : amounts.second[2 * c + j];
  return amounts.predictive ? log_predictive(amounts.family, first, second, x)
                            : log_amount(amounts.family, amount_terms(amounts.family, first, second), x);
}

std::vector<PanelColumn> scored(const AmountConditional& conditional, const BlockRows& rows) {
  AmountConditional::Workspace work;
  work.start = log_prior;
  std::vector<PanelColumn> out(2);
  conditional.check(rows, 1);
  conditional.add_log_density(rows, 0, row_count(rows), Wanted::joint, out, work);
  return out;
}

TEST(AmountConditional, adds_log_densities_over_the_columns_that_are_there) {
  const std::vector<double> values{3, 1, missing, 2, 5, missing, missing, missing, 0, 4, 1.5, 1, -1, 2, 1e307, 1};
  for (const AmountConditional& conditional : all()) {
    const std::vector<PanelColumn> out = scored(conditional, Batch::row_major(values.data(), 8, 2));
    for (std::size_t i = 0; i < 8; ++i) {
      for (std::size_t c = 0; c < 2; ++c) {
        double sum = log_prior[c];
        for (std::size_t j = 0; j < 2; ++j) {
          sum += std::isnan(values[2 * i + j]) ? 0 : expected(conditional, c, j, values[2 * i + j]);
        }
        if (std::isinf(sum)) {
          EXPECT_EQ(out[c][i], sum);
        } else {
          EXPECT_NEAR(out[c][i], sum, 1e-14 * (1 + std::abs(sum)));
        }
      }
    }
    EXPECT_EQ(out[0][3], log_prior[0]);
  }
}

TEST(AmountConditional, large_columns_cost_sparse_rows_no_digits) {
  for (const bool predictive : {false, true}) {
    const AmountConditional conditional(
        {AmountFamily::poisson, predictive, 2, {1e9, 3, 4e9, 2}, predictive ? Numbers{1, 2, 4, 3} : Numbers{}}, block);
    const std::vector<double> values{1'000'020'000, 7};
    const std::vector<std::uint64_t> offsets{0, 2};
    const std::vector<std::uint32_t> indices{0, 1};
    const auto dense = scored(conditional, Batch::row_major(values.data(), 1, 2));
    const auto sparse = scored(conditional, SparseBatch{values.data(), offsets, indices, 2});
    EXPECT_NEAR(sparse[0][0], dense[0][0], 1e-13);
  }
}

TEST(AmountConditional, sparse_rows_are_scored_as_dense_ones) {
  const std::vector<double> dense{0, 0, 3, 0, 0, 2, 4, 1, missing, 0, 1.5, 0};
  const std::vector<double> stored{3, 2, 4, 1, missing, 1.5};
  const std::vector<std::uint64_t> offsets{0, 0, 1, 2, 4, 5, 6};
  const std::vector<std::uint32_t> indices{0, 1, 0, 1, 0, 0};
  for (const AmountConditional& conditional : all()) {
    const auto expected_scores = scored(conditional, Batch::row_major(dense.data(), 6, 2));
    const auto found = scored(conditional, SparseBatch{stored.data(), offsets, indices, 2});
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t c = 0; c < 2; ++c) {
        if (std::isinf(expected_scores[c][i])) {
          EXPECT_EQ(found[c][i], expected_scores[c][i]);
        } else {
          EXPECT_NEAR(found[c][i], expected_scores[c][i], 1e-13);
        }
      }
    }
  }
}

TEST(AmountConditional, a_class_that_had_nothing_but_zeros_cannot_have_more) {
  const AmountConditional conditional({AmountFamily::poisson, false, 2, {0, 1, 2, 1}, {}}, block);
  const std::vector<double> values{0, 2, 1, 2, missing, 2};
  const auto dense = scored(conditional, Batch::row_major(values.data(), 3, 2));
  EXPECT_TRUE(std::isfinite(dense[0][0]));
  EXPECT_EQ(dense[0][1], -INFINITY);
  EXPECT_TRUE(std::isfinite(dense[1][1]));
  EXPECT_TRUE(std::isfinite(dense[0][2]));
  const std::vector<double> stored{2, 1, 2};
  const auto sparse = scored(conditional, SparseBatch{stored.data(), std::vector<std::uint64_t>{0, 1, 3},
                                                      std::vector<std::uint32_t>{1, 0, 1}, 2});
  EXPECT_NEAR(sparse[0][0], dense[0][0], 1e-15);
  EXPECT_EQ(sparse[0][1], -INFINITY);
}

TEST(AmountConditional, names_the_column_that_makes_a_row_impossible) {
  const std::vector<double> values{1, 1.5, 1, -2, 2, 1, missing, 0};
  const BlockRows rows = Batch::row_major(values.data(), 4, 2);
  EXPECT_EQ(made_of(AmountFamily::poisson).impossible(rows, 0, left()),
            "column 'hours': 1.5 is not a whole number of at least 0");
  EXPECT_EQ(made_of(AmountFamily::exponential).impossible(rows, 1, left()),
            "column 'hours': -2 is not a number of at least 0");
  EXPECT_EQ(made_of(AmountFamily::gamma).impossible(rows, 3, left()), "column 'hours': 0 is not a number above 0");
  EXPECT_EQ(made_of(AmountFamily::poisson).impossible(rows, 2, left()), std::nullopt);
  const AmountConditional zeros({AmountFamily::poisson, false, 2, {0, 1, 2, 0}, {}}, block);
  EXPECT_EQ(zeros.impossible(rows, 2, left()),
            "column 'hours': no class has the value 1 with those of the columns before it");
}

TEST(AmountConditional, explanations_and_linear_forms_add_up) {
  const std::vector<double> values{3, 2};
  const BlockRows rows = Batch::row_major(values.data(), 1, 2);
  for (const AmountConditional& conditional : all()) {
    const auto found = scored(conditional, rows);
    const Explanation explanation = conditional.explain(rows, 0, log_prior);
    ASSERT_EQ(explanation.contributions.size(), 2U);
    EXPECT_EQ(explanation.contributions[0].feature, "calls");
    EXPECT_EQ(explanation.contributions[0].value, "3");
    EXPECT_NEAR(explanation.log_joint[1], found[1][0], 1e-13);
    EXPECT_EQ(explanation.log_joint[1],
              explanation.base[1] + explanation.contributions[0].scores[1] + explanation.contributions[1].scores[1]);
    if (!conditional.is_linear()) {
      EXPECT_NE(failure_of_estimate([&] { static_cast<void>(conditional.linear_form()); }, ErrorCode::usage),
                "no error");
      continue;
    }
    const LinearForm form = conditional.linear_form();
    const bool gamma = conditional.family() == AmountFamily::gamma;
    ASSERT_EQ(form.names.size(), gamma ? 4U : 2U);
    const std::vector<double> t{3, 2, std::log(3.0), std::log(2.0)};
    std::vector<double> scores = form.intercepts;
    for (std::size_t c = 0; c < 2; ++c) {
      for (std::size_t k = 0; k < form.names.size(); ++k) {
        scores[c] += form.coefficients[c * form.names.size() + k] * t[k];
      }
    }
    EXPECT_NEAR(scores[1] - scores[0] + log_prior[1] - log_prior[0], found[1][0] - found[0][0], 1e-13);
  }
  EXPECT_EQ(made_of(AmountFamily::gamma).linear_form().names,
            (std::vector<std::string>{"calls", "hours", "log calls", "log hours"}));
  EXPECT_THROW(static_cast<void>(AmountConditional::strongest({}, 1, log_prior)), Error);
}

TEST(AmountConditional, draws_are_possible_rows) {
  for (const AmountConditional& conditional : all()) {
    Random random(1);
    DrawnRow row;
    for (int i = 0; i < 100; ++i) {
      conditional.sample(1, random, row);
      ASSERT_EQ(row.values.size(), 2U);
      EXPECT_TRUE(in_support(conditional.family(), row.values[0]));
    }
  }
}

TEST(AmountConditional, infinite_values_are_refused) {
  const std::vector<double> values{1, INFINITY};
  EXPECT_NE(failure_of_estimate([&] { scored(made_of(AmountFamily::poisson), Batch::row_major(values.data(), 1, 2)); }),
            "no error");
}

TEST(AmountConditional, columns_that_are_not_known_have_no_say_and_are_counted) {
  const std::vector<double> values{3, 2, 3, 0, missing, 2, 3, -1.5};
  const std::vector<double> stored{3, 2, 3, missing, 2, 3, -1.5};
  const std::vector<std::uint64_t> offsets{0, 2, 3, 5, 7};
  const std::vector<std::uint32_t> indices{0, 1, 0, 0, 1, 0, 1};
  for (const AmountConditional& whole : all()) {
    Amounts amounts = whole.amounts();
    amounts.unseen = {0, 1};
    const AmountConditional conditional(amounts, block);
    for (const BlockRows& rows : {BlockRows(Batch::row_major(values.data(), 4, 2)),
                                  BlockRows(SparseBatch{stored.data(), offsets, indices, 2, {}})}) {
      AmountConditional::Workspace work;
      std::vector<PanelColumn> out(2);
      work.start = log_prior;
      conditional.add_log_density(rows, 0, 4, Wanted::joint, out, work);
      EXPECT_EQ(work.counts.unseen, 3U);
      for (std::size_t c = 0; c < 2; ++c) {
        for (const std::size_t i : {0U, 1U, 3U}) {
          EXPECT_NEAR(out[c][i], log_prior[c] + expected(conditional, c, 0, 3), 1e-12);
        }
        EXPECT_NEAR(out[c][2], log_prior[c], 1e-12);
      }
      EXPECT_EQ(conditional.impossible(rows, 3, left()), std::nullopt);
      EXPECT_EQ(conditional.explain(rows, 0, log_prior).contributions.size(), 1U);
    }
    if (conditional.is_linear()) {
      EXPECT_EQ(conditional.linear_form().coefficients[1], 0);
    }
    Random random(7);
    DrawnRow drawn;
    conditional.sample(0, random, drawn);
    EXPECT_EQ(drawn.values[1], 0);
  }
}

}  // namespace
}  // namespace suffice
