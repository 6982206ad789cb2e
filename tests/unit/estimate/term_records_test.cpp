#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "estimate/terms/events.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

TEST(TermRecords, hold_the_counts_of_one_term) {
  const Summary sums = word_sums({{"a", "x x y"}, {"b", "y"}, {"b", "y z"}});
  const TermRecord y = record_of(term_block(sums, 0).sums, 1, 2);
  EXPECT_EQ(y.tokens, (Numbers{1, 2}));
  EXPECT_EQ(y.documents, (Numbers{1, 2}));
  EXPECT_TRUE(y.missing.empty());
  TermRecord again = y;
  read_record(term_block(sums, 0).sums, 0, 2, again);
  EXPECT_EQ(again.tokens, (Numbers{2, 0}));
  EXPECT_EQ(again.documents, (Numbers{1, 0}));
}

TEST(TermRecords, hold_what_is_missing) {
  const Summary sums = column_sums({"p", "q"}, {"a", "b"}, {{1, NAN}, {NAN, 2}});
  EXPECT_EQ(record_of(term_block(sums, 0).sums, 0, 2).missing, (Numbers{0, 1}));
  EXPECT_EQ(record_of(term_block(sums, 0).sums, 1, 2).missing, (Numbers{1, 0}));
}

TEST(TermRecords, have_names) {
  Summary words = word_sums({{"a", "x y"}});
  EXPECT_EQ(term_name(term_block(words, 0), 1), "y");
  EXPECT_EQ(term_name(term_block(column_sums({"p", "q"}, {"a"}, {{1, 1}}), 0), 1), "q");
  words.schema.blocks[0].text.hash_buckets = 2;
  EXPECT_EQ(term_name(term_block(words, 0), 1), "1");
}

}  // namespace
}  // namespace suffice
