// SvmlightRows: the grammar, the columns, what is wrong with a row, and the same for every size of chunks.
#include "data/formats/svmlight_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;

SvmlightRows reader_of(const std::string& text, const ReadOptions& options = {},
                       const Schema& schema = schema_of({"1", "2", "3"}, "label")) {
  SvmlightRows reader(text_input(text, "t.svm"), {}, options);
  reader.bind(schema);
  return reader;
}

std::string row_failure(const std::string& text, const ReadOptions& options = {},
                        const Schema& schema = schema_of({"1", "2", "3"}, "label")) {
  SvmlightRows reader = reader_of(text, options, schema);
  RowBlock block;
  return failure([&] {
    while (reader.next(block)) {
    }
  });
}

TEST(SvmlightRows, ReadsSparseRows) {
  SvmlightRows reader = reader_of("+1 1:0.5 3:2e1 # the first\n\n# all comment\n-1 qid:7 2:-4\r\n \t\n+1\n");
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 3U);
  EXPECT_EQ(block.values, (std::vector<double>{0.5, 0, 20, 0, -4, 0, 0, 0, 0}));
  EXPECT_TRUE(block.values32.empty());
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(reader.label_names(), (Names{"1", "-1"}));
  EXPECT_FALSE(reader.next(block));
}

TEST(SvmlightRows, TheSignOfAPositiveLabelIsNoPartOfIt) {
  SvmlightRows reader = reader_of("+1 1:1\n1\n-1\n+.5\n.5\n1.0\n+good\n+\n++1\n+-1\n+1e999\n");
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(reader.label_names(), (Names{"1", "-1", ".5", "1.0", "+good", "+", "++1", "+-1", "+1e999"}));
}

TEST(SvmlightRows, KeepsRowsSparse) {
  SvmlightRows reader = reader_of("a 1:0.5 3:2\nb\nc 1:x\na 2:0 # zero\n", {.keep_bad_rows = true, .sparse = true});
  RowBlock block;
  block.values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 4U);
  EXPECT_EQ(block.offsets, (std::vector<std::uint64_t>{0, 2, 2, 2, 3}));
  EXPECT_EQ(block.indices, (std::vector<std::uint32_t>{0, 2, 1}));
  EXPECT_EQ(block.values, (std::vector<double>{0.5, 2, 0}));
  EXPECT_EQ(block.problems[2].substr(0, 12), "t.svm:3:5: '");
  EXPECT_FALSE(reader.next(block));
  EXPECT_TRUE(block.offsets.empty());
}

TEST(SvmlightRows, SparseIndicesAscendInTheOrderOfTheSchema) {
  SvmlightRows reader = reader_of("a 1:5 2:6 3:7 4:8\nb 3:1\n", {.sparse = true}, schema_of({"3", "1"}, "label", "4"));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.offsets, (std::vector<std::uint64_t>{0, 2, 3}));
  EXPECT_EQ(block.indices, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(block.values, (std::vector<double>{7, 5, 1}));
  EXPECT_EQ(block.weights, (std::vector<double>{8, 0}));
}

