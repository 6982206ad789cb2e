#include "model/linear/feature_map.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "encode/encoder.hpp"
#include "rival_tables.hpp"
#include "small_sums.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

std::vector<std::pair<std::uint32_t, double>> entries_of(const FeatureMap& map, const Schema& schema,
                                                         const Table& table, std::size_t i, ScoreCounts& counts) {
  const Encoder encoder(schema);
  encoder.check(table);
  EncodeBuffer buffer;
  FeatureMap::Workspace work;
  map.read(encoder.rows(table, 0, buffer), i, 0, work, counts);
  std::vector<std::pair<std::uint32_t, double>> entries;
  for (const FeatureEntry& entry : work.entries) {
    entries.emplace_back(entry.feature, entry.value);
  }
  return entries;
}

using Entries = std::vector<std::pair<std::uint32_t, double>>;

FeatureMap map_of(const Summary& summary, const FamilyOptions& options) {
  const Options all{.readings = {{.options = options}}};
  const FeatureMap map = feature_maps(summary, all, 1).front();
  EXPECT_EQ(FeatureMap::size_of(ReadBlock(summary, all.readings.front()), options), map.size());
  return map;
}

TEST(FeatureMap, its_size_is_known_before) {
  const Summary text = text_sums({"a rose is a rose", "a thorn", "a rose"}, {"x", "y", "y"});
  const Unseen reserve = Unseen::reserve;
  EXPECT_EQ(map_of(text, TermOptions{}).size(), 4U);
  EXPECT_EQ(map_of(text, TermOptions{.unseen = reserve}).size(), 5U);
  EXPECT_EQ(map_of(text, TermOptions{.min_documents = 2}).size(), 2U);
  EXPECT_EQ(map_of(text, TermOptions{.unseen = reserve, .max_terms = 3}).size(), 4U);
  EXPECT_EQ(map_of(text, TermOptions{.vocabulary = Names{"lily", "rose", "thorn"}}).size(), 3U);
  EXPECT_EQ(map_of(text, TermOptions{.family = TermFamily::bernoulli}).size(), 4U);
  const RivalTable rows(9);
  const Table table{9, {CategoryColumn{rows.categories.data(), rows.values}}};
  const Summary values = summarise(table, rows.labels(), schema_of(Kind::categories, {"k"}), {.threads = 1});
  EXPECT_EQ(map_of(values, ValueOptions{.unseen = reserve}).size(), map_of(values, ValueOptions{}).size() + 1);
  const Summary amounts =
      summarise(Table::row_major(rows.numbers.data(), 0, 2), {}, schema_of(Kind::amounts, {"p", "q"}), {.threads = 1});
  EXPECT_EQ(map_of(amounts, AmountOptions{}).size(), 2U);
}

TEST(FeatureMap, numbers_are_themselves_and_the_mean_stands_for_missing_ones) {
  std::vector<double> x{1, 2, 3, 4};
  const Summary sums = summarise(Table::row_major(x.data(), 2, 2), RowLabels({"a", "b"}).view(),
                                 schema_of(Kind::measurements, {"p", "q"}), {.threads = 1});
  x = {7, std::numeric_limits<double>::quiet_NaN()};
  const FeatureMap map = map_of(sums, GaussianOptions{});
  ScoreCounts counts;
  const Entries entries = entries_of(map, sums.schema, Table::row_major(x.data(), 1, 2), 0, counts);
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0], (std::pair<std::uint32_t, double>{0, 7}));
  EXPECT_TRUE(std::isnan(entries[1].second));
  EXPECT_EQ(counts.missing, 1U);
  EXPECT_EQ(map.centre(), (std::vector<double>{2, 3}));
  EXPECT_EQ(map.means(), 2U);
  EXPECT_TRUE(map.is_plain());
  EXPECT_EQ(map.names(), (Names{"p", "q"}));
}

TEST(FeatureMap, covariances_of_each_class_ask_for_squares_and_products) {
  const std::vector<double> x{1, 2, 3, 4};  // means 2 and 3
  const Summary sums = summarise(Table::row_major(x.data(), 2, 2), RowLabels({"a", "b"}).view(),
                                 schema_of(Kind::measurements, {"p", "q"}), {.threads = 1});
  ScoreCounts counts;
  const Table table = Table::row_major(x.data(), 2, 2);
  EXPECT_EQ(entries_of(map_of(sums, GaussianOptions{.structure = Structure::diagonal}), sums.schema, table, 1, counts),
            (Entries{{0, 3}, {1, 4}, {2, 1}, {3, 1}}));
  const FeatureMap full = map_of(sums, GaussianOptions{.structure = Structure::full});
  EXPECT_EQ(entries_of(full, sums.schema, table, 1, counts), (Entries{{0, 3}, {1, 4}, {2, 1}, {3, 1}, {4, 1}}));
  EXPECT_EQ(full.names(), (Names{"p", "q", "p squared", "p * q", "q squared"}));
}

