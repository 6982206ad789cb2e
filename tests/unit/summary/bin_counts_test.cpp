// Counts of bins: all of them are there, in the order of their edges, whatever rows have.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {
namespace {

const std::vector<std::string> all_bins = {"< 9", "9 to 10", "10 to 100", ">= 100", "(missing)"};

Schema bin_schema() {
  Block block{.kind = Kind::categories, .features = {"x", "c"}};
  block.edges = {{9, 10, 100}, {}};
  block.missing_values = {1, 1};
  return {.blocks = {block}, .target = "y"};
}

Summary bin_sums(const std::vector<double>& x, const Schema& schema = bin_schema()) {
  std::vector<std::uint32_t> labels;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < x.size(); ++i) {
    labels.push_back(static_cast<std::uint32_t>(i % 2));
    codes.push_back(i % 3 == 2 ? missing_category : static_cast<std::uint32_t>(i % 3));
  }
  const std::vector<std::string> values = {"z", "!"};
  const std::vector<std::string> names = {"a", "b"};
  const Table table{.rows = x.size(), .columns = {NumberColumn{x.data()}, CategoryColumn{codes.data(), Texts(values)}}};
  return summarise(table, {labels, names}, schema);
}

const ValueCounts& counts_of(const Summary& summary) { return std::get<ValueCounts>(summary.sums[0]); }

TEST(BinCounts, all_bins_are_there_in_the_order_of_their_edges) {
  const Summary sums = bin_sums({200, 8, 9.5, NAN});
  EXPECT_EQ(counts_of(sums).values[0], all_bins);
  EXPECT_EQ(counts_of(sums).values[1], (std::vector<std::string>{"!", "(missing)", "z"}));
  EXPECT_EQ((std::vector<double>(counts_of(sums).counts.begin(), counts_of(sums).counts.begin() + 10)),
            (std::vector<double>{0, 1, 1, 0, 0, 0, 1, 0, 0, 1}));
  EXPECT_NO_THROW(check_summary(sums));
}

TEST(BinCounts, merging_and_removing_keep_them) {
  const Summary first = bin_sums({200, 8, 9.5, NAN});
  const Summary second = bin_sums({50, 50});
  const Summary both = merge(first, second);
  EXPECT_EQ(counts_of(both).values[0], all_bins);
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
