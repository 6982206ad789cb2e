// CsvRows: header, columns by name, numbers, weights, labels, and every way a row can be bad.
#include "data/formats/csv/csv_rows.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "csv_text.hpp"
#include "data_text.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;
using csv_text::open_rows;
using csv_text::reader_of;
using csv_text::row_failure;

std::string header_failure(const std::string& text, const ReadOptions& options = {}) {
  return failure([&] { open_rows(text_input(text), options); });
}

TEST(CsvRows, ReadsTheHeader) {
  CsvRows reader =
      open_rows(text_input("\xEF\xBB\xBF"
                           "a, b ,\"c,d\",,größe\n"));
  EXPECT_EQ(reader.columns(), (Names{"a", "b", "c,d", "4", "größe"}));
  RowBlock block;
  EXPECT_FALSE(reader.next(block));
}

TEST(CsvRows, SpellsNamesAsTheyAreExpected) {
  const CsvRows reader = open_rows(text_input("gro\u0308\u00dfe,b\n"), {.expected = {"b", "gr\u00f6\u00dfe"}});
  EXPECT_EQ(reader.columns(), (Names{"gr\u00f6\u00dfe", "b"}));
}

TEST(CsvRows, DoubtsALastRowOfSums) {
  const std::string rows = "k,x,y\na,1,u\nb,2,v\n";
  const auto doubts = [&](const std::string& last, const CsvRowsOptions& limits, const ReadOptions& options = {}) {
    CsvRows reader = open_rows(text_input(rows + last), options, limits);
    reader.bind(schema_of({"x"}, "y"));
    RowBlock block;
    while (reader.next(block)) {
    }
    return reader.late_doubts();
  };
  const Names found = {"the last row has 'Total', and seems to hold sums of the others; remove it"};
  CsvRowsOptions limits = {.watch_sums = true};
  EXPECT_EQ(doubts("Total,3,u\n", limits), found);
  EXPECT_EQ(doubts("\"Total\",3,u", limits), found);
  EXPECT_EQ(doubts("c,3,u\n", limits), Names{});
  EXPECT_EQ(doubts("Total,3,u\nc,3,u\n", limits), Names{}) << "not the last";
  EXPECT_EQ(doubts("Total,3,\n", limits, {.allow_missing = true}), Names{}) << "skipped";
  EXPECT_EQ(doubts("Total,3,u\n", limits, {.known_values = {{"k", {"Total", "a"}}}}), Names{}) << "a value";
  EXPECT_EQ(doubts("Total,3,u\n", {}), Names{});
  limits.fewest_bytes = 1;
  EXPECT_EQ(doubts("Total,3,u\n", limits), found) << "read together";
}

TEST(CsvRows, NumbersTheColumnsWithoutAHeader) {
  CsvRows reader = open_rows(text_input("5,red\n6,blue\n"), {.dialect = {.header = false}});
  EXPECT_EQ(reader.columns(), (Names{"1", "2"}));
  reader.bind(schema_of({"1"}, "2"));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{5, 6}));
}

TEST(CsvRows, GivesColumnsOfOneNameDifferentOnes) {
  const CsvRows reader = open_rows(text_input("a,b,c,b,b.2,b\n"));
  EXPECT_EQ(reader.columns(), (Names{"a", "b", "c", "b.2", "b.2.2", "b.3"}));
  EXPECT_EQ(reader.renamed_columns(), (Names{"b.2", "b.2.2", "b.3"}));
  EXPECT_EQ(open_rows(text_input("2,\n")).columns(), (Names{"2", "2.2"}));
}

TEST(CsvRows, RefusesHeadersThatDoNotNameTheColumns) {
  EXPECT_EQ(header_failure(""), "3 t.csv: is empty: the first line must name the columns, the others are rows");
  EXPECT_EQ(header_failure("\n\n", {.dialect = {.header = false}}), "3 t.csv: is empty: each line must be a row");
  EXPECT_EQ(header_failure("a,gr\xF6\xDF"
                           "e\n"),
            "3 t.csv:1:3: the name of column 2 is not UTF-8: convert the file to UTF-8, for example with "
            "iconv -f LATIN1 -t UTF-8");
}

