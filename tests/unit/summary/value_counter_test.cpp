#include "summary/values/value_counter.hpp"

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

// Rows of categories made up, with dictionaries that differ from batch to batch.
struct CategoryTable {
  std::size_t rows = 0;
  std::vector<Names> values;
  std::vector<Texts> dictionaries = {};
  std::vector<std::uint32_t> codes = {};
  std::vector<std::uint32_t> labels = {};
  std::vector<double> weights = {};

  CategoryTable(std::size_t count, std::size_t columns, std::size_t value_count, std::uint32_t seed)
      : rows(count), values(columns) {
    std::mt19937 bits(seed);
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t m = 0; m < value_count; ++m) {
        values[j].push_back(std::to_string((m + seed) % value_count));
      }
    }
    for (std::size_t k = 0; k < rows * columns; ++k) {
      const auto code = static_cast<std::uint32_t>(bits() % (value_count + 1));
      codes.push_back(code == value_count ? missing_category : code);
    }
    for (std::size_t i = 0; i < rows; ++i) {
      labels.push_back(static_cast<std::uint32_t>(bits() % 3));
      weights.push_back(static_cast<double>(bits() % 4));
    }
  }
  [[nodiscard]] CategoryBatch batch(std::span<const double> with = {}) {
    dictionaries.assign(values.begin(), values.end());
    return {codes.data(), rows, values.size(), dictionaries, with};
  }
};

const std::vector<std::uint32_t> same{0, 1, 2};
const std::vector<std::size_t> in_order{0, 1, 2};

Block columns(std::size_t count) {
  Block block{.kind = Kind::categories, .features = {}};
  for (std::size_t j = 0; j < count; ++j) {
    block.features.push_back(std::to_string(j));
  }
  return block;
}

// Counted one cell after the other.
std::map<std::tuple<std::size_t, std::string, std::uint32_t>, double> plain_counts(const CategoryTable& table,
                                                                                   std::span<const double> weights) {
  std::map<std::tuple<std::size_t, std::string, std::uint32_t>, double> counts;
  const std::size_t d = table.values.size();
  for (std::size_t k = 0; k < table.codes.size(); ++k) {
    const double w = weights.empty() ? 1 : weights[k / d];
    if (table.codes[k] != missing_category && w > 0) {
      counts[{k % d, table.values[k % d][table.codes[k]], table.labels[k / d]}] += w;
    }
  }
  return counts;
}

void expect_counts(const ValueCounts& counts, const CategoryTable& table, std::span<const double> weights) {
  auto plain = plain_counts(table, weights);
  std::size_t k = 0;
  for (std::size_t j = 0; j < counts.values.size(); ++j) {
    for (const std::string& value : counts.values[j]) {
      for (std::uint32_t c = 0; c < 3; ++c, ++k) {
        EXPECT_EQ(counts.counts[k], (plain[{j, value, c}])) << j << " " << value << " " << c;
      }
    }
  }
  EXPECT_EQ(k, counts.counts.size());
}

TEST(ValueCounter, counts_apart_and_in_order_alike) {
  CategoryTable table(5000, 7, 4, 1);
  std::vector<double> fractions = table.weights;
  for (double& w : fractions) {
    w *= 0.37;
  }
  const Block block = columns(7);
  for (const std::span<const double> weights :
       {std::span<const double>(), std::span<const double>(table.weights), std::span<const double>(fractions)}) {
    const bool exact = weights.data() != fractions.data();
    for (const unsigned threads : {1U, 2U, 5U}) {
      ValueCounter counter(block, 0, threads);
      counter.add(table.batch(weights), {table.labels, same, 3}, block, exact);
      expect_counts(counter.counts(in_order, block), table, weights);
    }
  }
}

