#include <gtest/gtest.h>

#include "report/page/sections.hpp"
#include "report/report_case.hpp"

namespace suffice::page {
namespace {

TEST(CheckSection, shows_verdict_columns_and_evidence) {
  Report report = report_case();
  EXPECT_TRUE(check_sections(report).empty());
  report.check = ModelCheck{.rows = 1200, .draws = 2400, .simulations = 199};
  report.check->columns = {{.column = "<c>", .distance = 0.25, .worst_label = "<l>"}};
  report.check->verdict = {"a <verdict>"};
  report.check->evidence = {.levels = {0.5}, .in_rows = {-3}, .in_draws = {-2}, .below = 0.04};
  report.check->classifier = {.classifier = "<lda>", .rows = 600, .accuracy = {0.75, 0.7, 0.8}};
  const std::vector<Section> sections = check_sections(report);
  ASSERT_EQ(sections.size(), 1U);
  const std::string html = sections[0].body.str();
  for (const char* each : {"1,200 rows beside 2,400", "a &lt;verdict&gt;", "<bdi>&lt;c&gt;</bdi>",
                           "<bdi>&lt;l&gt;</bdi>", "--w:25.0%", "4.0", "&lt;lda&gt;", "of 600 cases"}) {
    EXPECT_TRUE(says(html, each)) << each;
  }
}

}  // namespace
}  // namespace suffice::page
