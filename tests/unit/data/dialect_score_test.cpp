// Scores of choices: the right one has the highest.
#include "data/schema/dialect/dialect_score.hpp"

#include <string>

#include <gtest/gtest.h>

namespace suffice {
namespace {

double score(std::string_view sample, char delimiter, char quote = '"') {
  return score_of(split_sample(sample, true, delimiter, quote), delimiter).score;
}

TEST(DialectScore, PrefersWidthThatHoldsAndCellsThatLookLikeSomething) {
  const char* const decimals = "a;b\n1,5;2,5\n3,5;4,5\n";
  EXPECT_GT(score(decimals, ';'), score(decimals, ','));
  const char* const spaced = "39, State-gov, 7\n50, Self-emp, 8\n";
  EXPECT_GT(score(spaced, ','), score(spaced, ' '));
  const char* const times = "2020-01-01 12:00,5\n2020-01-02 13:00,6\n";
  EXPECT_GT(score(times, ','), score(times, ' '));
}

TEST(DialectScore, CountsQuotesThatBreakAgainstThem) {
  const char* const messages = "ham\t\"Hi\" he said\nspam\tbuy \"now\"\nham\t\"ok\nham\tyes\n";
  EXPECT_GT(score(messages, '\t', '\0'), score(messages, '\t', '"'));
  const char* const quoted = "\"a\",\"b, c\"\n\"d\",\"e\"\n";
  EXPECT_GT(score(quoted, ',', '"'), score(quoted, ',', '\0'));
  const char* const millions = "amount,label\n\"1,234,567,890\",a\n\"2,345,678,901\",b\n";
  EXPECT_GT(score(millions, ',', '"'), score(millions, ',', '\0'));
}

TEST(DialectScore, LineEndsInsideQuotesArePartOfTheCell) {
  std::string reviews = "id,comment,score,label\n";
  for (int i = 0; i < 10; ++i) reviews += "1,\"good, and cheap\nsaid \"\"he\"\" again\",0.5,yes\n";
  EXPECT_GT(score(reviews, ',', '"'), score(reviews, ',', '\0'));
  std::string inches = "a\tb\n";  // where a quote swallows whole lines, it is none
  for (int i = 0; i < 10; ++i) inches += "\"five inch\t2\n5\t6\nsix\"\t3\n";
  EXPECT_GT(score(inches, '\t', '\0'), score(inches, '\t', '"'));
}

TEST(DialectScore, IsZeroForOneColumn) {
  EXPECT_EQ(score("a\nb\nc\n", ','), 0);
  EXPECT_EQ(score("", ','), 0);
  EXPECT_EQ(score("John Smith\nMary Jones\n", ' '), 0) << "prose has no column of numbers";
}

TEST(TableWidth, IsThatOfMostRecords) {
  EXPECT_EQ(table_width(split_sample("t\na,b,c\n1,2,3\n4,5\n", true, ',', '"')), 3U);
  EXPECT_EQ(table_width({}), 1U);
}

}  // namespace
}  // namespace suffice
