// find_dialect(): one small file for each decision, known parts, doubts, and bytes of any kind.
#include "suffice/dialect.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

/// What describe() says, and the lines skipped.
std::string found(std::string_view sample, bool complete = true, const DialectChoice& known = {}) {
  const FoundDialect dialect = find_dialect(sample, complete, known);
  std::string text = describe(dialect.dialect);
  if (dialect.skipped_lines > 0) text += ", skipped " + std::to_string(dialect.skipped_lines);
  if (dialect.header_is_comment) text += ", header behind a mark";
  return text;
}

struct Decision {
  const char* sample;
  const char* expected;
};

TEST(FindDialect, DecidesAsAPersonWould) {
  const std::vector<Decision> decisions = {
      {"x,y,label\n1,2,a\n3,4,b\n", "delimiter ','"},
      {"x;y;label\n1;2;a\n3;4;b\n", "delimiter ';'"},
      {"x\ty\tlabel\n1\t2\ta\n3\t4\tb\n", "delimiter tab"},
      {"x|y|label\n1|2|a\n3|4|b\n", "delimiter '|'"},
      {"x y label\n1 2 a\n3 4 b\n", "delimiter spaces"},
      {" 0.1  18.0   2\n 0.02  0.0   7\n", "delimiter spaces, no header"},
      {"5.1,3.5,setosa\n4.9,3.0,setosa\n6.1,2.8,virginica\n", "delimiter ',', no header"},
      {"39, State-gov, Bachelors\n50, Private, Masters\n38, Private, Bachelors\n", "delimiter ',', no header"},
      {"a;b\n1,5;2,25\n-3,5;4\n", "delimiter ';', decimal comma"},
      {"a,b\n\"1,5\",\"2,25\"\n\"3,5\",\"4,0\"\n", "delimiter ',', decimal comma"},
      {"a;b\n\"x;y\";1\n\"z\";2\n", "delimiter ';'"},
      {"'a','b, c'\n'd','e, f'\n'g','h'\n", "delimiter ',', quote '"},
      {"ham\tHi there, all\nspam\t\"Win\" a prize\nham\t\"ok\nham\tno\n", "delimiter tab, no quotes, no header"},
      {"name,height\nTom,5'11\"\nAnn,5'2\"\n", "delimiter ','"},
      {"text,label\nit's fine,1\n'tis odd,0\nyes,1\n", "delimiter ','"},
      {"sep=;\na;b\n1,5;2\n", "delimiter ';', decimal comma, skipped 1"},
      {"SEP=|\r\na|b\r\n1|2\r\n", "delimiter '|', skipped 1"},
      {"# made by a program\n% and another\na,b\n1,2\n", "delimiter ',', skipped 2"},
      {"# a,b\n1,2\n3,4\n", "delimiter ',', header behind a mark"},
      {"# note\n# a b c\n1 2 3\n4 5 6\n", "delimiter spaces, skipped 1, header behind a mark"},
      {"Sales of May\n\na,b,c\n1,2,3\n4,5,6\n", "delimiter ',', skipped 2"},
      {"|1x3 Cross validator\n25, Private, 7\n38, Private, 9\n28, Local, 2\n", "delimiter ',', no header, skipped 1"},
      {"\n\na,b\n\n1,2\n\n3,4\n", "delimiter ',', skipped 2"},
      {"a,b\r\n1,2\r\n", "delimiter ','"},
      {"a,b\r1,2\r3,4\r", "delimiter ','"},
      {"value\n1\n2\n3\n", "delimiter ','"},
      {"1\n2\n3\n", "delimiter ',', no header"},
      {"name\nJohn Smith\nMary Jones\n", "delimiter ','"},
      {"text\n\"one, two\"\n\"three\nfour\"\n", "delimiter ','"},
      {"", "delimiter ','"},
      {"\n", "delimiter ','"},
      {"a,b,c\n", "delimiter ','"},
      {"1,2,3\n", "delimiter ',', no header"},
      {"a,a,b\nx,y,z\nx,y,w\nv,y,z\n", "delimiter ','"},
      {",0,1,2\n0,5.5,6,7\n1,8.5,9,9\n2,1,1,1\n", "delimiter ','"},
      {"date,value\n2020-01-01 12:00,5\n2020-01-02 13:30,6\n", "delimiter ','"},
      {"time;a\n12:00:00;1\n12:00:01;2\n", "delimiter ';'"},
      {"a,b\n1,\n,2\nNA,?\n", "delimiter ','"},
      {"city,motto\nNew York,Excelsior always\nLos Angeles,City of angels\n", "delimiter ','"},
      {"x y\n1 0\n", "delimiter spaces"},
      {"country,1990,1991,1992\nPeru,5,6,7\nChad,8,9,10\n", "delimiter ','"},
      {"red,big,yes\nblue,small,no\nred,small,yes\ngreen,big,no\n", "delimiter ',', no header"},
      {"colour,size,sold\nred,big,yes\nblue,small,no\nred,small,yes\ngreen,big,no\n", "delimiter ','"},
      {"\"mpg\" \"cyl\"\n\"Mazda RX4\" 21 6\n\"Datsun 710\" 22.8 4\n", "delimiter spaces"},
      {"id,tags\n1,a|b|c\n2,a|c\n3,b\n", "delimiter ','"},
      {"a,b\n1,2\n3,4\n5,6\nTotal 12\n", "delimiter ','"},
  };
  for (const auto& [sample, expected] : decisions) EXPECT_EQ(found(sample), expected) << sample;
}

