#include "report/page/html.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace suffice::page {
namespace {

TEST(HtmlOfAPage, text_of_the_data_is_never_markup) {
  EXPECT_EQ(text("<script>\"'&").str(), "&lt;script&gt;&quot;&#39;&amp;");
  EXPECT_EQ(element("td", {{"class", "a\"b"}, {"style", ""}}, text("<")).str(), "<td class=\"a&quot;b\">&lt;</td>");
}

TEST(HtmlOfAPage, any_bytes_become_characters_that_are_seen) {
  EXPECT_EQ(shown_text(std::string_view("a\0b\x7F\xFF\n\xC2\x85", 8)),
            "a\xE2\x90\x80"
            "b\xE2\x90\xA1\xEF\xBF\xBD \xEF\xBF\xBD");
  EXPECT_EQ(shown_text("\xC3\xA9"), "\xC3\xA9");
}

TEST(HtmlOfAPage, names_are_isolated_and_cut) {
  EXPECT_EQ(name("x").str(), "<bdi>x</bdi>");
  EXPECT_EQ(name("").str(), "<bdi><i>empty</i></bdi>");
  std::string longer;
  for (int k = 0; k < 81; ++k) {
    longer += "\xC3\xA9";
  }
  EXPECT_EQ(name(longer).str(), "<bdi class=\"long\" title=\"" + longer + "\">" + longer.substr(0, 120) +
                                    "\xE2\x80\xA6" + longer.substr(0, 40) + "</bdi>");
  EXPECT_EQ(name(longer.substr(0, 160)).str(), "<bdi class=\"long\">" + longer.substr(0, 160) + "</bdi>");
  EXPECT_EQ(name("<23456789", 8).str(),
            "<bdi title=\"&lt;23456789\">&lt;23456\xE2\x80\xA6"
            "89</bdi>");
  EXPECT_EQ(name("words of some length").str(), "<bdi>words of some length</bdi>");
}

TEST(HtmlOfAPage, numbers_for_people) {
  EXPECT_EQ(number_for_people(-1.23456),
            "\xE2\x88\x92"
            "1.235");
  EXPECT_EQ(number_for_people(-0.0), "0");
  EXPECT_EQ(number_for_people(std::numeric_limits<double>::infinity()), "\xE2\x88\x9E");
  EXPECT_EQ(number_for_people(std::numeric_limits<double>::quiet_NaN()), "\xE2\x80\x93");
  EXPECT_EQ(count_for_people(1234567), "1,234,567");
  EXPECT_EQ(count_for_people(123), "123");
  EXPECT_EQ(count_for_people(1.5), "1.5");
  EXPECT_EQ(percent(0.98125), "98.1\xC2\xA0%");
  EXPECT_EQ(percent(1), "100.0\xC2\xA0%");
  EXPECT_EQ(percent(0), "0.0\xC2\xA0%");
  EXPECT_EQ(percent(0.9997), "99.97\xC2\xA0%");
  EXPECT_EQ(percent(0.0003), "0.03\xC2\xA0%");
  EXPECT_EQ(percent(1e-9), "0.0000\xC2\xA0%");
  EXPECT_EQ(number_for_people(189778.3), "189,778");
  EXPECT_EQ(number_for_people(-7753.2),
            "\xE2\x88\x92"
            "7,753");
  EXPECT_EQ(number_for_people(999.96), "1,000");
  EXPECT_EQ(number_for_people(999.9), "999.9");
  EXPECT_EQ(probability_for_people(0.99999),
            ">\xC2\xA0"
            "0.9999");
  EXPECT_EQ(probability_for_people(1e-9),
            "<\xC2\xA0"
            "0.0001");
  EXPECT_EQ(probability_for_people(1), "1");
  EXPECT_EQ(probability_for_people(0.25), "0.25");
  EXPECT_EQ(score_for_people(0.99996),
            ">\xC2\xA0"
            "0.9999");
  EXPECT_EQ(score_for_people(1), "1");
  EXPECT_EQ(score_for_people(0.00001), "1e-05");
}

TEST(HtmlOfAPage, tables_have_a_caption_and_headers_with_scopes) {
  HtmlTable table(text("what"));
  table.column(text("name")).number_column(text("n"));
  table.row(text("a")).number(1);
  table.row(text("b")).bar(2, "2").signed_bar(-0.5);
  const std::string html = table.html().str();
  EXPECT_NE(html.find("<caption>what</caption>"), std::string::npos);
  EXPECT_NE(html.find("<th scope=\"col\" class=\"n\">n</th>"), std::string::npos);
  EXPECT_NE(html.find("<tr><th scope=\"row\">a</th><td class=\"n\">1</td></tr>"), std::string::npos);
  EXPECT_NE(html.find("--w:100.0%"), std::string::npos);  // a share beyond 1 fills the cell
  EXPECT_NE(html.find("left:25.0%;width:25.0%"), std::string::npos);
  EXPECT_EQ(html.find("<table class"), std::string::npos);
  EXPECT_NE(table.dense().html().str().find("<table class=\"dense\">"), std::string::npos);
}

}  // namespace
}  // namespace suffice::page
