// LineRows: lines as documents, in blocks, early from a pipe, in place until the next block, and the same for every
// size of chunks.
#include "data/formats/line_rows.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;

const Schema text_schema = schema_of({"text"}, "label", "", Kind::text);

Names lines_of(const std::string& text, const LineRowsOptions& limits = {}) {
  LineRows reader(text_input(text, "t.txt"), {.labels = false}, limits);
  reader.bind(text_schema);
  Names lines;
  RowBlock block;
  while (reader.next(block)) {
    EXPECT_EQ(block.rows, block.documents.size());
    lines.insert(lines.end(), block.documents.begin(), block.documents.end());
  }
  EXPECT_EQ(reader.bytes_read(), text.size());
  return lines;
}

TEST(LineRows, EndsLinesAtLfAndCrlf) {
  const Names expected = {"a", "", "b\rc", "\xFF d"};
  for (const std::size_t block : {1U, 4U, 1000U}) {
    for (std::size_t chunk = 1; chunk < 16; ++chunk) {
      const LineRowsOptions limits{.chunk_bytes = chunk, .block_bytes = block};
      EXPECT_EQ(lines_of("a\n\nb\rc\r\n\xFF d", limits), expected);
      EXPECT_EQ(lines_of("\xEF\xBB\xBF"
                         "a\r\n\nb\rc\n\xFF d\n",
                         limits),
                expected);
    }
  }
}

TEST(LineRows, ReadsNextToNothing) {
  EXPECT_TRUE(lines_of("").empty());
  EXPECT_TRUE(lines_of("\xEF\xBB\xBF").empty());
  EXPECT_EQ(lines_of("\n"), Names{""});
  EXPECT_EQ(lines_of("\r\n"), Names{""});
  EXPECT_EQ(lines_of(std::string(3, '\0')), Names{std::string(3, '\0')});
  EXPECT_EQ(lines_of("\xEF\xBB"), Names{"\xEF\xBB"});
  EXPECT_EQ(lines_of("\xEF\xBB\n", {.chunk_bytes = 1}), Names{"\xEF\xBB"});
}

TEST(LineRows, FillsTheBlockAfresh) {
  LineRows reader(text_input("a\nb\n"), {.labels = false, .keep_bad_rows = true});
  reader.bind(text_schema);
  RowBlock block;
  block.values = {1, 2};
  block.categories = {1};
  block.codes = {1};
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 2U);
  EXPECT_TRUE(block.values.empty() && block.categories.empty() && block.codes.empty());
  EXPECT_EQ(block.problems, (Names{"", ""}));
  EXPECT_FALSE(reader.next(block));
  EXPECT_TRUE(block.documents.empty());
}

TEST(LineRows, BoundsTheBlock) {
  const std::string text(most_short_rows + 5, '\n');
  LineRows reader(text_input(text), {.labels = false});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, most_short_rows);
  EXPECT_FALSE(reader.would_wait());
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 5U);
  std::string long_lines;
  for (int i = 0; i < 100; ++i) long_lines += std::string(99, 'x') + "\n";
  LineRows short_blocks(text_input(long_lines), {.labels = false}, {.chunk_bytes = 250, .block_bytes = 1000});
  ASSERT_TRUE(short_blocks.next(block));
  EXPECT_EQ(block.rows, 10U);
}

TEST(LineRows, BlocksGrowUpToTheirSize) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += std::string(99, 'x') + "\n";
  LineRows reader(text_input(text), {.labels = false}, {.chunk_bytes = 50, .first_bytes = 200, .block_bytes = 800});
  RowBlock block;
  for (const std::size_t rows : {2U, 4U, 8U, 8U}) {
    ASSERT_TRUE(reader.next(block));
    EXPECT_EQ(block.rows, rows);
  }
}

TEST(LineRows, TakesALineLargerThanABlock) {
  const std::string line(std::size_t{20} << 20, 'x');
  EXPECT_EQ(lines_of("a\n" + line + "\nb"), (Names{"a", line, "b"}));
}

TEST(LineRows, RefusesALineThatIsTooLong) {
  for (const std::size_t chunk : {1U, 3U, 100U}) {
    for (const std::string end : {"", "\n", "\r\n", "\nnext\n", "0123456789\n"}) {
      LineRows reader(text_input("1234\r\n12345" + end), {.labels = false, .limits = {.row_bytes = 4}},
                      {.chunk_bytes = chunk});
      RowBlock block;
      ASSERT_TRUE(reader.next(block));
      EXPECT_EQ(block.documents.front(), "1234");
      EXPECT_FALSE(reader.would_wait());
      for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(failure([&] { reader.next(block); }),
                  "3 t.csv:2: a line of more than 0 MiB: check that lines end where documents end, or give a folder of "
                  "documents");
      }
    }
  }
}

TEST(LineRows, ReturnsEarlyAndLeavesDocumentsInPlace) {
  Pipe pipe;
  pipe.write("one\ntwo\nthr");
  LineRows reader(Input(pipe.path()), {.labels = false});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  ASSERT_EQ(block.rows, 2U);
  EXPECT_TRUE(reader.would_wait());
  pipe.write("ee");
  EXPECT_TRUE(reader.would_wait());
  pipe.write(" and some more\nfo");
  EXPECT_FALSE(reader.would_wait());
  EXPECT_EQ(block.documents[0], "one");
  EXPECT_EQ(block.documents[1], "two");
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.documents, (std::vector<std::string_view>{"three and some more"}));
  pipe.write("ur");
  pipe.close();
  EXPECT_FALSE(reader.would_wait());
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.documents, (std::vector<std::string_view>{"four"}));
  EXPECT_FALSE(reader.next(block));
  EXPECT_FALSE(reader.next(block));
}

TEST(LineRows, GivesAShortFirstLineAtOnce) {
  Pipe pipe;
  pipe.write("a\n");
  LineRows reader(Input(pipe.path()), {.labels = false});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 1U);
}

TEST(LineRows, GivesTheLinesBeforeAnErrorOfTheInput) {
  int calls = 0;
  Input input("t.txt", [&](char* to, std::size_t) -> std::size_t {
    if (++calls > 1) throw Error(ErrorCode::bad_data, "broken", "t.txt");
    std::memcpy(to, "a\nb", 3);
    return 3;
  });
  LineRows reader(std::move(input), {.labels = false});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"a"});
  EXPECT_FALSE(reader.would_wait());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(failure([&] { reader.next(block); }), "3 t.txt: broken");
  EXPECT_EQ(calls, 2);
}

TEST(LineRows, BindsTextWhateverItIsCalled) {
  LineRows reader(text_input("a\n", "t.txt"), {.labels = false});
  EXPECT_EQ(reader.columns(), Names{"text"});
  reader.bind(schema_of({"message"}, "y", "", Kind::text));
  EXPECT_EQ(failure([&] { reader.bind(schema_of({"x"}, "y")); }),
            "3 t.txt: holds text, and the model reads numbers: give a CSV table, or fit a model of text");
  LineRows labelled(text_input("a\n", "t.txt"), {});
  EXPECT_EQ(failure([&] { labelled.bind(text_schema); }), "3 t.txt: has no column 'label'; it has 'text'");
}

}  // namespace
}  // namespace suffice
