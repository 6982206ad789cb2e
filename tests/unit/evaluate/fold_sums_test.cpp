#include "evaluate/folds/fold_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "math/special/random.hpp"
#include "suffice/estimate.hpp"
#include "suffice/model.hpp"

namespace suffice {
namespace {

const std::vector<std::string> names{"a", "b"};
const Schema schema{.blocks = {{.features = {"x", "z"}}}, .target = "y"};
const Reading reading{.options = GaussianOptions{}};

struct Rows {
  std::vector<double> values = {};
  std::vector<std::uint32_t> codes = {};

  [[nodiscard]] Table table() const { return Table::row_major(values.data(), codes.size(), 2); }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
};

Rows make_rows(std::size_t count) {
  Random random(3);
  Rows rows;
  for (std::size_t i = 0; i < count; ++i) {
    rows.codes.push_back(i % 3 == 0 ? 1 : 0);
    for (std::size_t j = 0; j < 2; ++j) rows.values.push_back(random.normal() + rows.codes.back());
  }
  return rows;
}

TEST(FoldSums, rows_are_scored_by_the_sums_of_the_other_folds) {
  const Rows rows = make_rows(31);
  const FoldSums folds(schema, {Keep{}}, rows.table(), rows.labels(), 4, 1);
  const std::vector<FoldSums::Scored> scored = folds.scores(std::span(&reading, 1), 1);
  ASSERT_EQ(scored.front().problem, "");
  EXPECT_EQ(folds.all().classes.total_rows(), 31U);
  // Each row again: all rows of other folds make the model.
  const ReorderedRows order(rows.table(), [&] {
    std::vector<std::size_t> all(31);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }());
  const std::vector<std::uint64_t> hashes = row_hashes(rows.table());
  std::vector<std::size_t> by_class(31);
  std::iota(by_class.begin(), by_class.end(), std::size_t{0});
  std::ranges::sort(by_class, {}, [&](std::size_t i) { return std::pair(rows.codes[i], hashes[i]); });
  std::size_t place = 0;
  for (std::size_t f = 0; f < 4; ++f) {
    Rows rest;
    for (std::size_t k = 0; k < by_class.size(); ++k) {
      if (k % 4 == f) continue;
      rest.codes.push_back(rows.codes[by_class[k]]);
      rest.values.insert(rest.values.end(), {rows.values[2 * by_class[k]], rows.values[2 * by_class[k] + 1]});
    }
    const Model model = estimate(summarise(rest.table(), rest.labels(), schema), {.class_prior = UniformPrior{}});
    for (std::size_t i = 0; i < 31; ++i) {
      const auto k = static_cast<std::size_t>(std::ranges::find(by_class, i) - by_class.begin());
      if (k % 4 != f) continue;
      std::vector<double> posterior(2);
      model.log_posterior(rows.table().slice(i, 1), posterior);
      EXPECT_EQ(folds.fold_of_rows()[place], f);
      EXPECT_EQ(folds.classes()[place], rows.codes[i]);
      EXPECT_NEAR(scored.front().scores.log_density[2 * place], posterior[0], 1e-9);
      ++place;
    }
  }
}

TEST(FoldSums, the_folds_of_rows_do_not_depend_on_their_order) {
  const Rows rows = make_rows(40);
  Rows reversed;
  for (std::size_t i = 40; i-- > 0;) {
    reversed.codes.push_back(rows.codes[i]);
    reversed.values.insert(reversed.values.end(), {rows.values[2 * i], rows.values[2 * i + 1]});
  }
  const auto scores = [](const Rows& some) {
    const FoldSums folds(schema, {Keep{}}, some.table(), some.labels(), 5, 1);
    std::vector<double> sorted = folds.scores(std::span(&reading, 1), 1).front().scores.log_density;
    std::ranges::sort(sorted);
    return sorted;
  };
  const std::vector<double> first = scores(rows);
  const std::vector<double> second = scores(reversed);
  for (std::size_t k = 0; k < first.size(); ++k) EXPECT_NEAR(first[k], second[k], 1e-9);
}

TEST(FoldSums, a_class_that_is_gone_without_a_fold_leaves_its_rows_unscored) {
  Rows rows = make_rows(20);
  std::ranges::fill(rows.codes, 0U);
  rows.codes[4] = 1;
  const FoldSums folds(schema, {Keep{}}, rows.table(), rows.labels(), 5, 2);
  const std::vector<FoldSums::Scored> scored = folds.scores(std::span(&reading, 1), 2);
  const std::vector<double>& densities = scored.front().scores.log_density;
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(std::isnan(densities[2 * i]), folds.classes()[i] == 1);
  }
}

TEST(FoldSums, a_label_that_rows_have_may_be_declared) {
  Rows rows = make_rows(20);
  std::ranges::fill(rows.codes, 0U);
  rows.codes[4] = 1;
  Schema declared = schema;
  declared.declared_labels = {"a", "b"};
  const auto scores = [&](const Schema& of) {
    const FoldSums folds(of, {Keep{}}, rows.table(), rows.labels(), 5, 1);
    return folds.scores(std::span(&reading, 1), 1).front();
  };
  EXPECT_EQ(scores(declared).problem, "");
  const std::vector<double> plain = scores(schema).scores.log_density;
  const std::vector<double> found = scores(declared).scores.log_density;
  for (std::size_t k = 0; k < plain.size(); ++k) {
    EXPECT_TRUE(found[k] == plain[k] || (std::isnan(found[k]) && std::isnan(plain[k])));
  }
  declared.declared_labels = {"c"};
  EXPECT_NE(scores(declared).problem, "") << "c has no mean";
}

TEST(FoldsOfFewRows, leave_each_class_rows) {
  EXPECT_EQ(folds_of_few_rows(10, 1000, 3), 10U);
  EXPECT_EQ(folds_of_few_rows(10, 12, 2), 6U);
  EXPECT_EQ(folds_of_few_rows(5, 12, 4), 3U);
  EXPECT_EQ(folds_of_few_rows(10, 20, 10), 10U) << "of two rows one would be left";
  EXPECT_EQ(folds_of_few_rows(10, 4, 2), 4U);
  EXPECT_EQ(folds_of_few_rows(10, 1, 1), 2U);
}

TEST(FoldSums, a_reading_without_a_model_says_why) {
  Rows rows = make_rows(20);
  for (std::size_t i = 0; i < 20; ++i) rows.values[2 * i] = rows.codes[i];
  const FoldSums folds(schema, {Keep{}}, rows.table(), rows.labels(), 5, 1);
  EXPECT_NE(folds.scores(std::span(&reading, 1), 1).front().problem, "");
}

}  // namespace
}  // namespace suffice
