#include "summary/amounts/amount_sums.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

constexpr Kind amounts = Kind::amounts;

TEST(MergeAmounts, matches_columns_and_classes) {
  const Summary a = number_sums({1, 0, 2, 8}, {"a", "b"}, amounts);
  const Summary b = number_sums({4, 0.5, 1, std::nan("")}, {"b", "c"}, amounts);
  const Summary swapped = number_sums({0.5, 4, std::nan(""), 1}, {"b", "c"}, amounts, {}, {"q", "p"});
  const Summary merged = merge(a, b);
  EXPECT_EQ(merge(a, swapped), merged);
  EXPECT_EQ(amounts_of(merged).weight, (std::vector<double>{1, 1, 2, 2, 1, 0}));
  EXPECT_EQ(amounts_of(merged).sum, (std::vector<double>{1, 0, 6, 8.5, 1, 0}));
  EXPECT_EQ(amounts_of(merged).zeros, (std::vector<double>{0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(amounts_of(merged).fractional, (std::vector<double>{0, 0, 0, 1, 0, 0}));
  EXPECT_NEAR(amounts_of(merged).log_sum[2], std::log(8), 1e-15);
  check_summary(merged);
}

TEST(RemoveAmounts, whole_numbers_exactly) {
  const Summary all = number_sums({1, 0, 2, 8, 1, 3}, {"a", "b", "b"}, amounts);
  const Removal removal = remove(all, number_sums({2, 8}, {"b"}, amounts));
  const Summary never = number_sums({1, 0, 1, 3}, {"a", "b"}, amounts);
  EXPECT_EQ(amounts_of(removal.rest).sum, amounts_of(never).sum);
  EXPECT_EQ(amounts_of(removal.rest).zeros, amounts_of(never).zeros);
  EXPECT_EQ(remove(all, number_sums({1, 0}, {"a"}, amounts)).rest.classes.labels, Names{"b"});
  EXPECT_LT(removal.relative_error, 1e-14);
  EXPECT_EQ(amounts_of(remove(all, all).rest).sum.size(), 0U);
}

TEST(RemoveAmounts, a_column_without_rows_has_no_sums_at_all) {
  const double nan = std::nan("");
  const Summary all = number_sums({0.1, 0.7, 0.3, nan}, {"a", "a"}, amounts);
  const Removal removal = remove(all, number_sums({0.1, 0.7}, {"a"}, amounts));
  EXPECT_EQ(amounts_of(removal.rest).weight, (std::vector<double>{1, 0}));
  EXPECT_EQ(amounts_of(removal.rest).sum[1], 0);
  EXPECT_EQ(amounts_of(removal.rest).log_sum[1], 0);
  EXPECT_GT(removal.relative_error, 0);
  check_summary(removal.rest);
}

TEST(RemoveAmounts, says_that_a_sum_is_lost_in_one_far_above_it_and_takes_the_least_that_the_logs_allow) {
  const Summary all = number_sums({1, 1, 2, 1, 1e20, 1}, {"a", "a", "a"}, amounts);
  const Removal removal = remove(all, number_sums({1e20, 1}, {"a"}, amounts));
  EXPECT_NEAR(amounts_of(removal.rest).sum[0], 2 * std::sqrt(2.0), 1e-12);
  EXPECT_EQ(removal.relative_error, INFINITY);
  check_summary(removal.rest);
}

TEST(RemoveAmounts, what_is_left_of_logs_are_those_of_numbers) {
  const Summary all = number_sums({1.7e308, 1, 1.7e300, 1, 0.5, 1}, {"a", "a", "a"}, amounts);
  EXPECT_EQ(message_of([&] { remove(all, number_sums({5e-324, 1}, {"a"}, amounts)); }),
            "class a, column 'p': what would be left are the logs of no numbers, so these rows cannot all have been "
            "fitted. Forget only rows that were fitted, each once. Nothing was changed");
}

TEST(RemoveAmounts, names_column_and_class) {
  const Summary all = number_sums({1, 0, 2, 8}, {"a", "a"}, amounts);
  EXPECT_EQ(message_of([&] { remove(all, number_sums({1, 100}, {"a"}, amounts)); }),
            "class a, column 'q': 100 cannot be forgotten: the model holds 8. Forget only rows that were fitted, each "
            "once. Nothing was changed");
  EXPECT_NE(message_of([&] { remove(all, number_sums({0, 8}, {"a"}, amounts)); }).find("class a, column 'p'"),
            std::string::npos);
}

}  // namespace
}  // namespace suffice
