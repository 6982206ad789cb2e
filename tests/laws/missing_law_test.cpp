// Laws of the moments of rows that miss values: the laws of the sums hold of them too (MODELS §3, §10).
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "suffice/error.hpp"
#include "suffice/store.hpp"
#include "suffice/summary.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// Takes values out of some rows, in a few patterns, and leaves class 0 without any in the last column.
void make_missing(TestTable& table, std::uint32_t seed, std::uint32_t every) {
  std::mt19937 bits(seed);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::uint32_t pattern = bits() % 8;
    const bool incomplete = bits() % every == 0;
    for (std::size_t j = 0; j < table.columns; ++j) {
      const bool gone = (incomplete && (pattern == 7 || j % 7 == pattern)) ||
                        (table.columns > 1 && table.codes[i] == 0 && j + 1 == table.columns);
      if (gone) {
        table.values[i * table.columns + j] = missing;
      }
    }
  }
  table.floats.assign(table.floats.empty() ? table.values.end() : table.values.begin(), table.values.end());
}

TestTable any_table(std::size_t most_rows) {
  const auto classes = *rc::gen::inRange<std::size_t>(1, 5);
  const auto columns = *rc::gen::oneOf(rc::gen::inRange<std::size_t>(1, 12), rc::gen::just<std::size_t>(67));
  const auto rows = *rc::gen::inRange<std::size_t>(2 * classes, most_rows);
  TestTable table =
      random_table(*rc::gen::arbitrary<std::uint32_t>(), rows, columns, classes, *rc::gen::arbitrary<bool>());
  if (*rc::gen::arbitrary<bool>()) {
    table = table.as_float();
  }
  make_missing(table, *rc::gen::arbitrary<std::uint32_t>(), *rc::gen::elementOf(std::vector<std::uint32_t>{1, 2, 20}));
  return table;
}

const std::vector<Keep> all_kinds{{.moments = MomentKind::pooled_diagonal},
                                  {.moments = MomentKind::diagonal},
                                  {.moments = MomentKind::pooled},
                                  {.moments = MomentKind::full}};

Keep any_kind() { return *rc::gen::elementOf(all_kinds); }

Summary add_in_pieces(const TestTable& table, std::vector<std::size_t> cuts, unsigned threads, Keep keep) {
  Accumulator accumulator(table.schema(), {.threads = threads, .keep = {keep}});
  std::size_t first = 0;
  cuts.push_back(table.rows());
  for (const std::size_t cut : cuts) {
    accumulator.add(table.table().slice(first, cut - first),
                    {std::span(table.codes).subspan(first, cut - first), table.names});
    first = cut;
  }
  return accumulator.summary();
}

double moment_difference(const Moments& a, const Moments& b, std::size_t d) {
  return a.kind != b.kind || !a.fourth.empty() || !b.fourth.empty()
             ? INFINITY
             : std::max({difference(a.mean, b.mean), scatter_difference(a, b, d),
                         difference(a.column_weight, b.column_weight)});
}

void expect_close(const Summary& a, const Summary& b, double tolerance) {
  const std::size_t d = b.schema.blocks[0].features.size();
  RC_ASSERT(a.schema == b.schema);
  RC_ASSERT(a.classes == b.classes);  // integer weights: exactly
  check_summary(a);
  const Moments& left = moments_of(a);
  const Moments& right = moments_of(b);
  RC_ASSERT(moment_difference(left, right, d) < tolerance);
  RC_ASSERT(left.patterns.size() == right.patterns.size());
  for (std::size_t k = 0; k < left.patterns.size(); ++k) {
    const Pattern& one = left.patterns[k];
    const Pattern& other = right.patterns[k];
    RC_ASSERT(one.present == other.present);
    RC_ASSERT(one.rows == other.rows);
    RC_ASSERT(one.weight == other.weight);
    RC_ASSERT(moment_difference({left.kind, one.mean, one.scatter, {}, {}},
                                {left.kind, other.mean, other.scatter, {}, {}}, d) < tolerance);
  }
}

RC_GTEST_PROP(MissingLaw, threads_and_batches_do_not_change_a_bit, ()) {
  const TestTable table = any_table(9000);
  const Keep keep = any_kind();
  auto cuts = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, table.rows()));
  std::ranges::sort(cuts);
  const Summary whole = table.summary(1, keep);
  check_summary(whole);
  RC_ASSERT(add_in_pieces(table, cuts, *rc::gen::inRange(1U, 5U), keep) == whole);
}