std::string utf16(std::string_view text, bool little) {
  std::string bytes;
  for (const char c : text) bytes += little ? std::string{c, '\0'} : std::string{'\0', c};
  return bytes;
}

TEST(FindDialect, ReadsEveryEncoding) {
  const char* const text = "a;b\n1,5;x\n2,5;y\n";
  EXPECT_EQ(found(utf16(text, true)), "delimiter ';', decimal comma, UTF-16 (little-endian)");
  EXPECT_EQ(found(utf16(text, false)), "delimiter ';', decimal comma, UTF-16 (big-endian)");
  EXPECT_EQ(found("\xFF\xFE" + utf16(text, true)), "delimiter ';', decimal comma, UTF-16 (little-endian)");
  EXPECT_EQ(found("\xEF\xBB\xBF" + std::string(text)), "delimiter ';', decimal comma");
  EXPECT_EQ(found("\xEF\xBB\xBFsep=;\na;b\n1;2\n"), "delimiter ';', skipped 1");
  EXPECT_EQ(found("name,x\ncaf\xE9,1\nth\xE9,2\n"), "delimiter ',', Windows-1252");
  EXPECT_EQ(find_dialect("name,x\ncaf\xE9,1\n", true).doubts,
            std::vector<std::string>{"line 2 has bytes that are not UTF-8; the encoding is taken as Windows-1252 "
                                     "(iconv makes a file of another one UTF-8)"});
  const std::vector<std::string> cyrillic = find_dialect("\xE2\xEE\xE7,x\n\xE4\xE0,1\n\xED\xE5\xF2,2\n", true).doubts;
  ASSERT_EQ(cyrillic.size(), 1U);
  EXPECT_NE(cyrillic[0].find("iconv -f CP1251 -t UTF-8 (Cyrillic)"), std::string::npos) << cyrillic[0];
  EXPECT_EQ(found("name,x\nth\xC3\xA9,2\ncaf\xC3", false), "delimiter ','") << "a character that the sample cuts";
}

