// Laws of the sums: any split, order, number of threads or shards gives the same summary (MODELS §10).
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "suffice/summary.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

Table any_table(std::size_t most_rows) {
  const auto classes = *rc::gen::inRange<std::size_t>(1, 6);
  const auto columns = *rc::gen::inRange<std::size_t>(1, 21);
  const auto rows = *rc::gen::inRange<std::size_t>(2 * classes, most_rows);
  return random_table(*rc::gen::arbitrary<std::uint32_t>(), rows, columns, classes, *rc::gen::arbitrary<bool>());
}

Summary add_in_pieces(const Table& table, const std::vector<std::size_t>& cuts, unsigned threads) {
  Accumulator accumulator(table.schema(), {.threads = threads});
  std::size_t first = 0;
  for (const std::size_t cut : cuts) {
    const Table piece = table.part(first, cut - first);
    accumulator.add(piece.batch(), piece.labels());
    first = cut;
  }
  const Table last = table.part(first, table.rows() - first);
  accumulator.add(last.batch(), last.labels());
  return accumulator.summary();
}

void expect_close(const Summary& a, const Summary& b, double tolerance) {
  RC_ASSERT(a.classes.labels == b.classes.labels);
  RC_ASSERT(a.classes.rows == b.classes.rows);
  RC_ASSERT(a.classes.weight == b.classes.weight);  // integer weights: exactly
  RC_ASSERT(difference(a.moments.mean, b.moments.mean) < tolerance);
  RC_ASSERT(scatter_difference(a.moments, b.moments, a.schema.features.size()) < tolerance);
}

RC_GTEST_PROP(SummaryLaw, threads_and_batches_do_not_change_a_bit, ()) {
  const Table table = any_table(9000);
  auto cuts = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, table.rows()));
  std::ranges::sort(cuts);
  const Summary whole = table.summary(1);
  RC_ASSERT(add_in_pieces(table, cuts, *rc::gen::inRange(1U, 5U)) == whole);
}

RC_GTEST_PROP(SummaryLaw, merged_shards_equal_the_batch, ()) {
  const Table table = any_table(600);
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const Summary merged = merge(table.part(0, cut).summary(), table.part(cut, table.rows() - cut).summary());
  expect_close(merged, table.summary(), 1e-12);
}

RC_GTEST_PROP(SummaryLaw, merging_does_not_depend_on_order, ()) {
  const Table table = any_table(600);
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const Summary a = table.part(0, cut).summary();
  const Summary b = table.part(cut, table.rows() - cut).summary();
  expect_close(merge(a, b), merge(b, a), 1e-12);
}

RC_GTEST_PROP(SummaryLaw, the_order_of_rows_does_not_matter, ()) {
  const Table table = any_table(600);
  std::vector<std::size_t> order(table.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 bits(*rc::gen::arbitrary<std::uint32_t>());
  std::ranges::shuffle(order, bits);
  Table shuffled = table.part(0, 0);
  for (const std::size_t i : order) {
    shuffled.append(table, i);
  }
  expect_close(shuffled.summary(), table.summary(), 1e-12);
}

RC_GTEST_PROP(SummaryLaw, fit_then_forget_equals_never_fitted, ()) {
  const Table table = any_table(600);
  const auto cut = *rc::gen::inRange<std::size_t>(1, table.rows());
  const Summary part = table.part(cut, table.rows() - cut).summary();
  const Removal removal = remove(table.summary(), part);
  RC_ASSERT(removal.relative_error >= 0);
  expect_close(removal.rest, table.part(0, cut).summary(), 1e-9);
}

RC_GTEST_PROP(SummaryLaw, weight_two_equals_the_row_twice_and_weight_zero_none, ()) {
  Table weighted = any_table(300);
  weighted.weights.resize(weighted.rows(), 1.0);
  Table repeated = weighted.part(0, 0);
  for (std::size_t i = 0; i < weighted.rows(); ++i) {
    for (double copies = weighted.weights[i]; copies > 0; --copies) {
      repeated.append(weighted, i);
    }
  }
  std::ranges::fill(repeated.weights, 1.0);
  const Summary a = weighted.summary();
  const Summary b = repeated.summary();
  RC_ASSERT(a.classes.labels == b.classes.labels);
  RC_ASSERT(a.classes.weight == b.classes.weight);
  RC_ASSERT(difference(a.moments.mean, b.moments.mean) < 1e-12);
  RC_ASSERT(scatter_difference(a.moments, b.moments, a.schema.features.size()) < 1e-12);
}

// Sums of 100,000 rows cross many waves; offsets far beyond the spread must not cost digits.
TEST(SummaryLaw, a_large_offset_costs_no_digits) {
  Table table = random_table(7, 100'000, 3, 4);
  const Summary plain = table.summary();
  for (double& value : table.values) {
    value += 0x1p30;  // exact for the first 22 bits behind the point
  }
  Table back = table;
  for (double& value : back.values) {
    value -= 0x1p30;  // the rows that the offset left, without the offset
  }
  const Summary offset = table.summary();
  EXPECT_LT(scatter_difference(offset.moments, back.summary().moments, 3), 1e-13);
  EXPECT_LT(scatter_difference(offset.moments, plain.moments, 3), 1e-6);  // the offset itself rounds the rows
}

TEST(SummaryLaw, equal_bits_across_many_waves) {
  const Table table = random_table(11, 150'000, 5, 3, true);
  const Summary whole = table.summary(1);
  EXPECT_EQ(table.summary(2), whole);
  EXPECT_EQ(table.summary(7), whole);
  EXPECT_EQ(add_in_pieces(table, {1, 1000, 1024, 1025, 65'536, 70'000, 131'072}, 3), whole);
}

}  // namespace
}  // namespace suffice
