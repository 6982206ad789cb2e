#include "text/term_bucket.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(TermBucket, the_hash_is_sip_hash_1_3) {
  EXPECT_EQ(sip_hash("a", 0, 0), 0x407448d2b89b1813U);
  EXPECT_EQ(sip_hash("abc", 0, 0), 0xc03bc3a0042630f2U);
  EXPECT_EQ(sip_hash("hello", 0, 0), 0xe2e77b41cb4e1f9eU);
  EXPECT_EQ(sip_hash("12345678", 0, 0), 0x3489982430560a87U);
  EXPECT_EQ(sip_hash("the quick brown fox", 0, 0), 0x5a17575ad3449cbaU);
  // The first test vector of the reference implementation: no bytes, under the key 00 01 … 0f.
  EXPECT_EQ(sip_hash("", 0x0706050403020100U, 0x0f0e0d0c0b0a0908U), 0xabac0158050fc4dcU);
}

TEST(TermBucket, buckets_are_the_highest_bits) {
  for (const std::string term : {"a", "abc", "the quick brown fox", "größe"}) {
    EXPECT_EQ(term_bucket(term, 7, std::uint64_t{1} << 20U), sip_hash(term, 7, 0) >> 44U);
    EXPECT_EQ(term_bucket(term, 7, 1), 0U);
    EXPECT_LT(term_bucket(term, 7, 1000), 1000U);
    EXPECT_NE(sip_hash(term, 7, 0), sip_hash(term, 8, 0));
  }
}

TEST(TermBucket, terms_spread_evenly) {
  constexpr std::size_t buckets = 97;
  std::vector<int> counts(buckets);
  for (int i = 0; i < 97'000; ++i) {
    ++counts[term_bucket(std::to_string(i), 42, buckets)];
  }
  for (const int count : counts) {
    EXPECT_NEAR(count, 1'000, 160);  // five standard deviations
  }
}

}  // namespace
}  // namespace suffice
