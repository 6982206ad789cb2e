// The dialect of a file that a model is to read: as it is known, but for what the file shows to be otherwise.
#include "data/formats/csv/csv_dialect.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

FoundDialect chosen(const std::string& text, const Dialect& known, std::vector<std::string> expected) {
  Input input = text_input(text);
  return choose_dialect(input, {.dialect = as_choice(known), .expected = std::move(expected)});
}

TEST(CsvDialect, TheDecimalMarkIsThatOfTheFile) {
  EXPECT_EQ(chosen("a;b\n1,25;2,5\n", {}, {"a", "b"}).dialect.decimal, ',');
  EXPECT_EQ(chosen("a;b\n1.25;2.5\n", {.delimiter = ';', .decimal = ','}, {"a", "b"}).dialect.decimal, '.');
  const FoundDialect open = chosen("a;b\n1,125;2,625\n", {}, {"a", "b"});
  EXPECT_EQ(open.dialect.decimal, '.') << "as it is known: these may be thousands";
  EXPECT_EQ(open.doubts.size(), 1U) << "that it is written otherwise";
}

TEST(CsvDialect, AFirstRowOfOneMoreCellBeginsWithItsName) {
  EXPECT_TRUE(chosen("\"a\" \"b\"\n\"1\" 5.5 6.5\n", {.delimiter = ' '}, {"a", "b"}).first_is_unnamed);
  EXPECT_TRUE(chosen("\"a\" \"b\"\n\"1\" 5.5 6.5\n", {}, {"a", "b"}).first_is_unnamed);
  EXPECT_FALSE(chosen("a,b\n5.5,6.5,\n", {}, {"a", "b"}).first_is_unnamed) << "a delimiter at the end";
  EXPECT_FALSE(chosen("a,b\n5.5,6.5\n", {}, {"a", "b"}).first_is_unnamed);
}

TEST(CsvDialect, NamesAreSkippedWhereColumnsHaveNone) {
  const Dialect bare = {.header = false};
  const auto skipped = [&](const std::string& text) { return chosen(text, bare, {"1", "2"}).skipped_lines; };
  EXPECT_EQ(skipped("a,b\n5.5,x\n6.5,y\n"), 1U);
  EXPECT_EQ(skipped("5.5,x\n6.5,y\n"), 0U);
  EXPECT_EQ(skipped("a,b\n"), 0U) << "one row";
  EXPECT_EQ(skipped(",b\n1,5.5\n2,6.5\n"), 0U) << "of names of rows";
  EXPECT_EQ(skipped("NA,b\n1,5.5\n2,6.5\n"), 0U);
  std::string letters;
  for (int i = 0; i < 20; ++i) letters += i % 2 == 0 ? "x,u\n" : "y,v\n";
  EXPECT_EQ(skipped(letters), 0U);
  EXPECT_EQ(skipped("shape,colour\n" + letters), 1U);
  EXPECT_TRUE(chosen("1,2\n5.5,x\n6.5,y\n", bare, {"1", "2"}).dialect.header);
}

TEST(CsvDialect, PlacesOfColumnsTellNoDelimiter) {
  const FoundDialect german = chosen("5,5;6,5;x\n7,5;8,5;y\n", {.header = false}, {"1", "2", "3"});
  EXPECT_EQ(german.dialect.delimiter, ';');
  EXPECT_EQ(german.dialect.decimal, ',');
  EXPECT_FALSE(german.dialect.header);
  EXPECT_EQ(chosen("5.5,a;b\n7.5,c\n", {.header = false}, {"1", "2"}).dialect.delimiter, ',');
}

}  // namespace
}  // namespace suffice
