#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/options.hpp"

namespace suffice {
namespace {

std::string failure_of_text(const std::string& text) {
  try {
    parse_pseudocount(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "no error";
}

TEST(ParsePseudocount, a_number_is_for_all) {
  EXPECT_EQ(parse_pseudocount("0.5"), (Pseudocount{.all = 0.5, .rules = {}}));
  EXPECT_EQ(parse_pseudocount("0"), (Pseudocount{.all = 0.0, .rules = {}}));
  EXPECT_EQ(failure_of_text("-1"),
            "cannot read '-1' as a pseudocount: give a number from 0 to 1e100, or a table with the columns label, "
            "feature, value and pseudocount");
  for (const std::string text : {"", "nan", "inf", "1e999", "1,2"}) {
    EXPECT_NE(failure_of_text(text), "no error") << text;
  }
}

TEST(ParsePseudocount, a_table_has_rules) {
  const Pseudocount found =
      parse_pseudocount("label,feature,value,pseudocount\nspam,colour,\"red, dark\",2\n,size,,0.25\n,,,1\n");
  EXPECT_EQ(found, (Pseudocount{.all = 1.0,
                                .rules = {{.label = "spam", .feature = "colour", .value = "red, dark", .count = 2},
                                          {.label = "", .feature = "size", .value = "", .count = 0.25}}}));
  EXPECT_EQ(parse_pseudocount("pseudocount,label\r\n3,ham"),
            (Pseudocount{.all = {}, .rules = {{.label = "ham", .feature = "", .value = "", .count = 3}}}));
}

TEST(ParsePseudocount, a_table_that_cannot_be_read_says_where) {
  EXPECT_EQ(failure_of_text("label,pseudocount\nspam,1\nham,-2\n"),
            "pseudocounts:3:5: the pseudocount '-2' is not a number from 0 to 1e100");
  EXPECT_EQ(failure_of_text("label,pseudocount\nspam,1,2\n"), "pseudocounts:2: 3 cells where the header has 2");
  EXPECT_EQ(failure_of_text("word,pseudocount\nspam,1\n"),
            "pseudocounts:1: 'word' is not, or not only once, one of the columns label, feature, value and "
            "pseudocount");
  EXPECT_EQ(failure_of_text("pseudocount\n"), "the table of pseudocounts has no row");
  EXPECT_EQ(failure_of_text("label,pseudocount\n,1\nspam,3\n,2\n"),
            "pseudocounts:4: a second pseudocount for all: leave out one of them");
  EXPECT_THROW(parse_pseudocount("label,\"pseudocount\"x\n"), Error);
}

}  // namespace
}  // namespace suffice
