#include <gtest/gtest.h>

#include "report/page/sections.hpp"
#include "report/report_case.hpp"

namespace suffice::page {
namespace {

std::string all_of(const Report& report) {
  std::string html;
  for (const Section& section : row_sections(report)) {
    html += section.id + ": " + section.body.str();
  }
  return html;
}

TEST(RowSections, show_scores_confusions_and_rows) {
  const std::string html = all_of(report_case());
  EXPECT_TRUE(says(html, "of 120 rows get their own label"));
  EXPECT_TRUE(says(html, "confusion: "));
  EXPECT_TRUE(says(html, "surprising: "));
  EXPECT_TRUE(says(html, "Parts of the log odds of"));
  EXPECT_TRUE(says(html, "and 1 more"));
}

TEST(RowSections, bars_of_a_row_have_one_scale) {
  Report report = report_case();
  ReportRow& row = report.rows->surprising.front();
  row.parts = {{.feature = "x0", .value = "1", .log_odds = 1}};
  row.rest = -4;
  row.base = 2;
  report.rows->surprising.resize(1);
  report.rows->mistakes.clear();
  const std::string html = all_of(report);
  EXPECT_TRUE(says(html, "left:50%;width:12.5%"));
  EXPECT_TRUE(says(html, "left:0.0%;width:50.0%"));
  EXPECT_TRUE(says(html, "left:50%;width:25.0%"));
}

TEST(RowSections, words_are_marked_and_not_called_columns) {
  Report report = report_case();
  ReportRow& row = report.rows->surprising.front();
  row.excerpt = "<40> now";
  row.tokens = {{"40", 1, 3, 1.5}};
  row.parts = {{.feature = "40", .value = "1", .log_odds = 1.5, .is_term = true}};
  const std::string html = all_of(report);
  EXPECT_TRUE(says(html, "<blockquote>&lt;<mark style=\"--a:0.50\" title=\"40: +1.5\">40</mark>&gt; now</blockquote>"));
  EXPECT_TRUE(says(html, "Words are marked"));
  EXPECT_FALSE(says(html, "column <bdi>40"));
}

TEST(RowSections, evidence_is_judged_by_rows_that_the_model_draws) {
  Report report = report_case();
  report.rows->surprising.front().typicality = 0.135;
  EXPECT_TRUE(says(all_of(report), ": 13.5\xC2\xA0% of the rows that the model draws are no more likely"));
  report.rows->surprising.front().typicality = 0;
  EXPECT_TRUE(says(all_of(report), ": no row of 1,000 that the model draws is as unlikely"));
}

TEST(RowSections, weights_are_called_weights) {
  Report report = report_case();
  report.stored.summary.schema.weight = "w";
  const std::string html = all_of(report);
  EXPECT_TRUE(says(html, "of the weight of 120 rows (120) gets its own label"));
  EXPECT_TRUE(says(html, "Weight of each class (down) that gets each label (across)"));
  EXPECT_TRUE(says(html, "<th scope=\"col\" class=\"n\">Weight</th>"));
  EXPECT_FALSE(says(html, "<th scope=\"col\" class=\"n\">Rows</th>"));
}

TEST(RowSections, none_without_rows) {
  Report report = report_case();
  report.rows.reset();
  EXPECT_TRUE(row_sections(report).empty());
}

TEST(RowSections, calibration_is_shown_before_and_after) {
  Report report = report_case();
  EXPECT_FALSE(says(all_of(report), "Before it was calibrated"));
  report.rows->uncalibrated = report.rows->metrics;
  EXPECT_TRUE(says(all_of(report), "Before it was calibrated"));
}

TEST(RowSections, very_many_classes_have_no_matrix) {
  const std::string html = all_of(report_case(25));
  EXPECT_FALSE(says(html, "td class=\"heat"));
  EXPECT_TRUE(says(html, "Labels that are taken for each other most often"));
}

}  // namespace
}  // namespace suffice::page