TEST(ValueCounter, takes_large_dictionaries_and_others_in_each_batch) {
  CategoryTable few(200, 2, 1000, 1);
  CategoryTable many(20'000, 2, 1000, 77);
  const Block block = columns(2);
  ValueCounter counter(block, 0, 2);
  ValueCounter reversed(block, 0, 2);
  counter.add(few.batch(), {few.labels, same, 3}, block, true);
  counter.add(many.batch(), {many.labels, same, 3}, block, true);
  reversed.add(many.batch(), {many.labels, same, 3}, block, true);
  reversed.add(few.batch(), {few.labels, same, 3}, block, true);
  EXPECT_EQ(counter.counts(in_order, block), reversed.counts(in_order, block));
  auto plain = plain_counts(few, {});
  for (const auto& [key, count] : plain_counts(many, {})) {
    plain[key] += count;
  }
  EXPECT_EQ(counter.counts(in_order, block).counts.size() > 2000, plain.size() > 2000);
}

TEST(ValueCounter, declared_values_and_classes_are_there_without_rows) {
  Block block = columns(1);
  block.declared_values = {{"x", "z"}};
  ValueCounter counter(block, 0, 1);
  const std::vector<Names> names{{"x", "never", "y"}};
  const std::vector<Texts> values(names.begin(), names.end());
  const std::vector<std::uint32_t> codes{2, 0};
  const std::vector<std::uint32_t> labels{0, 0};
  counter.add({codes.data(), 2, 1, values}, {labels, same, 1}, block, true);
  const ValueCounts counts = counter.counts(std::vector<std::size_t>{1, 0}, block);
  EXPECT_EQ(counts.values, (std::vector<Names>{{"x", "y", "z"}}));
  EXPECT_EQ(counts.counts, (std::vector<double>{0, 1, 0, 1, 0, 0}));
}

TEST(ValueCounter, a_refused_batch_changes_nothing) {
  const Block block = columns(3);
  for (const std::size_t rows : {20U, 5000U}) {
    CategoryTable table(rows, 3, 5, 3);
    ValueCounter counter(block, 0, 2);
    counter.add(table.batch(), {table.labels, same, 3}, block, true);
    const ValueCounts before = counter.counts(in_order, block);
    table.values[1] = {"other", "names", "than", "before", "!"};
    table.codes.back() = 5;
    EXPECT_EQ(message_of([&] { counter.add(table.batch(), {table.labels, same, 3}, block, true); }),
              "row " + std::to_string(rows - 1) + ": there is no value number 5 in column '2'");
    EXPECT_EQ(counter.counts(in_order, block), before);
  }
}

TEST(ValueCounter, new_values_can_be_told_before) {
  CategoryTable table(300, 2, 6, 3);
  std::ranges::replace(table.codes, 5U, missing_category);  // the last value occurs nowhere
  const Block block = columns(2);
  ValueCounter counter(block, 0, 1);
  ValueCounter::NewValues found;
  counter.check(table.batch(), block, 0, found);
  EXPECT_EQ(found.most, 12U);
  EXPECT_FALSE(counter.can_pass_limit(found, 3));
  EXPECT_TRUE(counter.can_pass_limit(found, 1U << 25U));
  counter.find(table.batch(), found);
  counter.find(table.batch(), found);
  EXPECT_EQ(found.values.size(), 10U);
  EXPECT_NO_THROW(counter.check_limit(found, 3));
  EXPECT_THROW(counter.check_limit(found, 1U << 25U), Error);
  counter.add(table.batch(), {table.labels, same, 3}, block, true);
  ValueCounter::NewValues none;
  counter.find(table.batch(), none);
  EXPECT_EQ(none.values.size(), 0U);
  table.codes[7] = 6;
  EXPECT_EQ(message_of([&] { counter.check(table.batch(), block, 100, none); }),
            "row 103: there is no value number 6 in column '1'");
}

TEST(ValueCounter, has_a_limit) {
  EXPECT_NO_THROW(check_value_limit(1U << 20U, 128));
  EXPECT_EQ(
      message_of([] { check_value_limit(1U << 20U, 129); }),
      "1048576 values in 129 classes are too many: 134217728 counts are the most. Drop columns that hold names or "
      "numbers of single rows, or join classes");
}

}  // namespace
}  // namespace suffice
