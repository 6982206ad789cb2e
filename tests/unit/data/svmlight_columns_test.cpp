// Svmlight columns: the words of a line, and what all lines tell about their indices.
#include "data/formats/svmlight_columns.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

SvmlightIndices indices_of(const std::string& text, std::size_t most = 100) {
  LineReader lines(text_input(text, "t.svm"), {});
  return find_indices(lines, most);
}

std::string column_failure(const std::string& text) {
  return failure([&] { check_columns(indices_of(text), 100, "t.svm"); });
}

TEST(SvmlightColumns, TakesTheWordsOfALine) {
  std::string_view text = without_comment(" a\t1:2  qid:3\r # 4:5");
  EXPECT_EQ(take_word(text), "a");
  EXPECT_EQ(take_word(text), "1:2");
  EXPECT_EQ(take_word(text), "qid:3");
  EXPECT_EQ(take_word(text), "");
  EXPECT_TRUE(is_pair("1:"));
  EXPECT_FALSE(is_pair("1"));
}

TEST(SvmlightColumns, FindsTheLargestIndex) {
  EXPECT_EQ(indices_of("a 2:1\n7:1\n# 9:1\nqid:8 b\n").largest, 7U);
  EXPECT_EQ(indices_of("a 2:1 101:1\n").largest, 2U);
  EXPECT_EQ(indices_of("a\n").largest, 0U);
  EXPECT_EQ(indices_of("a 2:1 9:0\nb 3:nan 7:0.0\n").largest, 3U);
  EXPECT_EQ(indices_of("a 5:0\n").largest, 1U);
  EXPECT_EQ(indices_of("\n\n a\n").first_row, "t.svm:3");
  EXPECT_EQ(indices_of("").first_row, "");
}

TEST(SvmlightColumns, TellsWhatRowsStore) {
  const StoredNumbers some = indices_of("a 2:1 7:0.5\n# 9:1\n\nb\n3:+2 qid:4 5:.5\n").numbers;
  EXPECT_EQ(some.rows, 3U);
  EXPECT_EQ(some.stored, 4U);
  EXPECT_TRUE(some.are_amounts);
  for (const char* other : {"a 1:-1\n", "a 1:nan\n", "a 1:?\n", "a 1:\n", "a 1:+\n"}) {
    EXPECT_FALSE(indices_of(other).numbers.are_amounts) << other;
  }
}

TEST(SvmlightColumns, KnowsZeros) {
  for (const char* zero : {"0", "-0", "+0.00", "0e7", ".0", "0."}) {
    EXPECT_TRUE(spells_zero(zero)) << zero;
  }
  for (const char* other : {"", "1", "0.01", "nan", "-", "e5", "0x0", "00a"}) {
    EXPECT_FALSE(spells_zero(other)) << other;
  }
}

TEST(SvmlightColumns, SaysWhatIsWrongWhereThereIsNone) {
  EXPECT_EQ(column_failure("a x\nb 1:1\n"), "");
  EXPECT_EQ(column_failure("a x\n"), "3 t.svm:1:3: 'x' is not index:value: correct it, or remove the row");
  EXPECT_EQ(column_failure("a 0:1\n"), "3 t.svm:1:3: '0:1' is not index:value: indices start at 1; add 1 to each");
  EXPECT_EQ(column_failure("a\n"),
            "3 t.svm:1: no row has an index from 1 to 100: write each row as label index:value …");
  EXPECT_EQ(column_failure(""), "3 t.svm: is empty: each line must be a row, label index:value …");
}

}  // namespace
}  // namespace suffice
