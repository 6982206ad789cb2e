#include <gtest/gtest.h>

#include "report/page/sections.hpp"

namespace suffice::page {
namespace {

TEST(WeightedText, marks_words_by_what_they_say) {
  const std::vector<WeightedToken> tokens = {{"win", 0, 3, 2}, {"<now>", 4, 9, -1}, {"at", 10, 12, 0.01}};
  EXPECT_EQ(weighted_text("Win <now> at", tokens).str(),
            "<mark style=\"--a:0.50\" title=\"win: +2\">Win</mark> "
            "<mark class=\"against\" style=\"--a:0.30\" title=\"&lt;now&gt;: \xE2\x88\x92"
            "1\">&lt;now&gt;</mark> at");
}

TEST(WeightedText, sums_what_terms_say_that_overlap) {
  const std::vector<WeightedToken> tokens = {{"a b", 0, 3, 1}, {"b c", 2, 5, 1}};
  EXPECT_EQ(weighted_text("a b c", tokens).str(),
            "<mark style=\"--a:0.30\" title=\"a b: +1\">a </mark>"
            "<mark style=\"--a:0.50\" title=\"a b: +1, b c: +1\">b</mark>"
            "<mark style=\"--a:0.30\" title=\"b c: +1\"> c</mark>");
}

TEST(WeightedText, without_tokens_is_text) { EXPECT_EQ(weighted_text("a <b>", {}).str(), "a &lt;b&gt;"); }

}  // namespace
}  // namespace suffice::page