TEST(CsvRows, BindsColumnsByName) {
  CsvRows reader = reader_of("w,y,b,ignored,a\n2,red,1,zz,-1\n0.5,blue,3,,+4e0\n", {}, schema_of({"a", "b"}, "y", "w"));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 2U);
  EXPECT_EQ(block.values, (std::vector<double>{-1, 1, 4, 3}));
  EXPECT_EQ(block.weights, (std::vector<double>{2, 0.5}));
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(reader.label_names(), (Names{"red", "blue"}));
  EXPECT_TRUE(block.cells.empty());
  EXPECT_TRUE(block.problems.empty());
  EXPECT_FALSE(reader.next(block));
  EXPECT_EQ(block.rows, 0U);
}

TEST(CsvRows, NamesAllColumnsThatAreMissing) {
  EXPECT_EQ(failure([] { reader_of("length,kind\n", {}, schema_of({"lenght", "width"}, "kind", "w")); }),
            "3 t.csv: has no columns 'lenght' (did you mean 'length'?), 'width' and 'w'; it has 'length' and 'kind'");
  EXPECT_EQ(failure([] { reader_of("x;y\n"); }),
            "3 t.csv: has no columns 'x' and 'y'; it has 'x;y'; the columns seem to be delimited by ';'");
}

TEST(CsvRows, NeedsNeitherLabelsNorWeightsWhenTheyAreNotRead) {
  CsvRows reader = reader_of("x\n1\n", {.labels = false}, schema_of({"x"}, "y", "w"));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_TRUE(block.codes.empty());
  EXPECT_TRUE(block.weights.empty());
  EXPECT_EQ(row_failure("x,y,w\n1,,-5\n", {.labels = false}, schema_of({"x"}, "y", "w")), "");
}

TEST(CsvRows, SaysOfDroppedColumnsThatTheyDoNotCountOn) {
  Schema schema = schema_of({"x"}, "y");
  schema.dropped = {{"n", "identifies rows: counts the rows"}};
  const auto doubts = [&](bool counts_on, bool sample, const CsvRowsOptions& limits) {
    std::string text = "n,x,y\n";
    for (int i = 0; i < 3000; ++i) text += fmt::format("{},1.5,a\n", i < 2000 || counts_on ? i : i * 37 % 101);
    CsvRows reader = open_rows(text_input(text), {.sample = sample}, limits);
    reader.bind(schema);
    RowBlock block;
    while (reader.next(block)) {
    }
    return reader.late_doubts();
  };
  for (const CsvRowsOptions& limits : {CsvRowsOptions{}, CsvRowsOptions{.fewest_bytes = std::size_t{1} << 30}}) {
    EXPECT_EQ(doubts(true, true, limits), Names{});
    EXPECT_EQ(doubts(false, false, limits), Names{});
    EXPECT_EQ(doubts(false, true, limits).size(), 1U);
    EXPECT_TRUE(doubts(false, true, limits)[0].starts_with("'n' counts the first rows and is dropped, but "));
  }
}

TEST(CsvRows, ValuesThatAreWrittenOtherwiseThanTheKnownOnes) {
  const ReadOptions options = {.known_values = {{"x", {"0"}}, {"x", {"1"}}}};
  CsvRows reader = reader_of("x,y\n1.0,a\n0,b\n2,b\n", options, schema_of({"x"}, "y", "", Kind::categories));
  RowBlock block;
  while (reader.next(block)) {
  }
  EXPECT_EQ(reader.value_names()[0], (Names{"1", "0", "2"}));
  EXPECT_EQ(reader.late_doubts(), Names{"values of 'x' are taken for those of the model that are written otherwise: "
                                        "'1.0' for '1'"});
  ASSERT_EQ(reader.unknown_values().size(), 1U);
  EXPECT_EQ(reader.unknown_values()[0].column, "x");
  EXPECT_EQ(reader.unknown_values()[0].values, Names{"2"});
}

