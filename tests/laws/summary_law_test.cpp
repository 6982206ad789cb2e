// Laws of the sums: any split, order, number of threads or shards gives the same summary (MODELS §10).
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "suffice/summary.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

// Columns that a thread has all to itself, that threads share, and that fill several ranges of columns.
TestTable any_table(std::size_t most_rows) {
  const auto classes = *rc::gen::inRange<std::size_t>(1, 6);
  const auto columns = *rc::gen::oneOf(rc::gen::inRange<std::size_t>(1, 21), rc::gen::just<std::size_t>(67));
  const auto rows = *rc::gen::inRange<std::size_t>(2 * classes, most_rows);
  const TestTable table =
      random_table(*rc::gen::arbitrary<std::uint32_t>(), rows, columns, classes, *rc::gen::arbitrary<bool>());
  return *rc::gen::arbitrary<bool>() ? table.as_float() : table;
}

const std::vector<Keep> all_kinds{{.moments = MomentKind::pooled_diagonal},
                                  {.moments = MomentKind::diagonal},
                                  {.moments = MomentKind::pooled},
                                  {.moments = MomentKind::full},
                                  {.moments = MomentKind::full, .fourth = true}};

Keep any_kind() { return *rc::gen::elementOf(all_kinds); }

Summary add_in_pieces(const TestTable& table, const std::vector<std::size_t>& cuts, unsigned threads, Keep keep) {
  Accumulator accumulator(table.schema(), {.threads = threads, .keep = {keep}});
  std::size_t first = 0;
  for (const std::size_t cut : cuts) {
    accumulator.add(table.table().slice(first, cut - first),
                    {std::span(table.codes).subspan(first, cut - first), table.names});
    first = cut;
  }
  accumulator.add(table.table().slice(first, table.rows() - first),
                  {std::span(table.codes).subspan(first), table.names});
  return accumulator.summary();
}

// Third and fourth moments, relative to the largest fourth moment of the rows that were ever in the sums.
double fourth_difference(const Moments& a, const Moments& b, const Moments& ever) {
  const double fourth = ever.has_fourth() ? std::ranges::max(ever.fourth) : 0;
  return std::max(largest_gap(a.third, b.third), largest_gap(a.fourth, b.fourth)) / (1 + fourth);
}

void expect_close(const Summary& a, const Summary& b, double tolerance, const Summary& ever) {
  RC_ASSERT(a.classes.labels == b.classes.labels);
  RC_ASSERT(a.classes.weight == b.classes.weight);  // integer weights: exactly
  RC_ASSERT(moments_of(a).kind == moments_of(b).kind);
  RC_ASSERT(difference(moments_of(a).mean, moments_of(b).mean) < tolerance);
  RC_ASSERT(scatter_difference(moments_of(a), moments_of(b), a.schema.blocks[0].features.size()) < tolerance);
  RC_ASSERT(fourth_difference(moments_of(a), moments_of(b), moments_of(ever)) < tolerance);
}

void expect_close(const Summary& a, const Summary& b, double tolerance) { expect_close(a, b, tolerance, b); }

RC_GTEST_PROP(SummaryLaw, threads_and_batches_do_not_change_a_bit, ()) {
  const TestTable table = any_table(9000);
  const Keep keep = any_kind();
  auto cuts = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, table.rows()));
  std::ranges::sort(cuts);
  const Summary whole = table.summary(1, keep);
  RC_ASSERT(add_in_pieces(table, cuts, *rc::gen::inRange(1U, 5U), keep) == whole);
}

RC_GTEST_PROP(SummaryLaw, floats_are_summed_like_the_doubles_they_are, ()) {
  const TestTable table = any_table(3000).as_float();
  TestTable doubles = table;
  doubles.floats.clear();
  const Keep keep = any_kind();
  RC_ASSERT(table.summary(2, keep) == doubles.summary(2, keep));
}

RC_GTEST_PROP(SummaryLaw, merged_shards_equal_the_batch, ()) {
  const TestTable table = any_table(600);
  const Keep keep = any_kind();
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const Summary merged =
      merge(table.part(0, cut).summary(1, keep), table.part(cut, table.rows() - cut).summary(1, keep));
  RC_ASSERT(merged.classes.rows == table.summary().classes.rows);
  expect_close(merged, table.summary(1, keep), 1e-12);
}

