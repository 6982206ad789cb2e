// CsvRows: what is wrong with a row, where, and what to do about it.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "csv_text.hpp"
#include "data/formats/csv/csv_rows.hpp"
#include "data_text.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;
using csv_text::open_rows;
using csv_text::reader_of;
using csv_text::row_failure;

Block block_of(Kind kind, const Names& features) { return {.kind = kind, .features = features}; }

TEST(CsvRowErrors, SaysWhatIsWrongWithAFeature) {
  EXPECT_EQ(row_failure("y,x\na,1\nb,\n"),
            "3 t.csv:3:3: missing value in column 'x', but this model needs complete rows; fill it in, remove the row, "
            "or fit without the column");
  EXPECT_EQ(row_failure("sepal length,y\n\"t\no\",b\n", {}, schema_of({"sepal length"}, "y")),
            "3 t.csv:2:1: 't\\no' in column 'sepal length' is not a number; correct it, take the column as "
            "categories, or as text if it holds documents, or fit without it");
  EXPECT_EQ(row_failure("x,y\n" + std::string(100, 'z') + ",b\n"),
            "3 t.csv:2:1: '" + std::string(40, 'z') +
                "…' in column 'x' is not a number; correct it, take the column as categories, or as text if "
                "it holds documents, or fit without it");
  EXPECT_EQ(row_failure("x,y\n\"1,5\",b\n"),
            "3 t.csv:2:1: '1,5' in column 'x' is not a number; write it with a decimal point, say that commas are "
            "decimal marks, or fit without the column");
  EXPECT_EQ(row_failure("x;y\n1,125;b\n", {.dialect = {.delimiter = ';'}}),
            "3 t.csv:2:1: '1,125' in column 'x' is not a number; say that commas are decimal marks if they are, "
            "else take them out, or fit without the column");
  EXPECT_EQ(row_failure("x;y\n1,125.5;b\n", {.dialect = {.delimiter = ';'}}),
            "3 t.csv:2:1: '1,125.5' in column 'x' is not a number; take the commas between its thousands out, or fit "
            "without the column");
  EXPECT_EQ(row_failure("x,y\n-inf,b\n"),
            "3 t.csv:2:1: '-inf' in column 'x' is not finite; correct it, take it as missing, remove the row, or fit "
            "without the column");
  EXPECT_EQ(row_failure("x,y\n1e999,b\n"),
            "3 t.csv:2:1: '1e999' in column 'x' is beyond the range of a double; scale the column, or fit without the "
            "column");
  const auto read = [](const std::string& text) {
    CsvRows reader = reader_of(text);
    RowBlock block;
    reader.next(block);
  };
  EXPECT_EQ(remedies([&] { read("x,y\n-inf,b\n"); }),
            "give missing NA,N/A,NaN,null,?,#N/A,<NA>,<null>,\\N,-inf; give drop x");
  EXPECT_EQ(remedies([&] { read("x,y\no,b\n"); }), "give column x=categorical; give drop x; give on-bad-row skip");
  EXPECT_EQ(remedies([&] { read("x,y\no,b\n1,b\nu,b\n"); }),
            "give column x=categorical; give drop x; give missing NA,N/A,NaN,null,?,#N/A,<NA>,<null>,\\N,o,u; give "
            "on-bad-row skip");
  // The first row is known as such wherever it stands: no number was read before it, and none would be left without it.
  const Schema lines = schema_of({"x\nz"}, "y");
  const auto read_below = [&](const std::string& text) {
    CsvRows reader = reader_of(text, {}, lines);
    RowBlock block;
    reader.next(block);
  };
  EXPECT_EQ(remedies([&] { read_below("\"x\nz\",y\no,b\n"); }),
            "give column x\nz=categorical; give drop x\nz; give on-bad-row skip");
  EXPECT_EQ(remedies([&] { read("x,y\n\n\no,b\n"); }), "give column x=categorical; give drop x; give on-bad-row skip");
  EXPECT_EQ(remedies([&] { read_below("\"x\nz\",y\n1\n2\n"); }), "");
}

