#include "summary/amounts/amount_counter.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

const std::vector<std::uint32_t> same{0, 1};
const std::vector<std::size_t> in_order{0, 1};

TEST(CompensatedSum, loses_no_small_number) {
  CompensatedSum sum;
  sum.add(1e16);
  for (int k = 0; k < 1000; ++k) {
    sum.add(0.125);
  }
  sum.add(-1e16);
  EXPECT_EQ(sum.value(), 125);
  sum.add(1.7e308);
  sum.add(1.7e308);
  EXPECT_EQ(sum.value(), INFINITY);
}

TEST(AmountCounter, sums_by_class_and_column) {
  const double nan = std::nan("");
  const std::vector<double> values{1, 0, 2.5, nan, 0, 4};
  const std::vector<std::uint32_t> codes{0, 0, 1};
  const std::vector<double> weights{2, 1, 3};
  AmountCounter counter(2, 2);
  counter.add(Batch::row_major(values.data(), 3, 2, weights), {codes, same, 2});
  ClassTally tally;
  tally.add({codes, same, 2}, weights, 1);
  const AmountSums sums = counter.sums(in_order, tally);
  EXPECT_EQ(sums.weight, (std::vector<double>{3, 2, 3, 3}));
  EXPECT_EQ(sums.sum, (std::vector<double>{4.5, 0, 0, 12}));
  EXPECT_EQ(sums.log_sum, (std::vector<double>{std::log(2.5), 0, 0, 3 * std::log(4)}));
  EXPECT_EQ(sums.zeros, (std::vector<double>{0, 2, 3, 0}));
  EXPECT_EQ(sums.fractional, (std::vector<double>{1, 0, 0, 0}));
}

TEST(AmountCounter, sparse_rows_give_the_same_bits_as_dense_ones) {
  const double nan = std::nan("");
  const std::vector<double> dense{0, 0.3, nan, 0, 7, 0.1, 0, 0.7};
  const std::vector<double> stored{0.3, nan, 7, 0.1, 0.7};
  const std::vector<std::uint64_t> offsets{0, 1, 2, 4, 5};
  const std::vector<std::uint32_t> indices{1, 0, 0, 1, 1};
  const std::vector<std::uint32_t> codes{0, 1, 0, 0};
  for (const std::vector<double>& weights : {std::vector<double>{}, std::vector<double>{0.1, 0.3, 0, 0.7}}) {
    AmountCounter a(2, 1);
    AmountCounter b(2, 1);
    a.add(Batch::row_major(dense.data(), 4, 2, weights), {codes, same, 2});
    ClassTally tally;
    tally.add({codes, same, 2}, weights, 1);
    b.add(SparseBatch{stored.data(), offsets, indices, 2, weights}, {codes, same, 2});
    EXPECT_EQ(a.sums(in_order, tally), b.sums(in_order, tally));
  }
}

TEST(AmountCounter, zeros_are_none_where_rounding_leaves_some) {
  const double nan = std::nan("");
  const std::vector<double> values{1, nan, 2, nan, 3};
  const std::vector<double> weights{0.1, 0.2, 0.3, 0.4, 0.7};
  const std::vector<std::uint32_t> codes(5);
  AmountCounter counter(1, 1);
  counter.add(Batch::row_major(values.data(), 5, 1, weights), {codes, same, 1});
  ClassTally tally;
  tally.add({codes, same, 1}, weights, 1);
  const AmountSums sums = counter.sums(in_order, tally);
  EXPECT_EQ(sums.zeros, (std::vector<double>{0, 0}));
  EXPECT_NEAR(sums.weight[0], 1.1, 1e-15);
  EXPECT_EQ(sums.weight[1], 0);  // a class without rows
}

TEST(AmountCounter, has_a_limit) {
  EXPECT_NO_THROW(check_amount_limit(1U << 20U, 32));
  EXPECT_EQ(
      message_of([] { check_amount_limit(1U << 20U, 33); }),
      "33 classes of 1048576 features are too many: 33554432 sums are the most. Join classes, or use fewer columns");
}

}  // namespace
}  // namespace suffice