TEST(CsvRows, TakesMissingFeaturesWhereTheyAreAllowed) {
  CsvRows reader = reader_of("x,y\n,a\n1,b\n n/a ,b\n", {.allow_missing = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  ASSERT_EQ(block.rows, 3U);
  EXPECT_TRUE(std::isnan(block.values[0]));
  EXPECT_EQ(block.values[1], 1);
  EXPECT_TRUE(std::isnan(block.values[2]));
  EXPECT_EQ(row_failure("x,y\ninf,a\n", {.allow_missing = true}).substr(0, 12), "3 t.csv:2:1:");
  EXPECT_EQ(row_failure("x,y,w\n1,a,NA\n", {.allow_missing = true}, schema_of({"x"}, "y", "w")).substr(0, 12),
            "3 t.csv:2:5:");
}

TEST(CsvRows, SaysWhatIsWrongWithALabelOrAWeight) {
  EXPECT_EQ(row_failure("x,y\n1,gr\xFCn\n"),
            "3 t.csv:2:3: the label 'gr\\xFCn' is not UTF-8: convert the file to UTF-8, for example with "
            "iconv -f LATIN1 -t UTF-8");
  EXPECT_EQ(row_failure("x,y\n1," + std::string(5000, 'a') + "\n"),
            "3 t.csv:2:3: a label of 5000 bytes (4096 is the most), so that 'y' is hardly the target");
  for (const std::string weight : {"-1", "", "heavy", "inf", "1e999"}) {
    EXPECT_EQ(row_failure("x,y,w\n1,a," + weight + "\n", {}, schema_of({"x"}, "y", "w")),
              "3 t.csv:2:5: weight '" + weight + "' in column 'w': a weight must be a finite number, 0 or more");
  }
  EXPECT_EQ(row_failure("x,y,w\n1,a,0\n", {}, schema_of({"x"}, "y", "w")), "");
}

TEST(CsvRows, LabelsAreTakenWithoutTheBlanksAroundThem) {
  CsvRows reader = reader_of("x,y\n1, a\n2,a\t\n3,\"a\"\n4,\" a\"\n5,1\n6,1.0\n");
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(reader.label_names(), (Names{"a", " a", "1", "1.0"}));
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 0, 0, 1, 2, 3}));
}

TEST(CsvRows, RefusesTheLabelAfterTenThousand) {
  std::string text = "x,y\n";
  for (int i = 0; i < 10'001; ++i) text += fmt::format("1,c{}\n", i);
  CsvRows reader = reader_of(text);
  RowBlock block;
  std::size_t rows = 0;
  const std::string error = failure([&] {
    while (reader.next(block)) rows += block.rows;
  });
  EXPECT_EQ(rows, 10'000U);
  EXPECT_EQ(error.substr(0, 60), "3 t.csv:10002:3: the target 'y' has more than 10,000 differe");
}

TEST(CsvRows, GivesTheRowsBeforeAnErrorAndThenAlwaysTheError) {
  CsvRows reader = reader_of("x,y\n1,a\n2,b\nbad,new\n4,d\n");
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{1, 2}));
  EXPECT_EQ(block.codes.size(), 2U);
  const std::string first = failure([&] { reader.next(block); });
  EXPECT_EQ(first.substr(0, 14), "3 t.csv:4:1: '");
  EXPECT_EQ(block.rows, 0U);
  EXPECT_FALSE(reader.would_wait());
  EXPECT_EQ(failure([&] { reader.next(block); }), first);
  EXPECT_EQ(reader.label_names(), (Names{"a", "b"}));
}

