// CsvReader: the grammar of RFC 4180, places, limits, and the same records for every size of chunks.
#include "data/formats/csv/csv_reader.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

using Records = std::vector<std::vector<std::string>>;

/// All records; with `places`, each cell is followed by its place.
Records read(const std::string& text, CsvOptions options = {}, bool places = false) {
  CsvReader reader(text_input(text), options);
  Records records;
  while (reader.next(true) == CsvReader::Step::record) {
    auto& record = records.emplace_back();
    for (std::size_t i = 0; i < reader.cells().size(); ++i) {
      record.emplace_back(reader.cells()[i]);
      if (places) record.back().append("@").append(reader.where(i).substr(6));
    }
  }
  return records;
}

std::string read_failure(const std::string& text, CsvOptions options = {}) {
  return failure([&] { read(text, options); });
}

TEST(CsvReader, EndsLinesAtLfCrlfAndCr) {
  const Records expected = {{"a", "b"}, {"1", "2"}, {"3", "4"}};
  EXPECT_EQ(read("a,b\n1,2\n3,4\n"), expected);
  EXPECT_EQ(read("a,b\r\n1,2\r\n3,4\r\n"), expected);
  EXPECT_EQ(read("a,b\r1,2\r3,4\r"), expected);
  EXPECT_EQ(read("a,b\r\n1,2\n3,4"), expected);
}

TEST(CsvReader, PassesOverBlankLinesOnly) {
  EXPECT_EQ(read("\n\r\n\ra\n\n\nb\n\n"), (Records{{"a"}, {"b"}}));
  EXPECT_EQ(read("a\n\"\"\nb"), (Records{{"a"}, {""}, {"b"}}));
  EXPECT_EQ(read("a\n \n,\n"), (Records{{"a"}, {" "}, {"", ""}}));
  EXPECT_EQ(read(""), Records{});
  EXPECT_EQ(read("\n\n"), Records{});
}

TEST(CsvReader, KeepsEmptyCells) { EXPECT_EQ(read(",a,\n,,\nb,"), (Records{{"", "a", ""}, {"", "", ""}, {"b", ""}})); }

TEST(CsvReader, TakesQuotesOffAndUndoublesThem) {
  EXPECT_EQ(read("\"a\",\"b,c\",\"d\"\"e\"\n\"\"\"\",\"\"\"f\"\"\",\"\""),
            (Records{{"a", "b,c", "d\"e"}, {"\"", "\"f\"", ""}}));
  EXPECT_EQ(read("\"a\nb\",\"c\r\nd\"\r\n1,2"), (Records{{"a\nb", "c\r\nd"}, {"1", "2"}}));
}

TEST(CsvReader, TakesAQuoteInsideAPlainCellAsText) {
  EXPECT_EQ(read("a\"b,c\"\n 1,\"2\"\n2'5\", \"x\""), (Records{{"a\"b", "c\""}, {" 1", "2"}, {"2'5\"", " \"x\""}}));
}

TEST(CsvReader, TakesQuotesAsTextWhenToldTo) {
  EXPECT_EQ(read("\"a,b\"\n\"c\"d,\"\n\"\"\r\n", {.grammar = {.quote = 0}}),
            (Records{{"\"a", "b\""}, {"\"c\"d", "\""}, {"\"\""}}));
  EXPECT_EQ(read_failure("\"a", {.grammar = {.quote = 0}}), "");
}

TEST(CsvReader, FindsTheEndOfCellsOfEveryLength) {
  for (const std::string quote : {"", "\""}) {
    for (const std::string_view filling : {"z", "\x80", "+", "-", "\x0B", "\x0C", "\x0E", "\x8A", "\x8D", "\xAC"}) {
      for (std::size_t length = 0; length < 40; ++length) {
        std::string cell;
        for (std::size_t i = 0; i < length; ++i) cell += filling;
        const std::string written = quote + cell + quote;
        for (const std::string line_end : {"\n", "\r", "\r\n"}) {
          std::string text = "a," + written + "," + written + line_end;
          text += written + ",b" + line_end;
          EXPECT_EQ(read(text), (Records{{"a", cell, cell}, {cell, "b"}})) << length;
        }
      }
    }
  }
}

