#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/report_case.hpp"

namespace suffice {
namespace {

TEST(PageOfAReport, is_one_file_in_which_names_are_text) {
  const std::string html = report_html(report_case(3, "</script><script>alert(1)</script>"));
  EXPECT_TRUE(html.starts_with("<!doctype html>"));
  EXPECT_FALSE(says(html, "<script>"));
  EXPECT_FALSE(says(html, "<i>.model"));
  EXPECT_TRUE(says(html, "&lt;i&gt;.model"));
  EXPECT_FALSE(says(html, "https://"));
  EXPECT_FALSE(says(html, "src="));
}

TEST(PageOfAReport, embeds_the_document) {
  const Report report = report_case(2, "</script>");
  const std::string html = report_html(report);
  const std::string start = "id=\"document\">\n";
  const std::size_t begin = html.find(start) + start.size();
  const std::string json = html.substr(begin, html.find("</script>", begin) - begin);
  EXPECT_EQ(nlohmann::json::parse(json), nlohmann::json::parse(report_json(report)));
}

TEST(PageOfAReport, one_class_and_no_rows_still_make_a_page) {
  Report report = report_case(1);
  report.rows.reset();
  const std::string html = report_html(report);
  EXPECT_TRUE(says(html, "id=\"prior\""));
  EXPECT_FALSE(says(html, "id=\"reasons\""));
  EXPECT_FALSE(says(html, "id=\"scores\""));
}

}  // namespace
}  // namespace suffice
