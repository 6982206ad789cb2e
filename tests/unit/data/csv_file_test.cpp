// CsvFile: dialect and sample of a file, and files that are written otherwise than the known one.
#include "data/formats/csv/csv_file.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"
#include "suffice/error.hpp"

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

TEST(CsvFile, BlanksAreNoTable) {
  for (const char* text : {"", "\n", " ", "  \n \n", "\t\r\n\t"}) {
    try {
      open_csv(text_input(text), {.sample = true});
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.message(), "is empty: the first line must name the columns, the others are rows");
    }
  }
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

TEST(CsvFile, ATargetThatIsNoNumberOfAColumnIsAName) {
  const std::string text = "5,7,2021\n5.1,3.5,1\n4.9,3.0,2\n4.7,3.2,1\n4.6,3.1,2\n";
  EXPECT_TRUE(open_csv(text_input(text), {.expected = {"2021"}}).dialect.header);
  EXPECT_FALSE(open_csv(text_input("3,7,1\n5.1,3.5,1\n4.9,3.0,2\n"), {.expected = {"3"}}).dialect.header);
}

TEST(CsvFile, LinesOfALabelAndATextNeedADelimiter) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += std::to_string(i % 2) + " words, and more of them " + std::to_string(i) + " .\n";
  for (int i = 0; i < 12; ++i) text += std::to_string(i % 2) + " other words without commas\n";
  try {
    open_csv(text_input(text, "t.all"), {.sample = true});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(
        error.message(),
        "no delimiter cuts the lines into equally many cells; each seems to be a label ('0' and '1') and a text "
        "behind a blank: put a tab between them, sed 's/ /\\t/' 't.all' > table.tsv, where the label is column 1");
  }
  EXPECT_NO_THROW(open_csv(text_input(text), {.dialect = {.delimiter = '\t'}, .sample = true}));
  std::string table = "Office,Amount\n";
  for (int i = 0; i < 12; ++i) table += "\"Department of Works, roads\",\"1,200\"\n";
  EXPECT_NO_THROW(open_csv(text_input(table), {.sample = true})) << "a table of cells that begin alike";
  EXPECT_NO_THROW(open_csv(text_input("some words here\nother words\nand more\n"), {.sample = true}));
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

TEST(CsvFile, SaysWhatIsNoTable) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      open_csv(text_input(text, "t.txt"), {.sample = true});
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(
      message("name     score  label\nAnn Lee  1.50   yes\nBob      2.25   no\nCy Tan   0.50   no\n"),
      "no delimiter cuts the lines into equally many cells, but runs of two blanks or more do (3 to a line), as "
      "in a table of fixed width: put a tab there, sed -E 's/^ +//; s/ +\\r?$//; s/ {2,}/\\t/g' 't.txt' > table.tsv");
  std::string closer = "name      score label\n";
  for (int i = 0; i < 10; ++i) closer += "Ann Lee   " + std::to_string(i) + ".50   yes\n";
  EXPECT_NE(message(closer).find("s/ +\\r?$//; 1s/ +/\\t/g; s/ {2,}/\\t/g"), std::string::npos) << message(closer);
  EXPECT_TRUE(message("\x01\x02\x03,\x04\n\x05,\x06\n").starts_with("is no text")) << "control characters";
  EXPECT_EQ(message("a\x01"
                    "b\n1\x01"
                    "2\n3\x01"
                    "4\n"),
            "");
}

TEST(CsvFile, LinesThatAreDrawnAreNoRows) {
  CsvFile file = open_csv(text_input(" a | b \n---+---\n 1 | x\n 2 | y\n---+---\n"), {.sample = true});
  EXPECT_EQ(file.rows.columns(), (Names{"a", "b"}));
  EXPECT_EQ(file.sample->cells, (std::vector<Names>{{"1", "2"}, {"x", "y"}}));
}

TEST(BeginsLikeTable, ByItsHeaderOrALabel) {
  const auto begins = [](const std::string& text, bool header, char delimiter) {
    Input input = text_input(text);
    return begins_like_table(input, {.dialect = as_choice({.delimiter = delimiter, .header = header}),
                                     .expected = {header ? "body" : "2"},
                                     .unless_table = LabelColumn{header ? "kind" : "1", {"ham", "spam"}}});
  };
  EXPECT_TRUE(begins("kind,body\nham,see you\n", true, ','));
  EXPECT_TRUE(begins("body\nsee you\n", true, ','));
  EXPECT_FALSE(begins("see you, then\n", true, ','));
  EXPECT_TRUE(begins("spam\twin now\nham\tsee you\n", false, '\t'));
  EXPECT_FALSE(begins("hello, friend\n", false, ','));
  EXPECT_FALSE(begins("ham\n", false, ','));
  EXPECT_FALSE(begins("\"ham, he said\n", false, ','));
}

}  // namespace
}  // namespace suffice
