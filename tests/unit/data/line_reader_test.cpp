// LineReader: lines, their numbers and places, the limit, and the same for every size of chunks.
#include "data/bytes/line_reader.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

std::vector<std::string> lines_of(const std::string& text, std::size_t chunk = 1024) {
  LineReader reader(text_input(text), {.chunk_bytes = chunk});
  std::vector<std::string> lines;
  while (reader.next(true) == LineReader::Step::line) lines.emplace_back(reader.line());
  return lines;
}

TEST(LineReader, EndsLinesAtLfAndCrlf) {
  const std::vector<std::string> expected = {"a", "", "b\rc", "d"};
  for (std::size_t chunk = 1; chunk < 12; ++chunk) {
    EXPECT_EQ(lines_of("a\n\nb\rc\r\nd", chunk), expected);
    EXPECT_EQ(lines_of("\xEF\xBB\xBF"
                       "a\r\n\nb\rc\nd\n",
                       chunk),
              expected);
  }
  EXPECT_TRUE(lines_of("").empty());
  EXPECT_EQ(lines_of("\n"), std::vector<std::string>{""});
}

TEST(LineReader, NamesPlaces) {
  LineReader reader(text_input("one\nzwei drei"), {});
  ASSERT_EQ(reader.next(true), LineReader::Step::line);
  EXPECT_EQ(reader.where(), "t.csv:1");
  ASSERT_EQ(reader.next(true), LineReader::Step::line);
  EXPECT_EQ(reader.where(), "t.csv:2");
  EXPECT_EQ(reader.where(reader.line().substr(5)), "t.csv:2:6");
  EXPECT_EQ(reader.next(true), LineReader::Step::end);
  EXPECT_EQ(reader.next(true), LineReader::Step::end);
}

TEST(LineReader, BoundsTheLine) {
  for (const std::size_t chunk : {1U, 7U, 100U}) {
    LineReader reader(text_input("1234\n12345\n"), {.chunk_bytes = chunk, .line_bytes = 4});
    ASSERT_EQ(reader.next(true), LineReader::Step::line);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(failure([&] { reader.next(true); }),
                "3 t.csv:2: a line of more than 0 MiB: check that lines end where rows end");
    }
  }
}

TEST(LineReader, WaitsOnlyWhenItMay) {
  Pipe pipe;
  pipe.write("a\nb");
  LineReader reader(Input(pipe.path()), {});
  EXPECT_EQ(reader.next(false), LineReader::Step::line);
  EXPECT_EQ(reader.next(false), LineReader::Step::waiting);
  pipe.write("c\n");
  EXPECT_EQ(reader.next(false), LineReader::Step::line);
  EXPECT_EQ(reader.line(), "bc");
  pipe.close();
  EXPECT_EQ(reader.next(false), LineReader::Step::end);
}

}  // namespace
}  // namespace suffice
