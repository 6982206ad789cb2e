#include "estimate/terms/count_sums.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

TEST(CountSums, are_what_the_options_count) {
  const Summary sums = word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}});
  const std::vector<std::uint8_t> kept = {1, 0, 1};  // without b
  TermOptions options;
  const CountSums tokens = sum_counts(term_block(sums, 0), options, kept, 1);
  EXPECT_EQ(tokens.kept, (Numbers{3, 1}));
  EXPECT_EQ(tokens.dropped, (Numbers{1, 1}));
  EXPECT_EQ(tokens.length, 4);
  options.tf_idf = true;
  const CountSums weighed = sum_counts(term_block(sums, 0), options, kept, 1);
  EXPECT_DOUBLE_EQ(weighed.kept[0], 3 * (std::log(4 / 3.0) + 1));
  EXPECT_DOUBLE_EQ(weighed.dropped[1], std::log(4 / 3.0) + 1);
  EXPECT_EQ(weighed.length, 4);
  options = {.boolean = true};
  EXPECT_EQ(sum_counts(term_block(sums, 0), options, kept, 1).kept, (Numbers{2, 1}));
  options = {.family = TermFamily::bernoulli};
  EXPECT_EQ(sum_counts(term_block(sums, 0), options, kept, 1).kept, (Numbers{2, 1}));
}

TEST(CountSums, of_many_entries_are_added_up_part_by_part) {
  constexpr std::size_t terms = 100'000;
  const Block block{.kind = Kind::text, .features = {"text"}, .text = {.hash_buckets = terms}};
  const ClassCounts classes{{"a", "b"}, {1, 1}, {1, 1}};
  TermCounts counts;
  counts.offsets.push_back(0);
  for (std::size_t k = 0; k < terms; ++k) {
    counts.classes.push_back(static_cast<std::uint32_t>(k % 2));
    counts.tokens.push_back(static_cast<double>(k));
    counts.documents.push_back(1);
    counts.offsets.push_back(k + 1);
  }
  std::vector<std::uint8_t> kept(terms, 1);
  kept[1] = 0;
  TermOptions options;
  const CountSums found = sum_counts({block, classes, counts}, options, kept, 1);
  const CountSums by_many = sum_counts({block, classes, counts}, options, kept, 5);
  EXPECT_EQ(by_many.kept, found.kept);
  EXPECT_EQ(by_many.dropped, found.dropped);
  EXPECT_EQ(found.kept, (Numbers{2499950000, 2499999999}));
  EXPECT_EQ(found.dropped, (Numbers{0, 1}));
  EXPECT_EQ(found.length, 4999949999);
}

}  // namespace
}  // namespace suffice
