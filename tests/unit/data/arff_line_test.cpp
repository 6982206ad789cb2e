// ArffLine: tokens, quotes, escapes, comments.
#include "data/formats/arff_line.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

/// Tokens of a line: values between [ ], quoted ones between < >, problems as !.
std::string tokens(std::string_view text) {
  std::string result;
  ArffLine line(text);
  while (true) {
    const ArffToken token = line.next();
    switch (token.kind) {
      case ArffToken::Kind::end:
        return result;
      case ArffToken::Kind::value:
        result += token.quoted ? "<" + token.text + ">" : "[" + token.text + "]";
        break;
      case ArffToken::Kind::comma:
        result += ",";
        break;
      case ArffToken::Kind::open:
        result += "{";
        break;
      case ArffToken::Kind::close:
        result += "}";
        break;
      case ArffToken::Kind::problem:
        return result + "!" + std::to_string(token.column);
    }
  }
}

TEST(ArffLine, HoldsBlanksWhereCommasDelimit) {
  const auto held = [](std::string_view text) {
    std::string result;
    ArffLine line(text);
    line.hold_blanks();
    for (ArffToken token = line.next(); token.kind == ArffToken::Kind::value; token = line.next()) {
      result += "[" + token.text + "]";
      if (line.peek().kind == ArffToken::Kind::comma) line.next();
    }
    return result;
  };
  EXPECT_EQ(held("57, poorly differentiated , 'a, b',x % y"), "[57][poorly differentiated][a, b][x]");
  EXPECT_EQ(held("57 poorly differentiated"), "[57][poorly][differentiated]");
  EXPECT_EQ(held("57 'a, b' c"), "[57][a, b][c]");
}

TEST(ArffLine, GivesItsTokens) {
  EXPECT_EQ(tokens("5.1, 3.5\t,x"), "[5.1],[3.5],[x]");
  EXPECT_EQ(tokens("{a,b c}"), "{[a],[b][c]}");
  EXPECT_EQ(tokens("  % all of it"), "");
  EXPECT_EQ(tokens("a % rest"), "[a]");
  EXPECT_EQ(tokens("50%,b"), "[50%],[b]") << "a comment begins a token";
  EXPECT_EQ(tokens(""), "");
}

TEST(ArffLine, ReadsBothQuotesAndEscapes) {
  EXPECT_EQ(tokens(R"('a b',"c, d",'it\'s',"say \"x\"",'\\')"), R"(<a b>,<c, d>,<it's>,<say "x">,<\>)");
  EXPECT_EQ(tokens(R"('a\nb\tc\%')"), "<a b c%>");
  EXPECT_EQ(tokens("'',\"\""), "<>,<>");
  EXPECT_EQ(tokens("don't"), "[don't]");
  EXPECT_EQ(tokens("a, 'b"), "[a],!3");
  EXPECT_EQ(tokens("'b\\"), "!0");
  EXPECT_EQ(tokens("'b\\'"), "!0");
}

TEST(ArffLine, ShowsTheNextToken) {
  ArffLine line("a,b");
  EXPECT_EQ(line.peek().text, "a");
  EXPECT_EQ(line.next().text, "a");
  EXPECT_EQ(line.peek().kind, ArffToken::Kind::comma);
}

}  // namespace
}  // namespace suffice
