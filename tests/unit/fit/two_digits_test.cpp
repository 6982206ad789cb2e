#include "fit/comparison/two_digits.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(TwoDigits, more_where_a_share_would_become_1) {
  EXPECT_EQ(two_digits(0.123), "0.12");
  EXPECT_EQ(two_digits(12.6), "13");
  EXPECT_EQ(two_digits(1234.5), "1234");
  EXPECT_EQ(two_digits(0.9968), "0.997");
  EXPECT_EQ(two_digits(-0.99995), "-0.99995");
  EXPECT_EQ(two_digits(1), "1");
  EXPECT_EQ(two_digits(0), "0");
}

}  // namespace
}  // namespace suffice