TEST(CsvRows, StructuralErrorsComeAfterTheRowsBeforeThemToo) {
  CsvRows reader = reader_of("x,y\n1,a\n2,\"b\n", {.keep_bad_rows = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 1U);
  EXPECT_EQ(failure([&] { reader.next(block); }),
            "3 t.csv:3:3: the quote opened here is never closed; close it, or double it if it is text");
}

TEST(CsvRows, KeepsBadRowsMarked) {
  CsvRows reader = reader_of("x,y,w\n1,a,2\n2\n3,b,c,d\nz,c,1\n5,,1\n6,b,-1\n7,d,1\n",
                             {.keep_bad_rows = true, .keep_cells = true}, schema_of({"x"}, "y", "w"));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  ASSERT_EQ(block.rows, 7U);
  ASSERT_EQ(block.values.size(), 7U);
  ASSERT_EQ(block.problems.size(), 7U);
  for (std::size_t i = 0; i < 7; ++i) {
    const bool good = i == 0 || i == 6;
    EXPECT_EQ(block.problems[i].empty(), good) << i;
    EXPECT_EQ(std::isnan(block.values[i]), !good) << i;
  }
  EXPECT_EQ(block.problems[1],
            "t.csv:3: has 1 cell, the header has 3: correct the row, or check its quotes and delimiters");
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(block.weights, (std::vector<double>{2, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(reader.label_names(), (Names{"a", "d"}));
  EXPECT_EQ(block.cells, (Names{"1", "a", "2", "2", "",  "",  "3",  "b", "c", "z", "c",
                                "1", "5", "",  "1", "6", "b", "-1", "7", "d", "1"}));
}

TEST(CsvRows, KeepsTheTextOfCells) {
  CsvRows reader = reader_of("x,y,note\n1,a,\"say \"\"hi\"\"\"\n 2 ,b,\n", {.keep_cells = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.cells, (Names{"1", "a", "say \"hi\"", " 2 ", "b", ""}));
}

TEST(CsvRows, ReplacesTheBlock) {
  std::string text = "x,y\n";
  for (int i = 0; i < 5000; ++i) text += fmt::format("{},a\n", i);
  CsvRows reader = reader_of(text, {.keep_bad_rows = true, .keep_cells = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 4096U);
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 904U);
  EXPECT_EQ(block.values.size(), 904U);
  EXPECT_EQ(block.values.front(), 4096);
  EXPECT_EQ(block.cells.size(), 1808U);
  EXPECT_EQ(block.cells.front(), "4096");
  EXPECT_EQ(block.problems.size(), 904U);
  EXPECT_EQ(block.codes.size(), 904U);
  EXPECT_FALSE(reader.next(block));
  EXPECT_EQ(reader.bytes_read(), text.size());
}

TEST(CsvRows, BoundsTheBlockOfAWideTable) {
  const std::size_t width = 150'000;  // such records are read one by one
  std::string header = "y";
  std::string row = "a";
  Schema schema = schema_of({}, "y");
  for (std::size_t i = 0; i < width; ++i) {
    schema.blocks[0].features.push_back(fmt::format("f{}", i));
    header += fmt::format(",f{}", i);
    row += ",1";
  }
  std::string text = header + "\n";
  for (int i = 0; i < 25; ++i) text += row + "\n";
  CsvRows reader = reader_of(text, {}, schema);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, (std::size_t{16} << 20) / (8 * (width + 2)));
}

TEST(CsvRows, BoundsTheBlockOfLongCells) {
  const std::string long_row = "1,b,\"" + std::string(std::size_t{5} << 20, 'z') + "\"\n";
  CsvRows reader = reader_of("x,y,note\n" + long_row + long_row + long_row + long_row + long_row, {.keep_cells = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 4U);
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 1U);
}

const Schema categories = schema_of({"x", "z"}, "y", "", Kind::categories);

TEST(CsvRows, ReadsCategories) {
  CsvRows reader = reader_of("x,y,z\nred,a,1\n\" red\",b,1.0\n red ,a,?\n,b,1\n", {}, categories);
  RowBlock block;
  block.values = {1, 2, 3};
  ASSERT_TRUE(reader.next(block));
  const std::uint32_t none = missing_category;
  EXPECT_EQ(block.categories, (std::vector<std::uint32_t>{0, 0, 1, 1, 0, none, none, 0}));
  EXPECT_EQ(reader.value_names()[0], (Names{"red", " red"}));
  EXPECT_EQ(reader.value_names()[1], (Names{"1", "1.0"}));
  EXPECT_TRUE(block.values.empty());
  EXPECT_FALSE(reader.next(block));
  EXPECT_TRUE(block.categories.empty());
}

TEST(CsvRows, SaysWhatCannotBeACategory) {
  EXPECT_EQ(row_failure("x,y,z\n1,a,gr\xFCn\n", {}, categories),
            "3 t.csv:2:5: column 'z': the value 'gr\\xFCn' is not UTF-8: convert the file to UTF-8, for example with "
            "iconv -f LATIN1 -t UTF-8");
  CsvRows reader = reader_of("x,y,z\nr,a,s\n\xFF,a,s\nt,b,s\nu\n", {.keep_bad_rows = true}, categories);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  const std::uint32_t none = missing_category;
  EXPECT_EQ(block.categories, (std::vector<std::uint32_t>{0, 0, none, none, 1, 0, none, none}));
  EXPECT_FALSE(block.problems[1].empty());
}

const Schema documents = schema_of({"text"}, "y", "", Kind::text);

TEST(CsvRows, ReadsDocumentsAsTheyStand) {
  CsvRows reader = reader_of("y,text\na,\"say \"\"hi\"\",\nyou\"\nb,\nc, ? \nd,\xFF\n", {}, documents);
  RowBlock block;
  block.values = {1, 2, 3};
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.documents, (std::vector<std::string_view>{"say \"hi\",\nyou", "", " ? ", "\xFF"}));
  EXPECT_TRUE(block.values.empty());
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_FALSE(reader.next(block));
  EXPECT_TRUE(block.documents.empty());
}

TEST(CsvRows, KeepsDocumentsInPlaceUntilTheNextBlock) {
  Pipe pipe;
  pipe.write("y,text\na,first\n");
  CsvRows reader = open_rows(Input(pipe.path()));
  reader.bind(documents);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  pipe.write("b,second\n");
  EXPECT_FALSE(reader.would_wait());
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"first"});
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"second"});
}

