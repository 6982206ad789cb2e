// NpyRows: float and double, labels from a column or a second array, missing values, bad rows.
#include "data/formats/npy/npy_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "data_text.hpp"
#include "npy_text.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;

const double nan = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

NpyRows reader_of(const std::string& file, const Schema& schema, const ReadOptions& options = {}) {
  NpyRows reader(text_input(file, "x.npy"), std::nullopt, options);
  reader.bind(schema);
  return reader;
}

std::string row_failure(const std::string& file, const Schema& schema, const ReadOptions& options = {}) {
  NpyRows reader = reader_of(file, schema, options);
  RowBlock block;
  return failure([&] {
    while (reader.next(block)) {
    }
  });
}

const std::string doubles = npy_file("<f8", "(2, 3)", elements<double>({1, 2, 7, 3, 4, 8}));

TEST(NpyRows, GivesDoublesWithAColumnAsTheTarget) {
  NpyRows reader = reader_of(doubles, schema_of({"1", "2"}, "3"));
  EXPECT_EQ(reader.columns(), (Names{"1", "2", "3"}));
  RowBlock block;
  block.values32 = {1};
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_TRUE(block.values32.empty());
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(reader.label_names(), (Names{"7", "8"}));
  EXPECT_FALSE(reader.next(block));
  EXPECT_EQ(reader.bytes_read(), doubles.size());
}

TEST(NpyRows, BindsColumnsInAnyOrder) {
  NpyRows reader = reader_of(doubles, schema_of({"3", "1"}, "", "2"));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{7, 1, 8, 3}));
  EXPECT_EQ(block.weights, (std::vector<double>{2, 4}));
  EXPECT_TRUE(block.codes.empty());
  EXPECT_EQ(failure([] { reader_of(doubles, schema_of({"1", "4"}, "label")); }),
            "3 x.npy: has no columns '4' and 'label'; it has '1', '2' and '3'");
}

TEST(NpyRows, GivesFloatsAsTheyAre) {
  for (const auto& [type, bytes] :
       {std::pair("<f4", elements<float>({0.1F, 1, 0.2F, 2})),
        {">f4", std::string("\x3D\xCC\xCC\xCD\x3F\x80\0\0\x3E\x4C\xCC\xCD\x40\0\0\0", 16)}}) {
    NpyRows reader = reader_of(npy_file(type, "(2, 2)", bytes), schema_of({"1"}, "2"));
    RowBlock block;
    block.values = {1};
    ASSERT_TRUE(reader.next(block));
    EXPECT_EQ(block.values32, (std::vector<float>{0.1F, 0.2F}));
    EXPECT_TRUE(block.values.empty());
    EXPECT_EQ(reader.label_names(), (Names{"1", "2"}));
  }
}

TEST(NpyRows, GivesIntegersAsDoubles) {
  NpyRows reader = reader_of(npy_file("<i2", "(3,)", elements<std::int16_t>({-1, 0, 300})), schema_of({"1"}, ""));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{-1, 0, 300}));
}

TEST(NpyRows, TakesLabelsFromASecondArray) {
  NpyRows reader(text_input(doubles, "x.npy"),
                 text_input(npy_file("<i8", "(2,)", elements<std::int64_t>({5, -5})), "y.npy"), {});
  EXPECT_EQ(reader.columns(), (Names{"1", "2", "3", "label"}));
  reader.bind(choose_schema(reader.columns(), {}));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(reader.label_names(), (Names{"5", "-5"}));
  EXPECT_FALSE(reader.next(block));
  const auto open = [](const std::string& labels) {
    return failure([&] { NpyRows bad(text_input(doubles, "x.npy"), text_input(labels, "y.npy"), {}); });
  };
  EXPECT_EQ(open(npy_file("|i1", "(3,)", "abc")),
            "3 y.npy: has 3 labels for the 2 rows of x.npy: give one label per row");
  EXPECT_EQ(open(npy_file("|i1", "(2, 2)", "abcd")), "3 y.npy: has 2 columns: give an array of one label per row");
}

TEST(NpyRows, SaysWhatIsWrongWithALabel) {
  const auto read = [](const std::string& labels) {
    NpyRows reader(text_input(doubles, "x.npy"), text_input(labels, "y.npy"), {});
    reader.bind(schema_of({"1"}, "label"));
    RowBlock block;
    return failure([&] {
      while (reader.next(block)) {
      }
    });
  };
  EXPECT_EQ(read(npy_file("<f8", "(2,)", elements<double>({1, 1.5}))),
            "3 y.npy, row 2: the label is not an integer: labels are integers or text; choose another target");
  EXPECT_EQ(read(npy_file("|S2", "(2,)", "a\xFF\xFF\xFF")),
            "3 y.npy, row 1: the label is not Unicode text: correct it or remove the row");
  EXPECT_EQ(read(npy_file("|S2", "(2,)", std::string("ab\0\0", 4))),
            "3 y.npy, row 2: missing label in column 'label': fill it in or remove the row");
  EXPECT_EQ(row_failure(npy_file("<f8", "(1, 2)", elements<double>({1, 0.5})), schema_of({"1"}, "2")).substr(0, 26),
            "3 x.npy, row 1, column 2: ");
}

