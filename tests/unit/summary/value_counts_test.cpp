#include "summary/values/value_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "small_sums.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

const Schema schema = schema_of(Kind::categories, {"colour", "size"});
const std::vector<Names> rows{{"red", "10"}, {"blue", "9"}, {"red", ""}, {"green", "9"}};
const Names labels{"a", "b", "a", "c"};

TEST(MergeValues, unites_values_and_classes) {
  const Summary a = value_sums({rows[0], rows[1]}, {"a", "b"}, schema);
  const Summary b = value_sums({rows[2], rows[3]}, {"a", "c"}, schema);
  const Summary both = value_sums(rows, labels, schema);
  EXPECT_EQ(merge(a, b), both);
  EXPECT_EQ(merge(b, a), both);
  EXPECT_EQ(values_of(both).values[1], (Names{"9", "10"}));  // numbers: in their order
  EXPECT_EQ(values_of(both).counts, (std::vector<double>{0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 1, 1, 1, 0, 0}));
}

TEST(MergeValues, columns_are_matched_by_name_and_declared_values_united) {
  Schema first = schema;
  first.blocks[0].declared_values = {{"pink"}, {}};
  Schema second = schema_of(Kind::categories, {"size", "colour"});
  second.blocks[0].declared_values = {{"11"}, {"black"}};
  const Summary merged = merge(value_sums({rows[0]}, {"a"}, first), value_sums({{"9", "blue"}}, {"b"}, second));
  EXPECT_EQ(merged.schema.blocks[0].declared_values, (std::vector<Names>{{"black", "pink"}, {"11"}}));
  EXPECT_EQ(values_of(merged).values, (std::vector<Names>{{"black", "blue", "pink", "red"}, {"9", "10", "11"}}));
  check_summary(merged);
}

TEST(RemoveValues, what_reaches_zero_is_gone_unless_declared) {
  const Summary all = value_sums(rows, labels, schema);
  EXPECT_EQ(remove(all, value_sums({rows[1], rows[3]}, {"b", "c"}, schema)).rest,
            value_sums({rows[0], rows[2]}, {"a", "a"}, schema));
  Schema declaring = schema;
  declaring.blocks[0].declared_values = {{"blue"}, {}};
  const Removal removal =
      remove(value_sums(rows, labels, declaring), value_sums({rows[1], rows[3]}, {"b", "c"}, schema));
  EXPECT_EQ(removal.rest, value_sums({rows[0], rows[2]}, {"a", "a"}, declaring));
  EXPECT_EQ(removal.relative_error, 0);
  check_summary(removal.rest);
}

TEST(RemoveValues, names_the_value_that_there_is_too_little_of) {
  const Summary all = value_sums(rows, labels, schema);
  EXPECT_EQ(
      message_of([&] { remove(all, value_sums({{"pink", "9"}}, {"a"}, schema)); }),
      "column 'colour', value 'pink': the model does not have this value, so it cannot forget rows with it. Forget "
      "only rows that were fitted, each once. Nothing was changed");
  EXPECT_EQ(
      message_of([&] { remove(all, value_sums({{"blue", "9"}}, {"a"}, schema)); }),
      "class a, column 'colour', value 'blue': 1 cannot be forgotten: the model holds 0. Forget only rows that were "
      "fitted, each once. Nothing was changed");
  EXPECT_NE(message_of([&] { remove(all, value_sums({{"", "9"}}, {"b"}, schema)); }).find("would be left in rows of "),
            std::string::npos);
}

TEST(RemoveValues, a_row_has_one_value_of_a_column) {
  const Summary all = value_sums({{"red", "9"}, {"blue", "9"}}, {"a", "a"}, schema);
  EXPECT_EQ(message_of([&] { remove(all, value_sums({{"", "9"}}, {"a"}, schema)); }),
            "class a, column 'colour': 2 would be left in rows of weight 1, so these rows cannot all have been fitted. "
            "Forget only rows that were fitted, each once. Nothing was changed");
}

// Without 1e15 of 1e15 + 0.18 + 0.18, 0.25 is left.
TEST(RemoveValues, what_rounding_leaves_fits_the_rows_that_are_left) {
  const Summary all = value_sums({rows[0], rows[1], rows[3]}, {"a", "a", "a"}, schema, {1e15, 0.18, 0.18});
  const Removal removal = remove(all, value_sums({rows[0]}, {"a"}, schema, {1e15}));
  EXPECT_EQ(removal.rest.classes.weight, std::vector<double>{0.25});
  EXPECT_DOUBLE_EQ(values_of(removal.rest).counts[0] + values_of(removal.rest).counts[1], 0.25);
  EXPECT_GT(removal.relative_error, 0.5);
  check_summary(removal.rest);
}

