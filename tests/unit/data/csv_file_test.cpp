// CsvFile: dialect and sample of a file, and files that are written otherwise than the known one.
#include "data/formats/csv_file.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;

TEST(CsvFile, FindsTheDialectAndKeepsASample) {
  const CsvFile file = open_csv(text_input("# a note\na;b\n 1,5 ;x\na;b\n2,5;y\n3,5;\"z;z\"\n"), {.sample = true});
  EXPECT_EQ(file.dialect.delimiter, ';');
  EXPECT_EQ(file.dialect.decimal, ',');
  EXPECT_EQ(file.rows.columns(), (Names{"a", "b"}));
  ASSERT_TRUE(file.sample);
  EXPECT_EQ(file.sample->cells, (std::vector<Names>{{"1,5", "2,5", "3,5"}, {"x", "y", "z;z"}}));
  EXPECT_TRUE(file.sample->complete);
  EXPECT_FALSE(open_csv(text_input("a,b\n1,2\n"), {}).sample);
}

TEST(CsvFile, ReadsWhatIsKnownAsKnownUnlessItLacksTheColumns) {
  const ReadOptions known = {.dialect = as_choice({.delimiter = ';'}), .expected = {"a", "b"}};
  EXPECT_EQ(open_csv(text_input("a;b\n1;2\n"), known).doubts, Names{});
  const CsvFile other = open_csv(text_input("a,b\n1.5,2\n2.5,3\n"), known);
  EXPECT_EQ(other.rows.columns(), (Names{"a", "b"}));
  EXPECT_EQ(other.doubts.size(), 1U);
  EXPECT_EQ(open_csv(text_input("c,d\n1,2\n"), known).rows.columns(), Names{"c,d"});
}

TEST(CsvFile, NumbersInAHeaderLeaveNoDoubtBesideATarget) {
  const std::string rows = "\n5.1,3.5,a\n4.9,3.0,b\n4.7,3.2,a\n4.6,3.1,b\n";
  const CsvFile usual = open_csv(text_input("0,1,target" + rows), {});
  EXPECT_EQ(usual.rows.columns(), (Names{"0", "1", "target"}));
  EXPECT_EQ(usual.doubts, Names{});
  const CsvFile named = open_csv(text_input("0,1,species" + rows), {.expected = {"species"}});
  EXPECT_EQ(named.rows.columns(), (Names{"0", "1", "species"}));
  EXPECT_EQ(named.doubts, Names{});
  EXPECT_FALSE(open_csv(text_input("0,1,b" + rows), {}).dialect.header);
}

TEST(CsvFile, NamesColumnsThatTheHeaderDoesNot) {
  const std::string rows = "\n1 2 3\n2 3 4\n3 5 6\n";
  EXPECT_EQ(open_csv(text_input("x z" + rows), {}).rows.columns(), (Names{"row.names", "x", "z"}));
  EXPECT_EQ(open_csv(text_input("x,z\n1,2,\n2,3,\n3,5,\n"), {}).rows.columns(), (Names{"x", "z", "3"}));
}

TEST(CsvFile, ReadsArffWithItsDeclaredValues) {
  const CsvFile file = open_arff(
      text_input("@relation r\n@attribute c {u,v}\n@attribute 'a b' numeric\n@data\nu,1\nv,?\n"), {.sample = true});
  EXPECT_EQ(file.rows.columns(), (Names{"c", "a b"}));
  EXPECT_EQ(file.declared_roles, (std::vector<ColumnRole>{{"c", Role::categorical, {"u", "v"}}}));
  EXPECT_EQ(file.sample->rows(), 2U);
}

}  // namespace
}  // namespace suffice
