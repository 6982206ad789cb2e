// with_plain_quotes(): escaped quotes, blanks around quotes, every cut of the bytes.
#include "data/formats/csv/csv_quotes.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

constexpr QuoteStyle escaped = {.escaped = true};
constexpr QuoteStyle after_blanks = {.after_blanks = true};

/// The text, which every size of chunks must give.
std::string plain(const std::string& bytes, const QuoteStyle& quotes, const CsvGrammar& grammar = {},
                  std::size_t skipped_lines = 0) {
  const auto by_chunks = [&](std::size_t chunk) {
    Input input = with_plain_quotes(text_input(bytes), grammar, quotes, skipped_lines, chunk);
    return read_all(input, 100);
  };
  const std::string text = by_chunks(1000);
  for (const std::size_t chunk : {1U, 2U, 3U, 7U}) EXPECT_EQ(by_chunks(chunk), text) << chunk;
  return text;
}

TEST(PlainQuotes, DoublesEscapedQuotesInsideOfQuotes) {
  EXPECT_EQ(plain(R"(1,"size 5\" pipe, long",p)", escaped), R"(1,"size 5"" pipe, long",p)");
  EXPECT_EQ(plain(R"("\"a\"","b")", escaped), R"("""a""","b")");
  EXPECT_EQ(plain(R"(a\"b,"c")", escaped), R"(a\"b,"c")") << "a plain cell is text";
  EXPECT_EQ(plain(R"("C:\\","b\c")", escaped), R"("C:\\","b\c")") << "a backslash that is escaped escapes no quote";
  EXPECT_EQ(plain("\"a\"\"b\",\"c\\\"\n,\"\n\"d\"", escaped), "\"a\"\"b\",\"c\"\"\n,\"\n\"d\"");
  EXPECT_EQ(plain(R"("a\)", escaped), R"("a\)") << "cut at the end";
  EXPECT_EQ(plain("'it\\'s',\"a\\\"\"", escaped, {',', '\''}), "'it''s',\"a\\\"\"");
}

TEST(PlainQuotes, DropsBlanksAroundQuotes) {
  EXPECT_EQ(plain("a, \"x, y\" , p\n  \"z\"\t,q", after_blanks), "a,\"x, y\", p\n\"z\",q");
  EXPECT_EQ(plain(" a , b \"c\" ,\n ", after_blanks), " a , b \"c\" ,\n ") << "blanks of plain cells";
  EXPECT_EQ(plain("\"a\" b,\"c\"", after_blanks), "\"a\" b,\"c\"") << "which the reader refuses";
  EXPECT_EQ(plain("a\t \"x\ty\"", after_blanks, {'\t', '"'}), "a\t\"x\ty\"") << "a tab that delimits is no blank";
}

TEST(PlainQuotes, LeavesTheLinesBeforeTheTable) {
  EXPECT_EQ(plain("it's \"\\\"\r\n\"a\\\"\"\n", escaped, {}, 1), "it's \"\\\"\r\n\"a\"\"\"\n");
  EXPECT_EQ(plain("", escaped), "");
}

}  // namespace
}  // namespace suffice