// Rows that miss values change nothing about the sums of those that do not.
RC_GTEST_PROP(MissingLaw, complete_rows_have_the_bits_they_have_alone, ()) {
  const TestTable table = any_table(3000);
  const Keep keep{.moments = *rc::gen::element(MomentKind::pooled, MomentKind::full)};
  TestTable complete = table.part(0, 0);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const auto row = std::span(table.values).subspan(i * table.columns, table.columns);
    if (std::ranges::none_of(row, [](double value) { return std::isnan(value); })) {
      complete.append(table, i);
    }
  }
  const Summary all = table.summary(2, keep);
  const Summary alone = complete.summary(1, keep);
  if (alone.classes.total_rows() == 0 || !moments_of(all).has_patterns()) {
    RC_ASSERT(alone.classes.total_rows() == 0 || all == alone);
    return;
  }
  const Pattern& pattern = moments_of(all).patterns.front();
  const std::size_t d = table.columns;
  const std::size_t set = keep.moments == MomentKind::full ? d * d : 0;
  RC_ASSERT(set > 0 || pattern.scatter == moments_of(alone).scatter);
  for (std::size_t c = 0; c < alone.classes.size(); ++c) {
    const auto place = std::ranges::find(all.classes.labels, alone.classes.labels[c]) - all.classes.labels.begin();
    const auto k = static_cast<std::size_t>(place);
    RC_ASSERT(pattern.weight[k] == alone.classes.weight[c]);
    RC_ASSERT(std::equal(&moments_of(alone).mean[c * d], &moments_of(alone).mean[c * d] + d, &pattern.mean[k * d]));
    const double* scatter = moments_of(alone).scatter.data() + c * set;
    RC_ASSERT(std::equal(scatter, scatter + set, pattern.scatter.data() + k * set));
  }
}

RC_GTEST_PROP(MissingLaw, merged_shards_equal_the_batch, ()) {
  const TestTable table = any_table(600);
  const Keep keep = any_kind();
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const Summary a = table.part(0, cut).summary(1, keep);
  const Summary b = table.part(cut, table.rows() - cut).summary(1, keep);
  expect_close(merge(a, b), table.summary(1, keep), 1e-12);
  expect_close(merge(b, a), table.summary(1, keep), 1e-12);
}

RC_GTEST_PROP(MissingLaw, the_order_of_features_does_not_matter, ()) {
  const TestTable table = any_table(300);
  const Keep keep = any_kind();
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const TestTable rest = table.part(cut, table.rows() - cut);
  Table backwards = rest.table();  // the same numbers, the last column first
  auto& matrix = std::get<NumberMatrix>(backwards.columns[0]);
  std::visit([&](const auto* start) { matrix.values = start + (rest.columns - 1); }, matrix.values);
  matrix.column_stride = -1;
  Schema schema = rest.schema();
  std::ranges::reverse(schema.blocks[0].features);
  const Summary other = rest.rows() == 0 ? rest.summary(1, keep)
                                         : summarise(backwards, rest.labels(), schema, {.threads = 1, .keep = {keep}});
  expect_close(merge(table.part(0, cut).summary(1, keep), other), table.summary(1, keep), 1e-12);
}

RC_GTEST_PROP(MissingLaw, fit_then_forget_equals_never_fitted, ()) {
  const TestTable table = any_table(600);
  const Keep keep = any_kind();
  const auto cut = *rc::gen::inRange<std::size_t>(1, table.rows());
  const Removal removal =
      remove(table.summary(1, keep),
             table.part(cut, table.rows() - cut)
                 .summary(1, *rc::gen::elementOf(std::vector<Keep>{keep, {.moments = MomentKind::full}})));
  RC_ASSERT(removal.relative_error >= 0);
  expect_close(removal.rest, table.part(0, cut).summary(1, keep), 1e-7);  // rounding relative to all
}