TEST(FindDialect, TellsHowQuotesAreWritten) {
  const auto quotes = [](std::string_view sample) { return find_dialect(sample, true).quotes; };
  const std::string escaped = "a,b,c\n1,\"5\\\" pipe, long\",p\n2,\"6\\\" pipe, short\",q\n";
  EXPECT_TRUE(quotes(escaped).escaped);
  EXPECT_EQ(found(escaped), "delimiter ','");
  EXPECT_EQ(find_dialect(escaped, true).width, 3U);
  EXPECT_TRUE(quotes("a,b,c\n1,\"C:\\x\\\",p\n2,\"C:\\y\\\",q\n").is_plain()) << "a path that ends with a backslash";
  EXPECT_TRUE(quotes("a,b\n1,\"{\"\"k\"\": \"\"\\\"\"\"\"}\"\n").is_plain()) << "doubled quotes";
  EXPECT_TRUE(quotes("a,b,c\n1, \"x, y\", p\n2, \"z, y\", q\n").after_blanks);
  EXPECT_TRUE(quotes("a,b,c\n1, \"x\", p\n2, \"z\", q\n").is_plain()) << "which the reader knows";
}

TEST(FindDialect, CommasBetweenDigitsAmongSpacesAreDecimalMarks) {
  EXPECT_EQ(found("1,5   2,25  a\n2,5   3,75  b\n1,7   2,5   a\n"), "delimiter spaces, decimal comma, no header");
  EXPECT_EQ(found("x  z  label\n1,5  2,25  a\n2,5  3,75  b\n1,7  2,5  a\n"), "delimiter spaces, decimal comma");
  EXPECT_EQ(find_dialect("x  z  label\n1,5  2,25  a\n2,5  3,75  b\n1,7  2,5  a\n", true).doubts,
            std::vector<std::string>{"cells may be delimited by ',' (3 to a line); spaces are taken (3 to a line)"});
  EXPECT_EQ(found("a, b, c\n1, 2, 3\n4, 5, 6\n"), "delimiter ','");
  EXPECT_EQ(found("a,b\n1,x y\n2,y z\n3,z w\n"), "delimiter ','");
}

TEST(FindDialect, YearsMayNameColumns) {
  const auto doubts = [](std::string_view sample) { return find_dialect(sample, true).doubts; };
  EXPECT_EQ(found("2019,2020,2021\n1.5,3,1\n2.5,4,2\n0.5,7,1\n"), "delimiter ','");
  EXPECT_EQ(doubts("2019,2020,2021\n1.5,3,1\n2.5,4,2\n0.5,7,1\n"),
            std::vector<std::string>{
                "the first line may be a row: 2019, 2020, 2021; taken as the header, as years name columns"});
  EXPECT_EQ(found("2019,2020,2021\n2001,3,1\n2020,4,2\n2011,7,1\n"), "delimiter ',', no header");
  EXPECT_EQ(doubts("2019,2020,2021\n2001,3,1\n2020,4,2\n2011,7,1\n"),
            std::vector<std::string>{"the first line may be the header: 2019, 2020, 2021; taken as a row"});
  EXPECT_TRUE(doubts("1,2020,5\n2,3,1\n1,4,2\n3,7,1\n").empty());
}

TEST(FindDialect, HeadersOfPartsAreNoValues) {
  std::string text = "Minister,Date,Meeting with\n";
  for (int i = 0; i < 20; ++i) text += i % 3 == 0 ? "Mr Swayne,Oct-14,Oxfam\n" : ",,War Child\n";
  text += "Minister,Date,Hospitality of\nMr Swayne,Nov-14,Shell\n";
  EXPECT_EQ(found(text), "delimiter ','");
  EXPECT_EQ(find_dialect(text, true).doubts.size(), 1U) << "and a word of doubt";
}

TEST(FindDialect, TakesWhatIsKnown) {
  const char* const sample = "a;b\n1,5;2\n";
  EXPECT_EQ(found(sample, true, {.delimiter = ','}), "delimiter ',', skipped 1") << "a;b is one cell";
  EXPECT_EQ(found(sample, true, {.header = false}), "delimiter ';', decimal comma, no header");
  EXPECT_EQ(found(sample, true, {.decimal = '.'}), "delimiter ';'");
  EXPECT_EQ(found(sample, true, {.quote = '\0'}), "delimiter ';', no quotes, decimal comma");
  EXPECT_EQ(found(sample, true, {.encoding = Encoding::windows_1252}), "delimiter ';', decimal comma, Windows-1252");
  EXPECT_EQ(found("# a,b\n1,2\n3,4\n", true, {.header = false}), "delimiter ',', no header, skipped 1");
  EXPECT_EQ(found("a:b\n1:2\n", true, {.delimiter = ':'}), "delimiter ':'");
  Dialect dialect{.delimiter = '|', .quote = 0, .header = false, .decimal = ',', .encoding = Encoding::utf16_be};
  dialect.missing = {"-"};
  EXPECT_EQ(find_dialect(sample, true, as_choice(dialect)).dialect, dialect);
}