TEST(CsvRowErrors, LinesOfWordsBelowTheTableAreNoRows) {
  const auto read = [](const std::string& text, const ReadOptions& options = {}, const CsvRowsOptions& limits = {}) {
    CsvRows reader = open_rows(text_input(text), options, limits);
    reader.bind(schema_of({"x"}, "y"));
    RowBlock block;
    std::size_t rows = 0;
    while (reader.next(block)) rows += block.rows;
    return std::pair(rows, reader.late_doubts());
  };
  EXPECT_EQ(read("x,y\n1,a\n2,b\n\nSource: the office\n---\n"),
            (std::pair(std::size_t{2}, Names{"the last 2 lines, 'Source: the office' first, are no rows and were "
                                             "skipped"})));
  for (const std::size_t fewest_bytes : {1U, 1U << 30U}) {  // together, and one by one
    std::string text = "x,y\n";
    for (int i = 0; i < 3000; ++i) text += i % 7 == 3 ? "1,\n" : "1.5,a\n";
    const auto [rows, doubts] = read(text + "as of May\n+---+\n", {}, {.fewest_bytes = fewest_bytes});
    EXPECT_EQ(rows, 3000U - 429U) << fewest_bytes;
    EXPECT_EQ(doubts.size(), 1U);
    EXPECT_NE(failure([&] { read(text + "as of May\n1,a\n", {}, {.fewest_bytes = fewest_bytes}); }), "");
  }
  EXPECT_EQ(read("x,y\n1,a\nas of May\n", {.labels = false}),
            (std::pair(std::size_t{1}, Names{"the last line, 'as of May', is no row and was skipped"})));
  EXPECT_EQ(read("x,y\n1,a\n(1 row affected)\n"), (std::pair(std::size_t{1}, Names{})));
  const auto problem = [&](const std::string& text) { return failure([&] { read(text); }); };
  EXPECT_NE(problem("x,y\n1,a\n2"), "") << "a row that was cut off";
  EXPECT_NE(problem("x,y\n1,a\nas of May\n2,b\n"), "") << "rows follow";
  EXPECT_NE(problem("x,y\nas of May\n"), "") << "no row before it";
}

TEST(CsvRowErrors, RefusesNegativeNumbersWhereTheyCannotBe) {
  const Schema amounts = schema_of({"x"}, "y", "", Kind::amounts);
  EXPECT_EQ(row_failure("x,y\n-0,a\n-2,b\n", {.not_negative = true}, amounts),
            "3 t.csv:3:1: '-2' in column 'x' is negative, where counts and amounts are at least 0; correct it, take "
            "the column as measurements, or fit without the column");
  CsvRows reader = reader_of("x,y\n1,a\n-2,b\n3,b\n", {.keep_bad_rows = true, .not_negative = true}, amounts);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  ASSERT_EQ(block.rows, 3U);
  EXPECT_EQ(block.problems[1].substr(0, 30), "t.csv:3:1: '-2' in column 'x' ");
  EXPECT_TRUE(std::isnan(block.values[1]));
  EXPECT_EQ(block.values[2], 3);
}

TEST(CsvRowErrors, SaysWhatToDoAboutAFeatureOfARowToBeScored) {
  EXPECT_EQ(
      row_failure("x\n-2\n", {.labels = false, .not_negative = true}, schema_of({"x"}, "y", "", Kind::amounts)),
      "3 t.csv:2:1: '-2' in column 'x' is negative, where counts and amounts are at least 0; correct it, or leave such "
      "rows without a label");
  EXPECT_EQ(
      row_failure("x\no\n", {.labels = false}),
      "3 t.csv:2:1: 'o' in column 'x' is not a number; correct it, take it as missing, or leave such rows without a "
      "label");
  CsvRows reader = reader_of("x\no\n", {.labels = false});
  RowBlock block;
  EXPECT_EQ(remedies([&] { reader.next(block); }),
            "give missing NA,N/A,NaN,null,?,#N/A,<NA>,<null>,\\N,o; give on-bad-row empty");
  EXPECT_EQ(
      row_failure("x\n1e999\n", {.labels = false}),
      "3 t.csv:2:1: '1e999' in column 'x' is beyond the range of a double; correct it, or leave such rows without "
      "a label");
}