TEST(RemoveValues, weights_that_are_not_whole_vanish_to_rounding) {
  const Summary all = value_sums(rows, {"a", "a", "a", "a"}, schema, {0.1, 0.2, 0.7, 0.3});
  const Removal removal = remove(all, value_sums({rows[3], rows[1]}, {"a", "a"}, schema, {0.3, 0.2}));
  EXPECT_EQ(values_of(removal.rest).values, (std::vector<Names>{{"red"}, {"10"}}));
  EXPECT_NEAR(values_of(removal.rest).counts[0], 0.8, 1e-15);
}

const std::vector<std::string> all_bins = {"< 9", "9 to 10", "10 to 100", ">= 100", "(missing)"};

Schema bin_schema() {
  Block block{.kind = Kind::categories, .features = {"x", "c"}};
  block.edges = {{9, 10, 100}, {}};
  block.missing_values = {1, 1};
  return {.blocks = {block}, .target = "y"};
}

Summary bin_sums(const std::vector<double>& x, const Schema& cut = bin_schema()) {
  std::vector<std::uint32_t> row_labels;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < x.size(); ++i) {
    row_labels.push_back(static_cast<std::uint32_t>(i % 2));
    codes.push_back(i % 3 == 2 ? missing_category : static_cast<std::uint32_t>(i % 3));
  }
  const std::vector<std::string> values = {"z", "!"};
  const std::vector<std::string> names = {"a", "b"};
  const Table table{.rows = x.size(), .columns = {NumberColumn{x.data()}, CategoryColumn{codes.data(), Texts(values)}}};
  return summarise(table, {row_labels, names}, cut);
}

const ValueCounts& bins_of(const Summary& summary) { return std::get<ValueCounts>(summary.sums[0]); }

TEST(BinCounts, all_bins_are_there_in_the_order_of_their_edges) {
  const Summary sums = bin_sums({200, 8, 9.5, NAN});
  EXPECT_EQ(bins_of(sums).values[0], all_bins);
  EXPECT_EQ(bins_of(sums).values[1], (std::vector<std::string>{"!", "(missing)", "z"}));
  EXPECT_EQ((std::vector<double>(bins_of(sums).counts.begin(), bins_of(sums).counts.begin() + 10)),
            (std::vector<double>{0, 1, 1, 0, 0, 0, 1, 0, 0, 1}));
  EXPECT_NO_THROW(check_summary(sums));
}

TEST(BinCounts, merging_and_removing_keep_them) {
  const Summary first = bin_sums({200, 8, 9.5, NAN});
  const Summary second = bin_sums({50, 50});
  const Summary both = merge(first, second);
  EXPECT_EQ(bins_of(both).values[0], all_bins);
  EXPECT_NO_THROW(check_summary(both));
  EXPECT_EQ(remove(both, second).rest, first);
  EXPECT_EQ(remove(both, first).rest, second);
  const std::vector<std::string> only = {"x"};
  const Block fewer = restricted(both.schema.blocks[0], only);
  EXPECT_EQ(std::get<ValueCounts>(restricted(both.schema.blocks[0], both.classes, both.sums[0], fewer)).values[0],
            all_bins);
}

TEST(BinCounts, other_edges_are_not_merged) {
  Schema other = bin_schema();
  other.blocks[0].edges[0][1] = 11;
  EXPECT_EQ(failure_with_remedies([&] { merge(bin_sums({1, 2}), bin_sums({1, 2}, other)); }, ErrorCode::bad_data),
            "the column 'x' differs in its edges | refit schema MODEL");
}

TEST(BinCounts, bins_that_are_not_those_of_the_edges_are_refused) {
  Summary sums = bin_sums({200, 8, 9.5, NAN});
  std::get<ValueCounts>(sums.sums[0]).values[0][1] = "9 to 11";
  EXPECT_THROW(check_summary(sums), Error);
}

TEST(BinCounts, draws_lie_in_the_bins) {
  const Summary sums = bin_sums({200, 8, 9.5, NAN, 50, 9.9, 150, 3});
  const Options options{.readings = {{.options = ValueOptions{.estimator = Estimator::mle}}}};
  const Model model = estimate(sums, options);
  const Sample drawn = model.sample(2000, 1);
  std::vector<double> shares(5);
  for (const double x : std::get<std::vector<double>>(drawn.columns[0])) {
    const std::size_t bin = std::isnan(x) ? 4 : x < 9 ? 0 : x < 10 ? 1 : x < 100 ? 2 : 3;
    shares[bin] += 1.0 / 2000;
    EXPECT_TRUE(std::isnan(x) || (x >= 8 && x < 190)) << x;  // end bins are as wide as their neighbours
  }
  for (const double share : {shares[0] - 0.25, shares[1] - 0.25, shares[2] - 0.125, shares[3] - 0.25}) {
    EXPECT_NEAR(share, 0, 0.05);
  }
  EXPECT_GT(std::ranges::count(std::get<std::vector<std::string>>(drawn.columns[1]), ""), 0);
}

}  // namespace
}  // namespace suffice
