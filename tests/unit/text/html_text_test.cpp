// HTML as text: what is dropped, what separates words, what is invisible, links, and pages that are none.
#include "text/mail/html_text.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Hosts = std::vector<std::string>;

std::string seen(std::string_view html) {
  std::string text;
  Hosts hosts;
  append_html_text(html, text, hosts);
  return text;
}

Hosts hosts_of(std::string_view html) {
  std::string text;
  Hosts hosts;
  append_html_text(html, text, hosts);
  return hosts;
}

TEST(HtmlText, tags_comments_scripts_and_styles_are_dropped) {
  EXPECT_EQ(seen("<!DOCTYPE html><i>a</i><!-- b --> c<script>if (a</b) d</script> e<STYLE>p{}</Style><?x f?> g"),
            "a c e g");
  EXPECT_EQ(seen("a<!-->b<!--->c<!--d"), "abc");
}

TEST(HtmlText, inline_elements_and_unknown_ones_do_not_separate_words) {
  EXPECT_EQ(seen("v<b></b>i<font color=red>a</font>g<!-- x -->r<xyz>a"), "viagra");
  EXPECT_EQ(seen("vi&shy;ag\xE2\x80\x8Bra"), "viagra");
}

TEST(HtmlText, blocks_separate_words) {
  EXPECT_EQ(seen("<table><tr><td>a<td>b</table>c<br>d<p>e<li>f"), "a\nb\nc\nd\ne\nf");
}

TEST(HtmlText, invisible_text_is_dropped) {
  EXPECT_EQ(seen("a<div style='display:none'>x<p>y</div>b"), "a\nb");
  EXPECT_EQ(seen("a<span hidden>x</span>b<font color=white>y</font>c<font style=\"font-size:1px\">z</font>d"), "abcd");
  EXPECT_EQ(seen("<body bgcolor=#000000 text=#ffffff>a<font color=black>x</font>b"), "ab");
  EXPECT_EQ(seen("<div style='visibility:hidden'>x<b style='visibility:visible'>a</b></div>"), "a\n");
  EXPECT_EQ(seen("<td bgcolor=blue><font color=white>a</font></td>"), "a\n");
}

TEST(HtmlText, a_hidden_block_ends_with_itself) {
  EXPECT_EQ(seen("<b><div hidden>x</b>y</div>z"), "z");
  EXPECT_EQ(seen("<p hidden>x<p>a"), "a");
  EXPECT_EQ(seen("<tr><td hidden>x<td>a<tr><td>b"), "a\nb");
}

TEST(HtmlText, hosts_of_links_and_images) {
  EXPECT_EQ(hosts_of("<a href='http://WWW.Example.com/x?y'>a</a><img src=//img.example.org/1.gif><a href=mailto:a@b.c>"
                     "<a href=\"http://u:p@&#101;vil.example:80\">"),
            (Hosts{"www.example.com", "img.example.org", "evil.example"}));
  EXPECT_EQ(hosts_of("<a href=page.html><img src=cid:1></a href='http://x.y'>"), Hosts());
}

TEST(HtmlText, any_bytes_are_a_page) {
  EXPECT_EQ(seen(""), "");
  EXPECT_EQ(seen("1 < 2 & 3 > 2"), "1 < 2 & 3 > 2");
  EXPECT_EQ(seen("a</>b</ >c<>d"), "abc<>d");
  for (const std::string_view cut : {"<", "<a", "<a ", "<a b", "<a b=", "<a b='", "</", "</a", "<!", "<!--", "<script",
                                     "<script>", "<script></", "&", "&#", "<a b='c", "<a/", "<style></styl"}) {
    EXPECT_LE(seen(cut).size(), cut.size()) << cut;
  }
  EXPECT_EQ(seen(std::string("a\0\xFF\xC2", 4)), std::string("a\0\xFF\xC2", 4));
}

TEST(HtmlText, time_is_linear_and_nesting_bounded) {
  for (const std::string_view piece : {"<div>", "<b>", "<p>", "<td>", "</b>", "<a b='", "<!--", "<", "&", "<script></",
                                       "<div style='", "<a href=http://x@", "&#1", "<b><p>"}) {
    std::string html;
    while (html.size() < 200'000) html += piece;
    seen(html + "z");  // each in milliseconds
  }
  std::string deep;
  for (int k = 0; k < 10'000; ++k) deep += "<div hidden>";
  EXPECT_EQ(seen(deep + "x"), "");
}

}  // namespace
}  // namespace suffice