RC_GTEST_PROP(SummaryLaw, merging_does_not_depend_on_order, ()) {
  const TestTable table = any_table(600);
  const Keep keep = any_kind();
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const Summary a = table.part(0, cut).summary(1, keep);
  const Summary b = table.part(cut, table.rows() - cut).summary(1, keep);
  expect_close(merge(a, b), merge(b, a), 1e-12);
}

RC_GTEST_PROP(SummaryLaw, the_order_of_rows_does_not_matter, ()) {
  const TestTable table = any_table(600);
  const Keep keep = any_kind();
  std::vector<std::size_t> order(table.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 bits(*rc::gen::arbitrary<std::uint32_t>());
  std::ranges::shuffle(order, bits);
  TestTable shuffled = table.part(0, 0);
  for (const std::size_t i : order) {
    shuffled.append(table, i);
  }
  expect_close(shuffled.summary(1, keep), table.summary(1, keep), 1e-12);
}

RC_GTEST_PROP(SummaryLaw, fit_then_forget_equals_never_fitted, ()) {
  const TestTable table = any_table(600);
  const Keep keep = any_kind();
  const auto cut = *rc::gen::inRange<std::size_t>(1, table.rows());
  const Summary part = table.part(cut, table.rows() - cut).summary(1, keep);
  const Summary all = table.summary(1, keep);
  const Removal removal = remove(all, part);
  RC_ASSERT(removal.relative_error >= 0);
  const Summary never = table.part(0, cut).summary(1, keep);
  RC_ASSERT(removal.rest.classes.rows == never.classes.rows);
  expect_close(removal.rest, never, 1e-7, all);  // rounding relative to all
}

RC_GTEST_PROP(SummaryLaw, weight_two_equals_the_row_twice_and_weight_zero_none, ()) {
  TestTable weighted = any_table(300);
  const Keep keep = any_kind();
  weighted.weights.resize(weighted.rows(), 1.0);
  const TestTable repeated = weighted.repeated();
  expect_close(weighted.summary(1, keep), repeated.summary(1, keep), 1e-12);
}

RC_GTEST_PROP(SummaryLaw, a_kind_read_off_another_equals_that_kind_fitted, ()) {
  const TestTable table = any_table(600);
  const Keep held = any_kind();
  const MomentKind wanted = any_kind().moments;
  RC_PRE(contains(held.moments, wanted));
  expect_close(read_as(table.summary(1, held), 0, wanted), table.summary(1, {.moments = wanted}), 1e-12);
}

// Sums of 100,000 rows cross many waves; offsets far beyond the spread must not cost digits.
TEST(SummaryLaw, a_large_offset_costs_no_digits) {
  TestTable table = random_table(7, 100'000, 3, 4);
  const Summary plain = table.summary();
  for (double& value : table.values) {
    value += 0x1p30;  // exact for the first 22 bits behind the point
  }
  TestTable back = table;
  for (double& value : back.values) {
    value -= 0x1p30;  // the rows that the offset left, without the offset
  }
  const Summary offset = table.summary();
  EXPECT_LT(scatter_difference(moments_of(offset), moments_of(back.summary()), 3), 1e-13);
  EXPECT_LT(scatter_difference(moments_of(offset), moments_of(plain), 3), 1e-6);  // the offset itself rounds the rows
}

TEST(SummaryLaw, equal_bits_across_many_waves) {
  const TestTable table = random_table(11, 150'000, 5, 3, true);
  for (const Keep keep : all_kinds) {
    const Summary whole = table.summary(1, keep);
    EXPECT_EQ(table.summary(2, keep), whole);
    EXPECT_EQ(table.summary(7, keep), whole);
    EXPECT_EQ(add_in_pieces(table, {1, 1000, 1024, 1025, 65'536, 70'000, 131'072}, 3, keep), whole);
  }
}

// So many columns that threads divide them, in every kind.
TEST(SummaryLaw, equal_bits_of_wide_tables) {
  for (const Keep keep : all_kinds) {
    const std::size_t columns = keep.moments < MomentKind::pooled ? 520 : 264;  // threads divide these many
    const TestTable table = random_table(12, 3000, columns, 3, true);
    const Summary whole = table.summary(1, keep);
    EXPECT_EQ(table.summary(3, keep), whole);
    EXPECT_EQ(add_in_pieces(table, {1, 1000, 1024, 1025, 2999}, 2, keep), whole);
  }
}

}  // namespace
}  // namespace suffice
