// Where a table begins, whether it has a header, how its numbers are written.
#include "data/schema/dialect/dialect_header.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

struct Sample {
  explicit Sample(std::string_view text, std::size_t columns, char mark = ',')
      : table(split_sample(text, true, mark, '"')), width(columns), delimiter(mark), start(find_start(table, width)) {}

  [[nodiscard]] HeaderVote header() const { return vote_on_header(table, start, width); }
  [[nodiscard]] DecimalVote decimal() const { return vote_on_decimal(table, start, width, delimiter); }

  SampleTable table;
  std::size_t width;
  char delimiter;
  TableStart start;
};

TEST(FindStart, SkipsCommentsAndTitles) {
  EXPECT_EQ(Sample("a,b\n1,2\n", 2).start.record, 0U);
  EXPECT_EQ(Sample("# note\n# more, here\na,b\n1,2\n", 2).start.record, 2U);
  EXPECT_EQ(Sample("Report of May\na,b,c\n1,2,3\n", 3).start.record, 1U);
  EXPECT_EQ(Sample("Report,,\n,,\na,b,c\n1,2,3\n", 3).start.record, 2U);
  EXPECT_EQ(Sample("x\ny\n", 1).start.record, 0U);
  EXPECT_EQ(Sample("# all\n# comments\n", 1).start.record, 1U);
}

TEST(FindStart, TellsAHeaderBehindACommentMark) {
  EXPECT_TRUE(Sample("# x,y\n1,2\n", 2).start.header_is_comment);
  EXPECT_TRUE(Sample("# x y\n1 2\n3 4\n", 2, ' ').start.header_is_comment);
  EXPECT_EQ(Sample("# made by me\n#x,y\n1,2\n", 2).start.record, 1U);
  EXPECT_FALSE(Sample("# by me, today\nx,y\n1,2\n", 2).start.header_is_comment) << "a header follows";
}

TEST(FindStart, TellsAHeaderThatIsShort) {
  EXPECT_TRUE(Sample("mpg cyl hp\nMazda 21 6 110\nDatsun 22.8 4 93\n", 4, ' ').start.short_header);
  EXPECT_TRUE(Sample("a;b\n1;2;\n3;4;\n", 3, ';').start.trailing_delimiter);
}

TEST(VoteOnHeader, LooksAtTheColumnsBelow) {
  EXPECT_TRUE(Sample("x,y\n1,2\n3,4\n", 2).header().header);
  EXPECT_FALSE(Sample("5.1,3.5,setosa\n4.9,3.0,setosa\n6.1,2.9,virginica\n", 3).header().header);
  EXPECT_FALSE(Sample("1,2\n3,4\n", 2).header().header);
  EXPECT_FALSE(Sample("p,x,s\ne,x,s\np,f,s\ne,f,y\n", 3).header().header) << "values that come again";
  EXPECT_FALSE(Sample("republican,n,?\ndemocrat,y,y\nrepublican,n,n\n", 3).header().header);
  EXPECT_TRUE(Sample("country,1990,1991\nPeru,2,3\nChad,4,5\nMali,1,1\n", 3).header().header) << "years are names too";
  EXPECT_TRUE(Sample("day,level\n2020-01-01,low\n2020-01-02,high\n", 2).header().header);
  EXPECT_TRUE(Sample("a,b\na,b\n1,2\n3,4\n", 2).header().header) << "a header twice";
}

TEST(VoteOnHeader, SaysWhatItDoubts) {
  EXPECT_EQ(Sample("x,y\n1,2\n3,4\n", 2).header().doubt, "");
  EXPECT_EQ(Sample("Ann,Lee\nBob,Ray\nCid,Fox\n", 2).header().doubt,
            "the first line may be a row: Ann, Lee; taken as the header");
  EXPECT_EQ(Sample("0,1,2\n5,6,7\n8,9,8\n", 3).header().header, true);
  EXPECT_NE(Sample("0,1,2\n5,6,7\n8,9,8\n", 3).header().doubt, "");
}

TEST(VoteOnDecimal, PointsBeforeThreeDigitsAreThousandsWhereOthersHaveCommas) {
  EXPECT_EQ(Sample("a;b\n7.229;5,3\n2.100;4,1\n", 2, ';').decimal().decimal, ',');
  EXPECT_NE(Sample("a;b\n7.229;5,3\n2.100;4,1\n", 2, ';').decimal().doubt, "");
  EXPECT_EQ(Sample("a;b;c\n7.229;5.100;5,3\n2.100;3.200;4,1\n", 3, ';').decimal().decimal, ',') << "a minority";
  EXPECT_EQ(Sample("a;b\n7.22;5,3\n2.100;4,1\n", 2, ';').decimal().decimal, '.') << "two digits";
  EXPECT_EQ(Sample("a;b\n0.229;5,3\n2.100;4,1\n", 2, ';').decimal().decimal, '.') << "no thousand begins with 0";
  EXPECT_EQ(Sample("a,b\n7.229,\"5,3\"\n2.100,1\n", 2).decimal().decimal, '.') << "a delimiter that is no mark";
}

TEST(VoteOnDecimal, TellsCommasFromThousands) {
  EXPECT_EQ(Sample("a;b\n1,5;2\n", 2, ';').decimal().decimal, ',');
  EXPECT_EQ(Sample("a;b\n1,5;2\n", 2, ';').decimal().doubt, "");
  EXPECT_EQ(Sample("a;b\n1.5;2\n", 2, ';').decimal().decimal, '.');
  EXPECT_EQ(Sample("a;b\n1.234,5;2\n", 2, ';').decimal().decimal, ',');
  EXPECT_EQ(Sample("a;b\n1.234,5;2\n", 2, ';').decimal().doubt, "") << "points between thousands";
  EXPECT_EQ(Sample("a;b\n1,234;2\n", 2, ';').decimal().decimal, ',');
  EXPECT_NE(Sample("a;b\n1,234;2\n", 2, ';').decimal().doubt, "");
  EXPECT_EQ(Sample("a;b\n1,234;2\n210;3\n", 2, ';').decimal().decimal, '.') << "those below a thousand have none";
  EXPECT_EQ(Sample("a;b\n1,234;2\n210;3\n1210;3\n", 2, ';').decimal().decimal, ',');
  EXPECT_EQ(Sample("a;b\n1,234.5;2\n", 2, ';').decimal().decimal, '.');
  EXPECT_EQ(Sample("a,b\n\"1,5\",2\n", 2).decimal().decimal, ',') << "quoted";
  EXPECT_EQ(Sample("a,b\n\"1,234\",2\n", 2).decimal().decimal, '.') << "a thousand, rather";
  EXPECT_EQ(Sample("a,b\n\"1,5\",2.5\n1,2.5\n", 2).decimal().decimal, '.');
}

}  // namespace
}  // namespace suffice