TEST(CsvReader, UndoublesQuotesAtEveryPlace) {
  for (unsigned pattern = 0; pattern < 1024; ++pattern) {
    std::string cell;
    std::string written;
    for (unsigned i = 0; i < 10; ++i) {
      const bool is_quote = (pattern >> i & 1U) != 0;
      cell += is_quote ? "\"" : "x";
      written += is_quote ? "\"\"" : "x";
    }
    EXPECT_EQ(read("\"" + written + "\",b\n"), (Records{{cell, "b"}}));
  }
}

TEST(CsvReader, TakesOtherDelimiters) {
  EXPECT_EQ(read("a,b;c\n\"d;\"\"\";e", {.grammar = {.delimiter = ';'}}), (Records{{"a,b", "c"}, {"d;\"", "e"}}));
  EXPECT_EQ(read("a\tb", {.grammar = {.delimiter = '\t'}}), (Records{{"a", "b"}}));
  for (const char delimiter : {'"', '\n', '\r', '\xE2'}) {
    EXPECT_EQ(read_failure("a", {.grammar = {.delimiter = delimiter}}),
              "2 the delimiter must be one ASCII character other than a quote or a line end");
  }
}

TEST(CsvReader, KeepsEveryOtherByte) {
  const std::string text("a\0b,\xFF\x01,\v", 8);
  EXPECT_EQ(read(text), (Records{{std::string("a\0b", 3), "\xFF\x01", "\v"}}));
}

TEST(CsvReader, StripsAByteOrderMark) {
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a,b"),
            (Records{{"a", "b"}}));
  EXPECT_EQ(read("\xEF\xBB\xBF\"a,b\"\n"), (Records{{"a,b"}}));
  EXPECT_EQ(read("\xEF\xBB\xBF"), Records{});
  EXPECT_EQ(read("\xEF\xBB"), (Records{{"\xEF\xBB"}}));
}

TEST(CsvReader, PlacesEveryCellByLineAndByte) {
  const Records expected = {
      {"a@1:1", "b@1:3"}, {"x\ny@3:1", "z@4:4", "@4:6"}, {"ß@5:1", "q@5:4"}, {"\r\r\n@6:1", "r@8:3"}, {"s@9:1"}};
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a,b\n\n\"x\ny\",z,\nß,\"q\"\r\n\"\r\r\n\",r\rs",
                 {}, true),
            expected);
}

TEST(CsvReader, NamesTheTextAfterAClosingQuote) {
  const std::string message =
      "text after the closing quote of a cell; end the cell there, or double the quotes inside it";
  EXPECT_EQ(read_failure("a\n1,\"b\"c\n"), "3 t.csv:2:6: " + message);
  EXPECT_EQ(read_failure("\"a\nb\" ,c"), "3 t.csv:2:3: " + message);
  EXPECT_EQ(read_failure("\"a\";\"b\"\n"), "3 t.csv:1:4: " + message + "; the columns seem to be delimited by ';'");
}

TEST(CsvReader, NamesTheQuoteThatIsNeverClosed) {
  const std::string message = "the quote opened here is never closed; close it, or double it if it is text";
  EXPECT_EQ(read_failure("a,b\n1,\"x\n2,3\n"), "3 t.csv:2:3: " + message);
  EXPECT_EQ(read_failure("\""), "3 t.csv:1:1: " + message);
  EXPECT_EQ(read_failure("\"a\"\""), "3 t.csv:1:1: " + message);
}

TEST(CsvReader, SuggestsThatQuotesAreTextAmongTabs) {
  EXPECT_EQ(read_failure("a\t\"b\nc\td\n", {.grammar = {.delimiter = '\t'}}),
            "3 t.csv:1:3: the quote opened here is never closed; close it, or double it if it is text; or quotes are "
            "text in this file");
  EXPECT_NE(read_failure("a\t\"b\"c\n", {.grammar = {.delimiter = '\t'}}).find("; or quotes are text in this file"),
            std::string::npos);
}

TEST(CsvReader, LimitsBytesAndCellsOfARecord) {
  const CsvOptions small = {.chunk_bytes = 7, .record_bytes = 20, .record_cells = 4};
  EXPECT_EQ(read(std::string(20, 'x') + "\n1,2,3,4\n", small), (Records{{std::string(20, 'x')}, {"1", "2", "3", "4"}}));
  EXPECT_EQ(read_failure("a\n" + std::string(21, 'x') + "\n", small),
            "3 t.csv:2: a row of more than 0 MiB: check that lines end where rows end");
  EXPECT_EQ(read_failure("a\n1,\"" + std::string(100, 'x'), small),
            "3 t.csv:2:3: a row of more than 0 MiB: the quote opened here seems never to be closed; close it");
  EXPECT_EQ(read_failure("a\n1,2,3,4,5\n", small),
            "3 t.csv:2: has more than 4 cells: check that lines end where rows end");
}

