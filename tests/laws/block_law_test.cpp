// Laws of blocks: a reading of some columns is a fit of these columns alone, and sums of one block never depend on what
// the rows have in another.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "families.hpp"
#include "suffice/error.hpp"
#include "summary/block_sums.hpp"

namespace suffice {
namespace {

constexpr std::size_t dropped = 4;  // a column in the middle

LawTable without_column(const LawTable& table) {
  LawTable fewer = table;
  for (LawBlock& block : fewer.blocks) {
    if (block.content == Content::text) continue;
    std::vector<double> values;
    for (std::size_t i = 0; i < block.values.size(); ++i) {
      if (i % block.columns != dropped) values.push_back(block.values[i]);
    }
    block.values = std::move(values);
    --block.columns;
  }
  fewer.make();
  return fewer;
}

/// The readings of all columns but one of each block that has several.
Options reading_fewer(Options options, const Schema& schema) {
  for (Reading& reading : options.readings) {
    const Block& block = schema.blocks[reading.block];
    reading.features = block.features;
    if (reading.features.size() <= 1) continue;
    const auto first = reading.features.begin() + dropped;
    const bool is_category = dropped + indicator_count(block) >= block.features.size();
    reading.features.erase(first, first + (is_category ? 2 : 1));  // a category has two indicators
  }
  return options;
}

void expect_equal_moments(const Moments& a, const Moments& b, std::size_t d) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_LT(difference(a.mean, b.mean), 1e-12);
  EXPECT_LT(scatter_difference(a, b, d), 1e-12);
  EXPECT_EQ(a.column_weight, b.column_weight);
  ASSERT_EQ(a.patterns.size(), b.patterns.size());
  for (std::size_t p = 0; p < a.patterns.size(); ++p) {
    EXPECT_EQ(a.patterns[p].present, b.patterns[p].present);
    EXPECT_EQ(a.patterns[p].rows, b.patterns[p].rows);
    EXPECT_EQ(a.patterns[p].weight, b.patterns[p].weight);
    EXPECT_LT(difference(a.patterns[p].mean, b.patterns[p].mean), 1e-12);
    EXPECT_LT(scatter_difference(
                  {.kind = a.kind, .mean = {}, .scatter = a.patterns[p].scatter, .third = {}, .fourth = {}},
                  {.kind = b.kind, .mean = {}, .scatter = b.patterns[p].scatter, .third = {}, .fourth = {}}, d),
              1e-12);
  }
}

/// Counts to the bit; moments, amounts and their logarithms to rounding.
void expect_equal_sums(const Sums& a, const Sums& b, std::size_t d) {
  ASSERT_EQ(a.index(), b.index());
  if (const auto* moments = std::get_if<Moments>(&a)) {
    expect_equal_moments(*moments, std::get<Moments>(b), d);
  } else if (const auto* amounts = std::get_if<AmountSums>(&a)) {
    const auto& others = std::get<AmountSums>(b);
    EXPECT_EQ(amounts->weight, others.weight);
    EXPECT_LT(difference(amounts->sum, others.sum), 1e-12);
    EXPECT_LT(difference(amounts->log_sum, others.log_sum), 1e-12);
    EXPECT_EQ(amounts->zeros, others.zeros);
    EXPECT_EQ(amounts->fractional, others.fractional);
  } else {
    EXPECT_TRUE(a == b);
  }
}

bool needs_whole_blocks(const LawFamily& family) {
  const GaussianOptions* gaussian = family.gaussian();
  return gaussian != nullptr && std::holds_alternative<LedoitWolfShrinkage>(gaussian->shrinkage);
}

void expect_fit_without_the_column(const LawTable& table, const LawFamily& family) {
  const LawTable fewer = without_column(table);
  const Summary sums = sums_of(table, family.options);
  const Options reading = reading_fewer(family.options, sums.schema);
  if (needs_whole_blocks(family)) {
    EXPECT_THROW(estimate(sums, reading), Error);
    return;
  }
  const Summary expected = sums_of(fewer, family.options);
  for (const Reading& of_block : reading.readings) {
    const std::size_t b = of_block.block;
    const Block block = restricted(sums.schema.blocks[b], of_block.features);
    const std::size_t d = block.features.size();
    if (d < sums.schema.blocks[b].features.size()) {
      expect_equal_sums(restricted(sums.schema.blocks[b], sums.classes, sums.sums[b], block), expected.sums[b], d);
    }
  }
  const Model read = estimate(sums, reading);
  const Model fitted = estimate(expected, family.options);
  EXPECT_EQ(columns_of(read.schema()).size(), columns_of(fitted.schema()).size());
  EXPECT_LT(difference(log_posterior(read, fewer), log_posterior(fitted, fewer)), 1e-9);
  EXPECT_LT(difference(log_joint(read, fewer), log_joint(fitted, fewer)), 1e-9);
}

bool has_columns(const LawFamily& family) {
  return std::ranges::any_of(family.contents, [](Content content) { return content != Content::text; });
}

TEST(BlockLaw, a_reading_of_fewer_columns_is_a_fit_without_the_others) {
  for_each(families(), [](const LawFamily& family) {
    if (has_columns(family)) expect_fit_without_the_column(law_table(family.contents), family);
  });
}

/// Values of the column that is dropped are missing, alone and with one that stays: patterns coincide without it.
LawTable with_missing(const LawTable& whole) {
  LawTable table = whole;
  for (LawBlock& block : table.blocks) {
    for (std::size_t i = 6; i < table.rows() && block.content != Content::text; ++i) {
      if (i % 3 == 0) block.values[i * block.columns + dropped] = std::nan("");
      if (i % 5 == 0) block.values[i * block.columns + 2] = std::nan("");
    }
  }
  table.make();
  return table;
}

/// Neither averages over parameters, for which there is no estimate where covariances have values missing, nor fourth
/// moments; sparse rows of moments have no missing values.
bool takes_missing(const LawFamily& family) {
  const GaussianOptions* gaussian = family.gaussian();
  return !needs_whole_blocks(family) && std::ranges::count(family.contents, Content::sparse_counts) == 0 &&
         (gaussian == nullptr || gaussian->estimator != Estimator::predictive);
}

TEST(BlockLaw, a_reading_of_fewer_columns_is_a_fit_without_the_others_where_values_are_missing) {
  for_each(families(), [](const LawFamily& family) {
    if (has_columns(family) && takes_missing(family)) {
      expect_fit_without_the_column(with_missing(law_table(family.contents)), family);
    }
  });
}

/// What a block of some rows has nothing to say of.
enum class Oddity { none, zero, missing, unseen };

/// Rows like those of the law table but for one block; nothing where a block of its content has no such rows.
std::optional<LawTable> odd_rows(const std::vector<Content>& contents, std::size_t b, Oddity oddity) {
  LawTable table = make_law_table(contents, 9, 15, law_columns, law_classes, true);
  LawBlock& block = table.blocks[b];
  const bool is_discrete = !is_real(block.content) && block.content != Content::positive;
  if (oddity == Oddity::none) return table.part(0, 0);
  if (oddity == Oddity::missing) std::ranges::fill(block.values, std::nan(""));
  if (oddity == Oddity::zero) {  // an empty document, a row without terms
    if (!is_discrete) return std::nullopt;
    std::ranges::fill(block.values, 0);
  }
  if (oddity == Oddity::unseen) {
    if (block.content == Content::categories)
      std::ranges::fill(block.values, 8);
    else if (block.content != Content::text)
      return std::nullopt;
  }
  table.make();
  if (oddity == Oddity::unseen && block.content == Content::text) {
    std::ranges::fill(block.texts, "unheard of");
    block.documents.assign(block.texts.begin(), block.texts.end());
  }
  return table;
}

/// The rows of both, words of the second as they are.
LawTable joined(const LawTable& first, const LawTable& second) {
  LawTable all = first;
  for (std::size_t i = 0; i < second.rows(); ++i) all.append(second, i);
  all.make();
  for (std::size_t b = 0; b < all.blocks.size(); ++b) {
    LawBlock& block = all.blocks[b];
    std::ranges::copy(second.blocks[b].texts, block.texts.begin() + static_cast<std::ptrdiff_t>(first.rows()));
    block.documents.assign(block.texts.begin(), block.texts.end());
  }
  return all;
}

void expect_equal_summaries(const Summary& a, const Summary& b) {
  EXPECT_EQ(a.schema, b.schema);
  EXPECT_EQ(a.classes, b.classes);
  ASSERT_EQ(a.sums.size(), b.sums.size());
  for (std::size_t k = 0; k < a.sums.size(); ++k) {
    SCOPED_TRACE(k);
    expect_equal_sums(a.sums[k], b.sums[k], a.schema.blocks[k].features.size());
  }
}

TEST(BlockLaw, rows_are_merged_and_forgotten_whatever_one_block_lacks) {
  std::vector<LawFamily> some = mixed_families();
  for (const LawFamily& family : encoded_families()) some.push_back(family);
  for_each(some, [](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Summary sums = sums_of(table, family.options);
    for (std::size_t b = 0; b < family.contents.size(); ++b) {
      for (const Oddity oddity : {Oddity::none, Oddity::zero, Oddity::missing, Oddity::unseen}) {
        SCOPED_TRACE(fmt::format("block {}, oddity {}", b, static_cast<int>(oddity)));
        const std::optional<LawTable> odd = odd_rows(family.contents, b, oddity);
        if (!odd) continue;
        const Summary part = sums_of(*odd, family.options);
        const LawTable all = joined(table, *odd);
        const Summary both = merge(sums, part);
        check_summary(both);
        expect_equal_summaries(both, sums_of(all, family.options));
        expect_equal_summaries(merge(part, sums), both);
        const Summary rest = remove(both, part).rest;
        check_summary(rest);
        expect_equal_summaries(rest, sums);
        EXPECT_LT(difference(log_joint(estimate(both, family.options), all), log_joint(fit(all, family.options), all)),
                  1e-9);
        EXPECT_LT(
            difference(log_joint(estimate(rest, family.options), all), log_joint(estimate(sums, family.options), all)),
            1e-9);
      }
    }
  });
}

}  // namespace
}  // namespace suffice
