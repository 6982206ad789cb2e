#include "summary/finite_sums.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "plain_patterns.hpp"
#include "small_sums.hpp"

namespace suffice {
namespace {

constexpr double huge = 1e308;
const std::string numbers =
    "the numbers are too large: their sum overflows. Use a larger unit for this column, so that "
    "the numbers are smaller, or give smaller weights";
const std::string weights = "the weights are too large: their sum overflows. Give smaller weights";

TEST(FiniteSums, amounts_name_class_and_column) {
  EXPECT_EQ(message_of([] { number_sums({1, huge, 2, huge, 1, 2}, {"a", "a", "b"}, Kind::amounts); }),
            "class a, column 'q': " + numbers);
  EXPECT_EQ(message_of([] { number_sums({1, huge, 2, huge}, {"a", "b"}, Kind::amounts); }), "column 'q': " + numbers);
  EXPECT_EQ(message_of([] { number_sums({1, 1e300}, {"a"}, Kind::amounts, {1e300}); }),
            "class a, column 'q': " + numbers);
  const double tiny = 1e-300;  // Σ w log x overflows below
  EXPECT_EQ(message_of([&] { number_sums({1, tiny}, {"a"}, Kind::amounts, {huge}); }),
            "class a, column 'q': " + numbers);
}

TEST(FiniteSums, weights_name_their_class) {
  const Schema values = schema_of(Kind::categories, {"p"});
  for (const Kind kind : {Kind::amounts, Kind::counts, Kind::measurements}) {
    EXPECT_EQ(message_of([&] { number_sums({0, 0, 0, 0, 1, 2}, {"a", "a", "b"}, kind, {huge, huge, 1}); }),
              "class a: " + weights);
  }
  EXPECT_EQ(message_of([&] { value_sums({{"u"}, {"v"}, {"u"}}, {"a", "a", "b"}, values, {huge, huge, 1}); }),
            "class a: " + weights);
  EXPECT_EQ(message_of([&] { value_sums({{"u"}, {"v"}}, {"a", "b"}, values, {huge, huge}); }),
            "all classes: " + weights);
  EXPECT_NE(message_of([] { text_sums({"x", "y"}, {"a", "a"}, {huge, huge}); }).find(weights), std::string::npos);
}

TEST(FiniteSums, merging_is_refused_too) {
  const Schema values = schema_of(Kind::categories, {"p"});
  const Summary amounts = number_sums({1, huge}, {"a"}, Kind::amounts);
  EXPECT_EQ(message_of([&] { merge(amounts, amounts); }), "class a, column 'q': " + numbers);
  const Summary terms = number_sums({1, huge}, {"a"}, Kind::counts);
  EXPECT_EQ(message_of([&] { merge(terms, terms); }), "class a, column 'q': " + numbers);
  const Summary words = text_sums({"x"}, {"a"}, {huge});
  EXPECT_EQ(message_of([&] { merge(words, words); }), "class a: " + weights);
  const Summary often = text_sums({"x x x x x x x x x x"}, {"a"}, {1.5e307});
  EXPECT_EQ(message_of([&] { merge(often, often); }), "class a, word 'x': " + weights);
  const Summary counted = value_sums({{"u"}}, {"a"}, values, {huge});
  EXPECT_EQ(message_of([&] { merge(counted, counted); }), "class a: " + weights);
}

TEST(FiniteSums, what_occurs_counts_more_than_0) {
  EXPECT_EQ(message_of([] { number_sums({1, 5e-324}, {"a"}, Kind::counts, {0.4}); }),
            "class a, column 'q': the numbers are too small: times their weights they are 0. Use a smaller unit for "
            "this column, so that the numbers are larger, or give larger weights");
}

TEST(FiniteSums, columns_together_may_be_too_large) {
  EXPECT_EQ(message_of([] { number_sums({huge, huge}, {"a"}, Kind::counts); }), "all columns: " + numbers);
}

TEST(FiniteSums, moments_name_their_column) {
  const std::string squares = "column 'q': the values are too large to square; use another unit for this column";
  check_finite_moments(full_classes());
  const Summary far = number_sums({1, -huge, 2, huge, 3, 1}, {"a", "a", "a"}, Kind::measurements);
  EXPECT_EQ(message_of([&] { check_finite_moments(far); }), squares);
  Summary sums = full_classes();
  std::get<Moments>(sums.sums[0]).mean[3] = INFINITY;
  EXPECT_EQ(message_of([&] { check_finite_moments(sums); }), squares);
  sums = full_classes();
  std::get<Moments>(sums.sums[0]).fourth[0] = INFINITY;
  EXPECT_NE(message_of([&] { check_finite_moments(sums); }).find("fourth powers"), std::string::npos);
  const Summary patterns =
      plain_patterns({{1, std::nan("")}, {2, 1e200}, {3, -1e200}}, {"a", "a", "a"}, {}, MomentKind::full);
  EXPECT_EQ(message_of([&] { check_finite_moments(patterns); }), squares);
}

TEST(FiniteSums, large_sums_are_sums) {
  EXPECT_EQ(amounts_of(number_sums({1, huge, 2, 1}, {"a", "a"}, Kind::amounts)).sum[1], huge);
  check_summary(number_sums({0, 1e-300}, {"a"}, Kind::amounts, {1e300}));
}

}  // namespace
}  // namespace suffice