TEST(CsvReader, StopsAtTheLimitOfAnEndlessRecord) {
  const std::size_t limit = std::size_t{3} << 20;
  Input endless("t.csv", [](char* to, std::size_t size) {
    std::memset(to, 'x', size);
    return size;
  });
  CsvReader reader(std::move(endless), {.record_bytes = limit});
  EXPECT_EQ(failure([&] { reader.next(true); }),
            "3 t.csv:1: a row of more than 3 MiB: check that lines end where rows end");
  EXPECT_LE(reader.input().bytes_read(), limit + (std::size_t{2} << 20));
}

TEST(CsvReader, GivesItsErrorAgain) {
  for (const std::string text : {"a\n\"b\"c", "a\n\"b"}) {
    CsvReader reader(text_input(text), {});
    const auto read_on = [&] {
      while (reader.next(true) == CsvReader::Step::record) {
      }
    };
    const std::string first = failure(read_on);
    EXPECT_NE(first, "");
    EXPECT_EQ(failure(read_on), first);
  }
}

TEST(CsvReader, GivesTheSameForEveryChunkSize) {
  const std::vector<std::string> texts = {
      "\xEF\xBB\xBF"
      "a,\"b\"\"c\",d\r\n\r\n\"x\r\ny\",,\"\"\"\"\r1,2\n\n\r\r\n3,\"\",\n,\n\"last\"",
      "a,b\n1,\"x\"y\n", "a,b\n\n1,\"x\n\n",
      std::string(300, 'a') + "," + std::string(200, 'b') + "\r\n\"" + std::string(500, '"') + "\"\n1,2"};
  for (const std::string& text : texts) {
    const Records expected = failure([&] { read(text); }).empty() ? read(text, {}, true) : Records{};
    const std::string error = read_failure(text);
    for (std::size_t chunk = 1; chunk <= 64; ++chunk) {
      Records records;
      EXPECT_EQ(failure([&] { records = read(text, {.chunk_bytes = chunk}, true); }), error) << chunk;
      EXPECT_EQ(records, expected) << chunk;
    }
  }
}

TEST(CsvReader, PeeksWithoutMovingOn) {
  CsvReader reader(text_input("a\nb\n"), {});
  EXPECT_EQ(reader.peek(true), CsvReader::Step::record);
  EXPECT_EQ(reader.peek(true), CsvReader::Step::record);
  EXPECT_EQ(reader.cells()[0], "a");
  EXPECT_EQ(reader.next(true), CsvReader::Step::record);
  EXPECT_EQ(reader.cells()[0], "a");
  EXPECT_EQ(reader.record_bytes(), 1U);
  EXPECT_EQ(reader.next(true), CsvReader::Step::record);
  EXPECT_EQ(reader.cells()[0], "b");
  EXPECT_EQ(reader.where(), "t.csv:2");
  EXPECT_EQ(reader.next(true), CsvReader::Step::end);
  EXPECT_EQ(reader.next(true), CsvReader::Step::end);
}

TEST(CsvReader, SaysThatNoRecordIsCompleteYet) {
  Pipe pipe;
  CsvReader reader(Input(pipe.path()), {});
  EXPECT_EQ(reader.next(false), CsvReader::Step::waiting);
  pipe.write("a,b\r1,");
  EXPECT_EQ(reader.next(false), CsvReader::Step::record);
  EXPECT_EQ(reader.next(false), CsvReader::Step::waiting);
  pipe.write("\"2");
  EXPECT_EQ(reader.next(false), CsvReader::Step::waiting);
  pipe.write("\"\n");
  EXPECT_EQ(reader.next(false), CsvReader::Step::record);
  EXPECT_EQ(reader.cells()[1], "2");
  EXPECT_EQ(reader.next(false), CsvReader::Step::waiting);
  pipe.close();
  EXPECT_EQ(reader.next(false), CsvReader::Step::end);
}

}  // namespace
}  // namespace suffice