TEST(FindDialect, SaysWhatItDoubts) {
  const auto doubts = [](std::string_view sample) { return find_dialect(sample, true).doubts; };
  EXPECT_TRUE(doubts("x,y\n1,2\n3,4\n").empty());
  EXPECT_TRUE(doubts("Label\ttext\nham\thello there\nspam\tbuy now\n").empty()) << "a name that columns usually have";
  EXPECT_EQ(doubts("Ann,Lee\nBob,Ray\nCid,Fox\n"),
            std::vector<std::string>{"the first line may be a row: Ann, Lee; taken as the header"});
  EXPECT_EQ(doubts("a;b\n1,234;2\n"),
            std::vector<std::string>{"the comma of 1,234 may be a decimal mark or stand between thousands; the decimal "
                                     "mark is taken as ','"});
  EXPECT_EQ(
      doubts("mpg cyl hp\nMazda 21 6 110\nDatsun 22.8 4 93\n"),
      std::vector<std::string>{"the first line has one cell fewer than the others; the first column may have no name"});
}

TEST(FindDialect, ForgivesTheRecordThatTheSampleCuts) {
  EXPECT_EQ(found("x;y\n1,5;2\n3,5;4\n5,", false), "delimiter ';', decimal comma");
  EXPECT_EQ(found("x,y\n1,\"a\"\n3,\"b\n c", false), "delimiter ','");
}

TEST(FindDialect, TakesAnyBytes) {
  std::mt19937 random(7);
  const std::string alphabet("\"',;\t| \n\r#%a1.?\0\xEF\xBB\xBF\xFF\xFE\xE9=sep", 27);
  for (int round = 0; round < 3000; ++round) {
    std::string sample;
    const std::size_t size = random() % 80;
    while (sample.size() < size) sample += alphabet[random() % alphabet.size()];
    const FoundDialect dialect = find_dialect(sample, round % 2 == 0);
    EXPECT_TRUE(dialect.dialect.decimal == '.' || dialect.dialect.decimal == ',');
    EXPECT_GE(dialect.width, 1U);
    EXPECT_LE(dialect.skipped_lines, sample.size());
  }
}

TEST(FindDialect, WorksInTimeThatGrowsWithTheSample) {
  // Each would take minutes if some step were quadratic.
  for (const char* const piece :
       {"\"", "\"\n", ",\"a\"\"", "'\"", ",", "\n", "#\n", "\"a\"b\n", "a,\"b\n", " \t", "\"\"x,"}) {
    std::string sample;
    while (sample.size() < 40'000) sample += piece;
    EXPECT_GE(find_dialect(sample, true).width, 1U);
  }
}

TEST(Describe, SaysWhatIsNotUsual) {
  EXPECT_EQ(describe({}), "delimiter ','");
  EXPECT_EQ(describe({.delimiter = ';', .header = false, .decimal = ',', .encoding = Encoding::windows_1252}),
            "delimiter ';', decimal comma, Windows-1252, no header");
  EXPECT_EQ(describe({.missing = {"-", "x"}}), "delimiter ',', missing '-' 'x'");
}

TEST(DefaultMissingMarkers, AreThoseOfNumbers) {
  EXPECT_EQ(default_missing_markers(),
            (std::vector<std::string>{"", "NA", "N/A", "NaN", "null", "?", "#N/A", "<NA>", "<null>", "\\N"}));
}

}  // namespace
}  // namespace suffice