TEST(CsvRows, TheDocumentOfABadRowIsEmpty) {
  CsvRows reader = reader_of("y,text\na,one\n,two\nb\nb,three\n", {.keep_bad_rows = true}, documents);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.documents, (std::vector<std::string_view>{"one", "", "", "three"}));
  EXPECT_EQ(reader.label_names(), (Names{"a", "b"}));
  CsvRows strict = reader_of("y,text\na,one\nb\n", {}, documents);
  ASSERT_TRUE(strict.next(block));
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"one"});
  EXPECT_EQ(failure([&] { strict.next(block); }).substr(0, 11), "3 t.csv:3: ");
}

TEST(CsvRows, BoundsTheBlockOfDocuments) {
  std::string text = "y,text\n";
  for (std::size_t i = 0; i < most_short_rows + 3; ++i) text += "a,x\n";
  CsvRows many = reader_of(text, {}, documents);
  RowBlock block;
  ASSERT_TRUE(many.next(block));
  EXPECT_EQ(block.rows, most_short_rows);
  const std::string long_row = "a," + std::string(text_block_bytes / 2, 'z') + "\n";
  CsvRows large = reader_of("y,text\n" + long_row + long_row + long_row, {}, documents);
  ASSERT_TRUE(large.next(block));
  EXPECT_EQ(block.rows, 2U);
  ASSERT_TRUE(large.next(block));
  EXPECT_EQ(block.rows, 1U);
}

Block block_of(Kind kind, const Names& features) { return {.kind = kind, .features = features}; }

TEST(CsvRows, ReadsEachColumnOnceAsItsBlocksWantIt) {
  const Schema mixed{
      {block_of(Kind::text, {"t"}), block_of(Kind::categories, {"c", "n"}), block_of(Kind::measurements, {"n", "x"}),
       block_of(Kind::text, {"u"}), block_of(Kind::text, {"c"})},
      "y"};
  CsvRows reader =
      reader_of("c,n,t,u,x,y\nred,1,one,eins,2,a\nblue,3,,zwei,NA,b\n?,5,three,,6,a\n", {.allow_missing = true}, mixed);
  EXPECT_EQ(reader.binding().forms, (std::vector<CellForm>{CellForm::text, CellForm::category, CellForm::number,
                                                           CellForm::number, CellForm::text}));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  ASSERT_EQ(block.values.size(), 6U);
  EXPECT_EQ(block.values[0], 1);
  EXPECT_EQ(block.values[1], 2);
  EXPECT_EQ(block.values[2], 3);
  EXPECT_TRUE(std::isnan(block.values[3]));
  EXPECT_EQ(block.values[5], 6);
  EXPECT_EQ(block.categories, (std::vector<std::uint32_t>{0, 1, missing_category}));
  EXPECT_EQ(reader.value_names()[0], (Names{"red", "blue"}));
  EXPECT_EQ(block.documents, (std::vector<std::string_view>{"one", "", "three", "eins", "zwei", ""}));
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 1, 0}));
}

