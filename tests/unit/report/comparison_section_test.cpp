#include <gtest/gtest.h>

#include "report/page/sections.hpp"
#include "report/report_case.hpp"

namespace suffice::page {
namespace {

TEST(ComparisonSection, shows_verdict_curves_and_assumptions) {
  Report report = report_case();
  EXPECT_TRUE(comparison_sections(report).empty());
  const CurvePoint point{.rows = 10, .log_loss = {0.5, 0.1}, .error = {0.25, 0.1}};
  report.comparison = Comparison{
      .rows = 100,
      .folds = 10,
      .repeats = 3,
      .models = {{.name = "lda", .curve = {point, point}, .folds = point},
                 {.name = "logistic", .generative = false, .curve = {point, point}, .folds = point}},
      .checks = {{.assumption = "normal", .test = "a test", .effect = "skewness", .tests = {{.where = "<where>"}}}},
      .verdict = {"a <verdict>"}};
  add_pictures(report, {}, {.threads = 1});
  const std::vector<Section> sections = comparison_sections(report);
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_TRUE(says(sections[0].body.str(), "a &lt;verdict&gt;"));
  EXPECT_TRUE(says(sections[0].body.str(), "<svg"));
  EXPECT_TRUE(says(sections[1].body.str(), "&lt;where&gt;"));
}

}  // namespace
}  // namespace suffice::page
