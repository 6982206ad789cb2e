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