TEST(CsvRows, ABadRowOfAMixHasNothing) {
  const Schema mixed{
      {block_of(Kind::measurements, {"x"}), block_of(Kind::categories, {"c"}), block_of(Kind::text, {"t"})}, "y"};
  CsvRows reader =
      reader_of("x,c,t,y\n1,red,one,a\nz,red,two,b\n3,red,three,\n4,blue,four,b\n", {.keep_bad_rows = true}, mixed);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  const std::uint32_t none = missing_category;
  EXPECT_TRUE(std::isnan(block.values[1]) && std::isnan(block.values[2]));
  EXPECT_EQ(block.values[3], 4);
  EXPECT_EQ(block.categories, (std::vector<std::uint32_t>{0, none, none, 1}));
  EXPECT_EQ(block.documents, (std::vector<std::string_view>{"one", "", "", "four"}));
  EXPECT_EQ(block.problems[1],
            "t.csv:3:1: 'z' in column 'x' is not a number; correct it, take it as missing, or fit without the column");
}

TEST(CsvRows, ChecksSignsWhereTheyMatter) {
  const Schema mixed{{block_of(Kind::measurements, {"x"}), block_of(Kind::counts, {"k"})}, "y"};
  EXPECT_EQ(row_failure("x,k,y\n-1,0,a\n", {.not_negative = true}, mixed), "");
  EXPECT_EQ(row_failure("x,k,y\n1,-1,a\n", {}, mixed), "");
  EXPECT_EQ(row_failure("x,k,y\n1,-1,a\n", {.not_negative = true}, mixed).substr(0, 40),
            "3 t.csv:2:3: '-1' in column 'k' is negat");
}

TEST(CsvRows, ReadsCellsAloneWhenNothingIsBound) {
  CsvRows reader = open_rows(text_input("a,b\n1,2\n"), {.keep_cells = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 1U);
  EXPECT_EQ(block.cells, (Names{"1", "2"}));
  EXPECT_TRUE(block.values.empty());
}

TEST(CsvRows, GivesTheSameForEveryChunkSize) {
  const std::string text = "\xEF\xBB\xBFx,y,w\r\n1,\"a\"\"b\",1\r\n\r\n2,\"c\nd\",2\rbad,e,3\n4,f\n5,a,1";
  RowBlock expected;
  CsvRows whole = reader_of(text, {.keep_bad_rows = true, .keep_cells = true}, schema_of({"x"}, "y", "w"));
  ASSERT_TRUE(whole.next(expected));
  for (std::size_t chunk = 1; chunk <= 64; ++chunk) {
    CsvRows reader = open_rows(text_input(text), {.keep_bad_rows = true, .keep_cells = true}, {.chunk_bytes = chunk});
    reader.bind(schema_of({"x"}, "y", "w"));
    RowBlock block;
    ASSERT_TRUE(reader.next(block));
    EXPECT_EQ(block.rows, 5U);
    EXPECT_EQ(block.cells, expected.cells);
    EXPECT_EQ(block.codes, expected.codes);
    EXPECT_EQ(block.weights, expected.weights);
    EXPECT_EQ(block.problems, expected.problems);
    EXPECT_EQ(reader.label_names(), whole.label_names());
  }
}

CsvRows rows_of(const std::string& text, const Dialect& dialect, const Schema& schema = schema_of({"x"}, "y"),
                const ReadOptions& options = {}, std::size_t skipped_lines = 0) {
  CsvRows reader(text_input(text), dialect, skipped_lines, options);
  reader.bind(schema);
  return reader;
}

TEST(CsvRows, ReadsDecimalCommas) {
  CsvRows reader = rows_of("x;y\n1,5;a\n-,25;b\n\"2,5e1\";b\n7;a\n", {.delimiter = ';', .decimal = ','});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{1.5, -0.25, 25, 7}));
  CsvRows pointed = rows_of("x;y\n1.5;a\n", {.delimiter = ';', .decimal = ','});
  EXPECT_EQ(failure([&] { pointed.next(block); }).substr(0, 45), "3 t.csv:2:1: '1.5' in column 'x' is not a num");
}