TEST(FeatureMap, one_variance_of_each_class_asks_for_the_squared_norm) {
  std::vector<double> x{1, 2, 3, 4};  // means 2 and 3
  const Summary sums = summarise(Table::row_major(x.data(), 2, 2), RowLabels({"a", "b"}).view(),
                                 schema_of(Kind::measurements, {"p", "q"}), {.threads = 1});
  const FeatureMap map = map_of(sums, GaussianOptions{.structure = Structure::spherical});
  EXPECT_EQ(map.names(), (Names{"p", "q", "squared norm"}));
  ScoreCounts counts;
  x = {5, 7};
  EXPECT_EQ(entries_of(map, sums.schema, Table::row_major(x.data(), 1, 2), 0, counts),
            (Entries{{0, 5}, {1, 7}, {2, 9 + 16}}));
  x[0] = std::numeric_limits<double>::quiet_NaN();  // is at its mean
  EXPECT_EQ(entries_of(map, sums.schema, Table::row_major(x.data(), 1, 2), 0, counts)[2].second, 16);
}

TEST(FeatureMap, gamma_distributions_ask_for_logarithms) {
  std::vector<double> x{1, 4};
  const Summary sums = summarise(Table::row_major(x.data(), 2, 1), RowLabels({"a", "b"}).view(),
                                 schema_of(Kind::amounts, {"p"}), {.threads = 1});
  const FeatureMap map = map_of(sums, AmountOptions{.family = AmountFamily::gamma});
  EXPECT_EQ(map.names(), (Names{"p", "log p"}));
  EXPECT_EQ(map.centre(), (std::vector<double>{2.5, std::log(4.0) / 2}));
  EXPECT_EQ(map.means(), 2U);
  ScoreCounts counts;
  const Table table = Table::row_major(x.data(), 2, 1);
  EXPECT_EQ(entries_of(map, sums.schema, table, 1, counts), (Entries{{0, 4}, {1, std::log(4.0)}}));
  x[1] = 0;
  EXPECT_THROW(entries_of(map, sums.schema, table, 1, counts), Error);
  EXPECT_EQ(map_of(sums, AmountOptions{.family = AmountFamily::exponential}).size(), 1U);
}

TEST(FeatureMap, categories_are_indicators) {
  const RivalTable rows(9);
  const Schema schema = schema_of(Kind::categories, {"k"});
  const Table table{9, {CategoryColumn{rows.categories.data(), rows.values}}};
  const Summary sums = summarise(table, rows.labels(), schema, {.threads = 1});
  const FeatureMap map = map_of(sums, ValueOptions{});
  EXPECT_EQ(map.size(), std::get<ValueCounts>(sums.sums[0]).values[0].size());
  ScoreCounts counts;
  const Entries entries = entries_of(map, schema, table, 0, counts);
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(map.names()[entries[0].first], "k=" + rows.values[rows.categories[0]]);
  const std::vector<std::uint32_t> code{0};
  const std::vector<std::string> unknown{"violet"};
  EXPECT_TRUE(entries_of(map, schema, {1, {CategoryColumn{code.data(), unknown}}}, 0, counts).empty());
  EXPECT_EQ(counts.unseen, 1U);
}

TEST(FeatureMap, terms_count_or_are_there) {
  const Summary sums = text_sums({"a rose is a rose", "a thorn"}, {"x", "y"});
  const std::vector<std::string_view> documents{"rose rose lily"};
  const Table table = Table::documents(std::span<const std::string_view>(documents));
  ScoreCounts counts;
  const FeatureMap map = map_of(sums, TermOptions{});
  EXPECT_EQ(map.names(), (Names{"a", "is", "rose", "thorn"}));
  EXPECT_EQ(entries_of(map, sums.schema, table, 0, counts), (Entries{{2, 2}}));
  EXPECT_EQ(counts.unseen, 1U);
  EXPECT_TRUE(map.is_sparse());
  EXPECT_EQ(entries_of(map_of(sums, TermOptions{.boolean = true}), sums.schema, table, 0, counts), (Entries{{2, 1}}));
}

}  // namespace
}  // namespace suffice