TEST(NpyRows, RefusesFeaturesThatAreText) {
  EXPECT_EQ(failure([] { reader_of(npy_file("|S1", "(1, 2)", "ab"), schema_of({"1"}, "")); }),
            "3 x.npy: holds text: give an array of numbers");
  EXPECT_EQ(failure([] { reader_of(doubles, schema_of({"1"}, "", "", Kind::text)); }),
            "3 x.npy: holds numbers, and the model reads text: give a CSV table, or fit a model of numbers");
}

TEST(NpyRows, GivesNumbersWhereCategoriesAreWanted) {
  NpyRows reader = reader_of(doubles, schema_of({"2", "1"}, "", "", Kind::categories));
  EXPECT_EQ(reader.binding().forms, (std::vector<CellForm>(2, CellForm::number)));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{2, 1, 4, 3}));
  EXPECT_TRUE(block.categories.empty());
}

TEST(NpyRows, TakesMissingFeaturesWhereTheyAreAllowed) {
  const std::string file = npy_file("<f8", "(2, 2)", elements<double>({1, 2, 3, nan}));
  EXPECT_EQ(
      row_failure(file, schema_of({"1", "2"}, "")),
      "3 x.npy, row 2, column 2: missing value (NaN), but this model needs complete rows; fill it in, remove the row, "
      "or fit without the column");
  EXPECT_EQ(row_failure(file, schema_of({"1"}, "")), "");
  NpyRows reader = reader_of(file, schema_of({"1", "2"}, ""), {.allow_missing = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_TRUE(std::isnan(block.values[3]));
  EXPECT_EQ(row_failure(npy_file("<f8", "(1, 1)", elements<double>({-infinity})), schema_of({"1"}, ""),
                        {.allow_missing = true}),
            "3 x.npy, row 1, column 1: the value is not finite; fill it in, remove the row, or fit without the column");
  EXPECT_EQ(
      row_failure(npy_file("<f8", "(1, 1)", elements<double>({infinity})), schema_of({"1"}, ""), {.labels = false}),
      "3 x.npy, row 1, column 1: the value is not finite; fill it in, remove the row, or leave such rows without a "
      "label");
  EXPECT_EQ(row_failure(npy_file("<f8", "(1, 2)", elements<double>({1, nan})), schema_of({"1"}, "", "2"),
                        {.allow_missing = true}),
            "3 x.npy, row 1, column 2: weight nan: a weight must be a finite number, 0 or more");
}

TEST(NpyRows, RefusesNegativeNumbersWhereTheyCannotBe) {
  const std::string file = npy_file("<f8", "(2, 2)", elements<double>({1, -0.0, nan, -2}));
  const Schema amounts = schema_of({"1", "2"}, "", "", Kind::amounts);
  EXPECT_EQ(row_failure(file, amounts, {.allow_missing = true, .not_negative = true}),
            "3 x.npy, row 2, column 2: -2 is negative, where counts and amounts are at least 0; correct it, take the "
            "column as measurements, or fit without the column");
  EXPECT_EQ(row_failure(file, amounts, {.allow_missing = true}), "");
  const Schema first{{{.kind = Kind::counts, .features = {"1"}}, {.features = {"2"}}}, ""};
  EXPECT_EQ(row_failure(file, first, {.allow_missing = true, .not_negative = true}), "");
  EXPECT_EQ(row_failure(file, schema_of({"1", "2"}, ""), {.allow_missing = true}), "");
}

TEST(NpyRows, KeepsBadRowsMarked) {
  const std::string file =
      npy_file("<f4", "(3, 2)", elements<float>({1, 5, std::numeric_limits<float>::infinity(), 6, 3, 7}));
  NpyRows reader = reader_of(file, schema_of({"1"}, "2"), {.keep_bad_rows = true});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  ASSERT_EQ(block.rows, 3U);
  EXPECT_TRUE(std::isnan(block.values32[1]));
  EXPECT_EQ(block.values32[2], 3.0F);
  EXPECT_EQ(block.problems[1].substr(0, 22), "x.npy, row 2, column 1");
  EXPECT_EQ(reader.label_names(), (Names{"5", "7"}));
}

TEST(NpyRows, GivesTheRowsBeforeAnErrorAndThenAlwaysTheError) {
  NpyRows reader = reader_of(npy_file("<f8", "(3, 1)", elements<double>({1, 2})), schema_of({"1"}, ""));
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{1, 2}));
  EXPECT_FALSE(reader.would_wait());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(failure([&] { reader.next(block); }).substr(0, 29), "3 x.npy, row 3: is cut short:");
  }
}

TEST(NpyRows, GivesTheSameForEveryChunkSize) {
  const std::string labels = npy_file("|S1", "(2,)", "ab");
  for (std::size_t chunk = 1; chunk <= doubles.size(); ++chunk) {
    NpyRows reader(text_input(doubles, "x.npy"), text_input(labels, "y.npy"), {}, chunk);
    reader.bind(schema_of({"1", "2", "3"}, "label"));
    RowBlock block;
    ASSERT_TRUE(reader.next(block));
    EXPECT_EQ(block.values, (std::vector<double>{1, 2, 7, 3, 4, 8}));
    EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 1}));
  }
}

}  // namespace
}  // namespace suffice