TEST(CsvRows, ReadsColumnsBetweenRunsOfBlanks) {
  CsvRows reader = rows_of("  x \t y\n 1   a \n\t2\tb\n   \n3 'c  d'  \n", {.delimiter = ' ', .quote = '\''});
  EXPECT_EQ(reader.columns(), (Names{"x", "y"}));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(reader.label_names(), (Names{"a", "b", "c  d"}));
  CsvRows bad = rows_of("x y\n1 a\n  z  b\n", {.delimiter = ' '});
  ASSERT_TRUE(bad.next(block));
  EXPECT_EQ(failure([&] { bad.next(block); }).substr(0, 13), "3 t.csv:3:3: ");
}

TEST(CsvRows, TakesTheMarkersOfMissingValuesThatTheDialectSays) {
  const Dialect dialect = {.missing = {"-999", "N.A."}};
  CsvRows reader =
      rows_of("x,y\n1,NA\n-999,b\n n.a. ,b\n-999.0,b\n", dialect, schema_of({"x"}, "y"), {.allow_missing = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values[0], 1);
  EXPECT_TRUE(std::isnan(block.values[1]));
  EXPECT_TRUE(std::isnan(block.values[2]));
  EXPECT_EQ(block.values[3], -999);
  EXPECT_EQ(reader.label_names(), (Names{"NA", "b"}));
  CsvRows label = rows_of("x,y\n1,-999\n", dialect);
  EXPECT_FALSE(label.next(block));
  EXPECT_EQ(label.unlabelled_rows(), 1U);
}

TEST(CsvRows, SkipsRowsWithoutALabel) {
  CsvRows reader = reader_of("x,y\n1,\nz,NA\n2,a\n3,n/a\n4,b\n5,?\n", {});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{2, 4}));
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_FALSE(reader.next(block));
  EXPECT_EQ(reader.unlabelled_rows(), 4U);
}

TEST(CsvRows, SkipsHeadersThatComeAgain) {
  CsvRows reader = rows_of("x,y\n1,a\nx,y\n2,b\nx,y\r\n", {});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{1, 2}));
  EXPECT_FALSE(reader.next(block));
  EXPECT_EQ(reader.repeated_headers(), 2U);
  CsvRows numbered = rows_of("1,2\n1,2\n", {.header = false}, schema_of({"1"}, "2"));
  ASSERT_TRUE(numbered.next(block));
  EXPECT_EQ(block.rows, 2U);
  CsvRows alone = rows_of("x\nx\n", {}, schema_of({"x"}, "y", "", Kind::categories), {.labels = false});
  ASSERT_TRUE(alone.next(block));
  EXPECT_EQ(block.rows, 1U);
}

TEST(CsvRows, ALateCodeIsNoRowToSkip) {
  for (const std::size_t fewest_bytes : {std::size_t{0}, SIZE_MAX}) {
    for (const bool skips : {false, true}) {
      CsvRows reader(text_input("x,y\n1,a\nz,b\n2,a\n01,b\n"), {}, 0, {.keep_bad_rows = true, .skip_bad_rows = skips},
                     {.fewest_bytes = fewest_bytes});
      reader.watch_codes({"x"});
      reader.bind(schema_of({"x"}, "y"));
      RowBlock block;
      ASSERT_TRUE(reader.next(block));
      EXPECT_EQ(block.rows, skips ? 3U : 4U);
      EXPECT_NE(block.problems[1], "");
      if (!skips) continue;
      EXPECT_NE(failure([&] { reader.next(block); }).find("'01' in column 'x' has a leading zero"), std::string::npos);
    }
  }
}

TEST(CsvRows, SkipsTheLinesBeforeTheTable) {
  for (const std::string end : {"\n", "\r", "\r\n"}) {
    const std::string text = "# \"a" + end + end + "sep=," + end + "x,y" + end + "1,a" + end + "z,b" + end;
    CsvRows reader = rows_of(text, {}, schema_of({"x"}, "y"), {}, 3);
    RowBlock block;
    ASSERT_TRUE(reader.next(block));
    EXPECT_EQ(block.values, std::vector<double>{1});
    EXPECT_EQ(failure([&] { reader.next(block); }).substr(0, 16), "3 t.csv:6:1: 'z'");
  }
  EXPECT_EQ(failure([] { rows_of("a\nb", {}, schema_of({"x"}, "y"), {}, 5); }),
            "3 t.csv: is empty: the first line must name the columns, the others are rows");
}

}  // namespace
}  // namespace suffice
