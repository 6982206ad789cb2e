#include "summary/value_counter.hpp"

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
  [[nodiscard]] CategoryBatch batch(std::span<const double> with = {}) const {
    return {codes.data(), rows, values.size(), values, with};
  }
};

const std::vector<std::uint32_t> same{0, 1, 2};
const std::vector<std::size_t> in_order{0, 1, 2};

Schema columns(std::size_t count) {
  Schema schema = schema_of(Encoding::categories, {});
  for (std::size_t j = 0; j < count; ++j) {
    schema.features.push_back(std::to_string(j));
  }
  return schema;
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
  const CategoryTable table(5000, 7, 4, 1);
  std::vector<double> fractions = table.weights;
  for (double& w : fractions) {
    w *= 0.37;
  }
  const Schema schema = columns(7);
  for (const std::span<const double> weights :
       {std::span<const double>(), std::span<const double>(table.weights), std::span<const double>(fractions)}) {
    for (const unsigned threads : {1U, 2U, 5U}) {
      ValueCounter counter(schema, threads);
      counter.add(table.batch(weights), {table.labels, same, 3}, schema);
      expect_counts(counter.counts(in_order, schema), table, weights);
    }
  }
}

TEST(ValueCounter, takes_large_dictionaries_and_others_in_each_batch) {
  const CategoryTable few(200, 2, 1000, 1);
  const CategoryTable many(20'000, 2, 1000, 77);
  const Schema schema = columns(2);
  ValueCounter counter(schema, 2);
  ValueCounter reversed(schema, 2);
  counter.add(few.batch(), {few.labels, same, 3}, schema);
  counter.add(many.batch(), {many.labels, same, 3}, schema);
  reversed.add(many.batch(), {many.labels, same, 3}, schema);
  reversed.add(few.batch(), {few.labels, same, 3}, schema);
  EXPECT_EQ(counter.counts(in_order, schema), reversed.counts(in_order, schema));
  auto plain = plain_counts(few, {});
  for (const auto& [key, count] : plain_counts(many, {})) {
    plain[key] += count;
  }
  EXPECT_EQ(counter.counts(in_order, schema).counts.size() > 2000, plain.size() > 2000);
  EXPECT_EQ(counter.tally().total_rows(), 20'200U);
}

TEST(ValueCounter, declared_values_and_classes_are_there_without_rows) {
  Schema schema = columns(1);
  schema.declared_values = {{"x", "z"}};
  ValueCounter counter(schema, 1);
  const std::vector<Names> values{{"x", "never", "y"}};
  const std::vector<std::uint32_t> codes{2, 0};
  const std::vector<std::uint32_t> labels{0, 0};
  counter.add({codes.data(), 2, 1, values}, {labels, same, 1}, schema);
  const ValueCounts counts = counter.counts(std::vector<std::size_t>{1, 0}, schema);
  EXPECT_EQ(counts.values, (std::vector<Names>{{"x", "y", "z"}}));
  EXPECT_EQ(counts.counts, (std::vector<double>{0, 1, 0, 1, 0, 0}));
}

TEST(ValueCounter, a_refused_batch_changes_nothing) {
  const Schema schema = columns(3);
  for (const std::size_t rows : {20U, 5000U}) {
    CategoryTable table(rows, 3, 5, 3);
    ValueCounter counter(schema, 2);
    counter.add(table.batch(), {table.labels, same, 3}, schema);
    const ValueCounts before = counter.counts(in_order, schema);
    table.values[1] = {"other", "names", "than", "before", "!"};
    table.codes.back() = 5;
    EXPECT_EQ(message_of([&] { counter.add(table.batch(), {table.labels, same, 3}, schema); }),
              "row " + std::to_string(rows - 1) + ": there is no value number 5 in column '2'");
    EXPECT_EQ(counter.counts(in_order, schema), before);
    EXPECT_EQ(counter.tally().total_rows(), rows);
  }
}

TEST(ValueCounter, has_a_limit) {
  EXPECT_NO_THROW(check_value_limit(1U << 20U, 128));
  EXPECT_EQ(
      message_of([] { check_value_limit(1U << 20U, 129); }),
      "1048576 values in 129 classes are too many: 134217728 counts are the most. Leave out columns that hold names "
      "or numbers of single rows (--drop), or join classes");
}

}  // namespace
}  // namespace suffice