TEST(SvmlightRows, AnErrorLeavesTheSparseRowsBeforeIt) {
  SvmlightRows reader = reader_of("a 1:1\nb 1:2 2:x\n", {.sparse = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.offsets, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(block.values, std::vector<double>{1});
  EXPECT_EQ(failure([&] { reader.next(block); }).substr(0, 12), "3 t.svm:2:9:");
  EXPECT_EQ(row_failure("a 4:1\n", {.sparse = true}).substr(0, 33), "3 t.svm:1:3: the index 4 is beyon");
}

TEST(SvmlightRows, AWideSparseRowTakesLittleMemory) {
  Schema schema = schema_of({}, "label");
  for (int k = 1; k <= 100'000; ++k) schema.blocks[0].features.push_back(std::to_string(k));
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "a 100000:1\n";
  SvmlightRows reader = reader_of(text, {.sparse = true}, schema);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 5000U);
  EXPECT_EQ(block.values.size(), 5000U);
}

TEST(SvmlightRows, FindsTheColumnsByReadingTwice) {
  const std::string text = "a 2:1\nb 4:2 # 9:9\nc 1:1\n";
  int opened = 0;
  const auto reopen = [&] {
    ++opened;
    return text_input(text, "t.svm");
  };
  SvmlightRows from_file(text_input(text, "t.svm"), reopen, {});
  SvmlightRows spooled(text_input(text, "t.svm"), {}, {});
  for (SvmlightRows* reader : {&from_file, &spooled}) {
    EXPECT_EQ(reader->columns(), (Names{"label", "1", "2", "3", "4"}));
    reader->bind(choose_schema(reader->columns(), {}));
    RowBlock block;
    ASSERT_TRUE(reader->next(block));
    EXPECT_EQ(block.values, (std::vector<double>{0, 1, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0}));
    EXPECT_EQ(reader->bytes_read(), text.size());
  }
  EXPECT_EQ(opened, 1);
}

TEST(SvmlightRows, FitsASchemaOfOpenColumnsToTheFile) {
  Schema open = schema_of({"1", "2"}, "label");
  open.blocks[0].open_columns = true;
  const auto fit = [&](const std::string& text, const Schema& schema) {
    SvmlightRows reader(text_input(text, "t.svm"), {}, {});
    const Schema wide = reader.fit_columns(schema);
    reader.bind(wide);
    RowBlock block;
    while (reader.next(block)) {
    }
    return wide.blocks[0].features.size();
  };
  EXPECT_EQ(fit("a 2:1\nb 5:2\n", open), 5U);
  EXPECT_EQ(fit("a 1:1\n", open), 1U);
  EXPECT_EQ(fit("a\nb\n", open), 1U);
  EXPECT_EQ(fit("", open), 1U);
  EXPECT_EQ(fit("a 2:1 9:0\nb 4:2 8:-0.0e5\n", open), 4U) << "all rows hold 0 after the last column";
  Schema closed = open;
  closed.blocks[0].open_columns = false;
  EXPECT_EQ(fit("a 2:1\n", closed), 2U);
  EXPECT_EQ(failure([&] { fit("a 2:1\nb 5:2\n", closed); }),
            "3 t.svm:2:3: the index 5 is beyond 2, the last one that the model knows: leave it out, or fit again with "
            "rows that have it");
  SvmlightRows known(text_input("a 3:1\n", "t.svm"), {}, {});
  EXPECT_EQ(known.columns().size(), 4U);
  EXPECT_EQ(known.fit_columns(open).blocks[0].features, (Names{"1", "2", "3"}));
}

TEST(SvmlightRows, SaysThatIndicesStartAtOneWhenAllAreZero) {
  const auto columns = [](const std::string& text) {
    SvmlightRows reader(text_input(text, "t.svm"), {}, {});
    return failure([&] { (void)reader.columns(); });
  };
  EXPECT_EQ(columns("a\nb 0:1\n"), "3 t.svm:2:3: '0:1' is not index:value: indices start at 1; add 1 to each");
  EXPECT_EQ(columns("a 0:1 1:1\n"), "");
}

TEST(SvmlightRows, SaysWhereAFileWithoutFeaturesBegins) {
  const auto columns = [](const std::string& text) {
    SvmlightRows reader(text_input(text, "t.svm"), {}, {});
    return failure([&] { (void)reader.columns(); });
  };
  EXPECT_EQ(columns("\nabc def\n"), "3 t.svm:2:5: 'def' is not index:value: correct it, or remove the row");
  EXPECT_EQ(columns("\x7F\x80 \xFF:1\n"), "3 t.svm:1:4: '\\xFF:1' is not index:value: correct it, or remove the row");
  EXPECT_EQ(columns("# none\na # 0:1\n0 qid:0\n"),
            "3 t.svm:2: no row has an index from 1 to 2000000: write each row as label index:value …");
  EXPECT_EQ(columns("# none\n"), "3 t.svm: is empty: each line must be a row, label index:value …");
}

TEST(SvmlightRows, RefusesNegativeNumbersWhereTheyCannotBe) {
  const Schema counts = schema_of({"1", "2", "3"}, "label", "", Kind::counts);
  EXPECT_EQ(row_failure("a 1:1\nb 1:1 2:-0.5\n", {.sparse = true, .not_negative = true}, counts),
            "3 t.svm:2:9: '-0.5' in column '2' is negative, where counts and amounts are at least 0; correct it, take "
            "the column as measurements, or fit without the column");
  EXPECT_EQ(row_failure("a 1:-0 2:nan\n", {.allow_missing = true, .not_negative = true}, counts), "");
  EXPECT_EQ(row_failure("b 1:1 2:-0.5\n", {.not_negative = true}), "");
}

TEST(SvmlightRows, PassesOverUnknownIndicesWhereTheyAreIgnored) {
  SvmlightRows reader = reader_of("a 2:5 4:1 900:x\nb 10:2\n", {.sparse = true, .ignore_unknown = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.offsets, (std::vector<std::uint64_t>{0, 1, 1}));
  EXPECT_EQ(block.values, std::vector<double>{5});
  EXPECT_EQ(reader.ignored_numbers(), 3U);
  EXPECT_NE(row_failure("a 5:1 4:1\n", {.ignore_unknown = true}), "");
}

TEST(SvmlightRows, TakesItsColumnsFromTheSchema) {
  SvmlightRows reader = reader_of("a 1:5 2:6 3:7 4:8\nb 3:1\n", {}, schema_of({"3", "1"}, "label", "4"));
  EXPECT_EQ(reader.columns(), (Names{"label", "1", "2", "3", "4"}));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{7, 5, 1, 0}));
  EXPECT_EQ(block.weights, (std::vector<double>{8, 0}));
}

TEST(SvmlightRows, RefusesSchemasOfOtherTables) {
  const auto bind = [](const Schema& schema) { return failure([&] { reader_of("a 1:1\n", {}, schema); }); };
  EXPECT_EQ(bind(schema_of({"width"}, "label")), "3 t.svm: has no column 'width'; it has 'label'");
  EXPECT_EQ(bind(schema_of({"1", "0"}, "years")), "3 t.svm: has no columns '0' and 'years'; it has 'label' and '1'");
  EXPECT_EQ(bind(schema_of({"1"}, "2")).substr(0, 28), "3 t.svm: has no column '2'; ");
  EXPECT_EQ(bind(schema_of({"1", "2"}, "2")), "3 t.svm: the target must be the column 'label' in svmlight input");
  EXPECT_EQ(bind(schema_of({"label"}, "1")).substr(0, 14), "3 t.svm: has n");
  EXPECT_EQ(bind(schema_of({"1"}, "label", "", Kind::text)),
            "3 t.svm: holds numbers, and the model reads text: give a CSV table, or fit a model of numbers");
  EXPECT_EQ(bind(schema_of({"1", "label"}, "label")).substr(0, 48), "3 t.svm: the column 'label' holds labels, not nu");
}

TEST(SvmlightRows, SaysWhatIsWrongWithARow) {
  EXPECT_EQ(row_failure("a 1:1\nb  0:1\n"), "3 t.svm:2:4: '0:1' is not index:value: indices start at 1; add 1 to each");
  EXPECT_EQ(row_failure("a 2:1 1:1\n"), "3 t.svm:1:7: the index 1 comes after 2: indices must ascend, each named once");
  EXPECT_EQ(row_failure("a 2:1 2:1\n"), "3 t.svm:1:7: the index 2 comes after 2: indices must ascend, each named once");
  EXPECT_EQ(row_failure("a x:1\n"), "3 t.svm:1:3: 'x:1' is not index:value: correct it, or remove the row");
  EXPECT_EQ(row_failure("a 7\n"), "3 t.svm:1:3: '7' is not index:value: correct it, or remove the row");
  EXPECT_EQ(row_failure("a 1:x\n"),
            "3 t.svm:1:5: 'x' in column '1' is not a number; correct it, or fit without the column");
  EXPECT_EQ(row_failure("a 1:inf\n"),
            "3 t.svm:1:5: 'inf' in column '1' is not finite; correct it, remove the row, or fit without the column");
  EXPECT_EQ(row_failure("a 1:1e999\n").substr(0, 53), "3 t.svm:1:5: '1e999' in column '1' is beyond the rang");
  EXPECT_EQ(row_failure("a 1:\n").substr(0, 49), "3 t.svm:1:5: '' in column '1' is a missing value,");
  EXPECT_EQ(row_failure("a 1:x\n", {.labels = false}),
            "3 t.svm:1:5: 'x' in column '1' is not a number; correct it, or leave such rows without a label");
  EXPECT_EQ(row_failure("a 4:1\n"),
            "3 t.svm:1:3: the index 4 is beyond 3, the last one that the model knows: leave it out, or fit again "
            "with rows that have it");
  EXPECT_EQ(row_failure("a 2000001:1\n"),
            "3 t.svm:1:3: the index 2000001 is larger than 2000000, the most numbers that a row may have");
  EXPECT_EQ(row_failure("a 1:1 3:-1\n", {}, schema_of({"1"}, "label", "3")),
            "3 t.svm:1:9: weight '-1': a weight must be a finite number, 0 or more");
}

TEST(SvmlightRows, SaysWhatIsWrongWithALabel) {
  EXPECT_EQ(row_failure("1:2 2:3\n"), "3 t.svm:1:1: the row has no label: write it before the first index:value");
  EXPECT_EQ(row_failure("1:2 2:3\n", {.labels = false}), "");
  EXPECT_EQ(row_failure("1,2 1:3\n"),
            "3 t.svm:1:1: '1,2' are several labels; a row belongs to one class: keep one of them, or fit one model per "
            "label");
  EXPECT_EQ(row_failure("? 1:3\n"), "3 t.svm:1:1: missing label in column 'label': fill it in or remove the row");
}

TEST(SvmlightRows, TakesMissingValuesWhereTheyAreAllowed) {
  SvmlightRows reader = reader_of("a 1:nan 2:1\n", {.allow_missing = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_TRUE(std::isnan(block.values[0]));
  EXPECT_EQ(block.values[1], 1);
}

TEST(SvmlightRows, KeepsBadRowsMarked) {
  SvmlightRows reader = reader_of("a 1:1\nb 1:x\nc 1:3\n", {.keep_bad_rows = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  ASSERT_EQ(block.rows, 3U);
  EXPECT_TRUE(block.problems[0].empty());
  EXPECT_EQ(block.problems[1].substr(0, 12), "t.svm:2:5: '");
  EXPECT_TRUE(std::isnan(block.values[4]));
  EXPECT_EQ(reader.label_names(), (Names{"a", "c"}));
}

TEST(SvmlightRows, GivesTheRowsBeforeAnErrorAndThenAlwaysTheError) {
  SvmlightRows reader = reader_of("a 1:1\nb 1:x\nc 1:3\n");
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 1U);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(failure([&] { reader.next(block); }).substr(0, 12), "3 t.svm:2:5:");
  EXPECT_FALSE(reader.would_wait());
  EXPECT_EQ(reader.columns().size(), 4U);
}

TEST(SvmlightRows, GivesTheSameForEveryChunkSize) {
  const std::string text = "a 1:1 2:2\n#\nb 3:-1e3 # x\r\nbad 1\n\na";
  for (std::size_t chunk = 1; chunk <= text.size(); ++chunk) {
    SvmlightRows reader(text_input(text, "t.svm"), {}, {.keep_bad_rows = true}, {.chunk_bytes = chunk});
    EXPECT_EQ(reader.columns().size(), 4U);
    reader.bind(schema_of({"1", "2", "3"}, "label"));
    RowBlock block;
    ASSERT_TRUE(reader.next(block));
    EXPECT_EQ(block.rows, 4U);
    EXPECT_EQ(block.values[5], -1000);
    EXPECT_EQ(block.problems[2], "t.svm:4:5: '1' is not index:value: correct it, or remove the row");
  }
}

TEST(SvmlightRows, AFailedLookForColumnsFailsAgain) {
  int calls = 0;
  Input broken("t.svm", [&](char*, std::size_t) -> std::size_t {
    ++calls;
    throw Error(ErrorCode::bad_data, "broken", "t.svm");
  });
  SvmlightRows reader(std::move(broken), {}, {});
  RowBlock block;
  EXPECT_EQ(failure([&] { (void)reader.columns(); }), "3 t.svm: broken");
  EXPECT_EQ(failure([&] { (void)reader.columns(); }), "3 t.svm: broken");
  EXPECT_EQ(failure([&] { reader.next(block); }), "3 t.svm: broken");
  EXPECT_EQ(calls, 1);
}

TEST(StartsLikeSvmlight, NumbersAndPairsBehindThem) {
  const auto starts = [](std::string_view text) {
    Input input = text_input(std::string(text));
    return starts_like_svmlight(input);
  };
  EXPECT_TRUE(starts("+1 1:0.5 3:2 # first\n-1 2:1\n"));
  EXPECT_FALSE(starts("+1 1:0.5\n"));
  EXPECT_FALSE(starts("1 12:30 14:05\n")) << "times of the day";
  EXPECT_FALSE(starts("1 3:1 2:1\n"));
  EXPECT_FALSE(starts("a,b\n1,2\n"));
  EXPECT_FALSE(starts(""));
}

}  // namespace
}  // namespace suffice