TEST(CsvRowErrors, SaysWhatIsWrongWithARow) {
  EXPECT_EQ(row_failure("x,y\n1,a\n\n\n2\n"),
            "3 t.csv:5: has 1 cell, the header has 2: correct the row, or check its quotes and delimiters");
  EXPECT_EQ(row_failure("1,a\n2,b,c\n", {.dialect = {.header = false}}, schema_of({"1"}, "2")),
            "3 t.csv:2: has 3 cells, the first row has 2: correct the row, or check its quotes and delimiters");
}

TEST(CsvRowErrors, NamesAllColumnsThatHoldText) {
  const Schema five = schema_of({"a", "b", "c", "d", "e"}, "y");
  const std::string text = "e,d,c,b,a,y\n1,2,3,4,5,p\n1,\"2,5\",q,4,red,p\n1,2,x,\"3,5\",5,p\nno,2,3,4,blue,p\n1,2\n";
  const auto read = [&](const ReadOptions& options) {
    CsvRows reader = reader_of(text, options, five);
    RowBlock block;
    while (reader.next(block)) {
    }
  };
  EXPECT_EQ(failure([&] { read({}); }),
            "3 t.csv:3:13: 'red' in column 'a' is not a number; the columns 'e', 'c' and 'a' hold text from here on: "
            "correct it, take it as missing, skip such rows, or take the columns as categories");
  EXPECT_EQ(remedies([&] { read({}); }),
            "give missing NA,N/A,NaN,null,?,#N/A,<NA>,<null>,\\N,red; give on-bad-row skip; give column e=categorical, "
            "c=categorical, "
            "a=categorical; give drop e, c, a");
  EXPECT_EQ(failure([&] { read({.keep_bad_rows = true}); }), "");
}

TEST(CsvRowErrors, NamesTheDialectThatWouldReadACell) {
  const auto remedies_of = [](const std::string& text, const Schema& schema) {
    CsvRows reader = reader_of(text, {}, schema);
    RowBlock block;
    return remedies([&] {
      while (reader.next(block)) {
      }
    });
  };
  const Schema number = schema_of({"x"}, "y");
  EXPECT_EQ(remedies_of("x,y\n1,a\n\"3,5\",b\n2,a\n", number), "give decimal ,; give drop x; give on-bad-row skip");
  EXPECT_EQ(remedies_of("x,y\n1,a\n\"3,5\",b\n2.5,a\n", number), "give drop x; give on-bad-row skip");
  EXPECT_EQ(remedies_of("x,y\n1,a\n\"1,234\",b\n2,a\n", number),
            "give column x=categorical; give drop x; give on-bad-row skip")
      << "a thousand, which no option can say";
  EXPECT_EQ(remedies_of("x,y\n1,a,\n2,b,\n", number), "") << "no row would be left";
  EXPECT_EQ(remedies_of("x,y\n1,a,\n2,b\n", number), "give on-bad-row skip");
  const Schema category{{block_of(Kind::categories, {"x"})}, "y"};
  EXPECT_EQ(remedies_of("x,y\nu,a\ncaf\xE9,b\n", category), "give encoding latin-1");
  EXPECT_EQ(remedies_of("x,y\nu,a\nu,caf\xE9\n", category), "give encoding latin-1");
}

TEST(CsvRowErrors, LooksForTextInABoundedNumberOfRows) {
  std::string text = "x,z,y\na,1,p\n";
  for (int i = 0; i < 5000; ++i) text += "a,1,p\n";
  CsvRows reader = reader_of(text + "1,b,p\n", {}, schema_of({"x", "z"}, "y"));
  RowBlock block;
  EXPECT_EQ(remedies([&] { reader.next(block); }), "give column x=categorical; give drop x; give on-bad-row skip");
  EXPECT_LT(failure([&] { reader.next(block); }).find("t.csv:2:1: 'a'"), 3U);
  Pipe pipe;
  pipe.write("x,z,y\na,1,p\n1,b,p\n");
  CsvRows waiting = open_rows(Input(pipe.path()));
  waiting.bind(schema_of({"x", "z"}, "y"));
  EXPECT_EQ(remedies([&] { waiting.next(block); }), "give model categorical-nb; give column COL=text; give drop COL")
      << "all columns";
}

}  // namespace
}  // namespace suffice