// As CountLaw: light rows stay when heavy ones go, whose sums had rounded theirs.
RC_GTEST_PROP(MissingLaw, what_forgetting_leaves_is_sound, ()) {
  TestTable table = any_table(60);
  const Keep keep = any_kind();
  const auto cut = *rc::gen::inRange<std::size_t>(1, table.rows());
  const double heavy = *rc::gen::element(3.3, 3.3e5, 3.3e8, 3.3e12, 3.3e15);
  table.weights.clear();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.weights.push_back(*rc::gen::element(0.1, 0.43, 0.7) * (i < cut ? 1 : heavy));
  }
  const Summary part = table.part(cut, table.rows() - cut).summary(1, keep);
  try {
    RC_ASSERT(!encode(remove(table.summary(1, keep), part).rest).empty());
  } catch (const Error& error) {
    RC_ASSERT(error.code() == ErrorCode::bad_data);
    RC_ASSERT(heavy > 1e3);  // digits of variances go with the squares
  }
}

RC_GTEST_PROP(MissingLaw, weight_two_equals_the_row_twice_and_weight_zero_none, ()) {
  TestTable weighted = any_table(300);
  const Keep keep = any_kind();
  weighted.weights.resize(weighted.rows(), 1.0);
  const TestTable repeated = weighted.repeated();
  Summary once = weighted.summary(1, keep);
  const Summary twice = repeated.summary(1, keep);
  once.classes.rows = twice.classes.rows;  // rows are counted, not weighed
  std::vector<Pattern>& patterns = moments_of(once).patterns;
  for (std::size_t k = 0; k < std::min(patterns.size(), moments_of(twice).patterns.size()); ++k) {
    patterns[k].rows = moments_of(twice).patterns[k].rows;
  }
  expect_close(once, twice, 1e-12);
}

RC_GTEST_PROP(MissingLaw, a_kind_read_off_another_equals_that_kind_fitted, ()) {
  const TestTable table = any_table(600);
  const MomentKind held = any_kind().moments;
  const MomentKind wanted = any_kind().moments;
  RC_PRE(contains(held, wanted));
  expect_close(read_as(table.summary(1, {.moments = held}), 0, wanted), table.summary(1, {.moments = wanted}), 1e-12);
}

RC_GTEST_PROP(MissingLaw, kinds_that_differ_merge_to_what_both_contain, ()) {
  const TestTable table = any_table(300);
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const MomentKind a = any_kind().moments;
  const MomentKind b = any_kind().moments;
  const Summary merged = merge(table.part(0, cut).summary(1, {.moments = a}),
                               table.part(cut, table.rows() - cut).summary(1, {.moments = b}));
  expect_close(merged, table.summary(1, {.moments = common_kind(a, b)}), 1e-12);
}

TEST(MissingLaw, equal_bits_across_many_waves) {
  TestTable table = random_table(11, 150'000, 5, 3, true);
  make_missing(table, 5, 3);
  for (const Keep keep : all_kinds) {
    const Summary whole = table.summary(1, keep);
    EXPECT_EQ(table.summary(3, keep), whole);
    EXPECT_EQ(add_in_pieces(table, {1, 1000, 1024, 1025, 65'536, 70'000, 131'072}, 2, keep), whole);
  }
}

// So many columns that threads divide them, in every kind.
TEST(MissingLaw, equal_bits_of_wide_tables) {
  for (const Keep keep : all_kinds) {
    TestTable table = random_table(12, 1500, keep.moments < MomentKind::pooled ? 520 : 264, 3, true);
    make_missing(table, 6, 3);
    const Summary whole = table.summary(1, keep);
    EXPECT_EQ(table.summary(3, keep), whole);
    EXPECT_EQ(add_in_pieces(table, {1, 1000, 1024, 1025, 1499}, 2, keep), whole);
  }
}

// A large offset costs no digits of what is kept column by column.
TEST(MissingLaw, a_large_offset_costs_few_digits) {
  TestTable table = random_table(7, 20'000, 3, 4);
  for (double& value : table.values) {
    value += 0x1p27;
  }
  TestTable back = table;
  for (double& value : back.values) {
    value -= 0x1p27;  // the rows that the offset left, without the offset
  }
  make_missing(table, 8, 2);
  make_missing(back, 8, 2);
  for (const Keep keep : {Keep{.moments = MomentKind::diagonal}, Keep{.moments = MomentKind::pooled_diagonal}}) {
    EXPECT_LT(scatter_difference(moments_of(table.summary(1, keep)), moments_of(back.summary(1, keep)), 3), 1e-9);
  }
}

}  // namespace
}  // namespace suffice
