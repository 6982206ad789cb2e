#include <gtest/gtest.h>

#include "report/report_case.hpp"
#include "suffice/model_report.hpp"

namespace suffice {
namespace {

std::vector<std::string> kinds_of(const Report& report) {
  std::vector<std::string> kinds;
  for (const ReportPicture& picture : report.pictures) {
    kinds.push_back(picture.kind);
  }
  return kinds;
}

TEST(ReportPictures, are_those_that_the_model_and_the_rows_have) {
  Report report = report_case();
  add_pictures(report, {}, {.threads = 1});
  EXPECT_EQ(kinds_of(report), (std::vector<std::string>{"densities", "boundary", "projection"}));
  const TestTable table = random_table(3, 120, 2, 3);
  report = report_case();
  add_pictures(report, PictureRows{table.table(), table.labels()}, {.threads = 1});
  EXPECT_EQ(kinds_of(report), (std::vector<std::string>{"densities", "boundary", "projection", "roc", "calibration"}));
}

TEST(ReportPictures, numbers_that_are_intervals_too_have_densities) {
  Report report = report_case();
  ReportReading values{.kind = "categories", .family = "categorical-nb"};
  values.values = {{.feature = report.readings.front().features.front(), .names = {"< 1"}}};
  report.readings.push_back(values);
  add_pictures(report, {}, {.threads = 1});
  EXPECT_EQ(kinds_of(report), (std::vector<std::string>{"densities", "number-densities", "boundary", "projection"}));
}

TEST(ReportPictures, one_class_has_no_boundary) {
  Report report = report_case(1);
  add_pictures(report, {}, {.threads = 1});
  EXPECT_EQ(kinds_of(report), (std::vector<std::string>{"densities"}));
}

}  // namespace
}  // namespace suffice
