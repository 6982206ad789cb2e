#include <gtest/gtest.h>

#include "report/page/sections.hpp"
#include "report/report_case.hpp"

namespace suffice::page {
namespace {

TEST(TuningSection, shows_the_search_and_what_was_taken) {
  Report report = report_case();
  EXPECT_TRUE(tuning_sections(report).empty());
  report.stored.tuning = {.rows = 120,
                          .before = 0.5,
                          .after = 0.25,
                          .trials = {{.option = "shrinkage", .value = "none", .criterion = 0.5},
                                     {.option = "shrinkage", .value = "0.1", .criterion = 0.25, .chosen = true},
                                     {.option = "add", .value = "<b>", .criterion = 0.25, .chosen = true}}};
  add_pictures(report, {}, {.threads = 1});
  const std::vector<Section> sections = tuning_sections(report);
  ASSERT_EQ(sections.size(), 1U);
  const std::string& body = sections[0].body.str();
  EXPECT_TRUE(says(body, "by leave-one-out on 120 rows"));
  EXPECT_TRUE(says(body, "<svg"));
  EXPECT_TRUE(says(body, "&lt;b&gt;"));
  EXPECT_FALSE(says(body, "<b>"));
}

}  // namespace
}  // namespace suffice::page
