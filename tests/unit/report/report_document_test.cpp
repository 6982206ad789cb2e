#include "report/report_document.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/report_case.hpp"

namespace suffice {
namespace {

using Json = nlohmann::ordered_json;

TEST(ReportDocument, holds_the_documents_of_the_other_commands) {
  const Report report = report_case();
  const Json json = Json::parse(report_json(report));
  EXPECT_EQ(json["version"], report_version);
  EXPECT_EQ(json["file"]["crc32"], "0123abcd");
  EXPECT_EQ(json["model"]["model"], "lda");
  EXPECT_EQ(json["evaluation"]["rows"], 120);
  EXPECT_EQ(json["evaluation"]["confusion"].size(), 3);
  EXPECT_EQ(json["evaluation"]["mistakes"].size(), 3);
  EXPECT_EQ(json["readings"][0]["numbers"]["means"].size(), 3);
  EXPECT_EQ(json["readings"][0]["numbers"]["more_features"], 0);
  EXPECT_FALSE(json.contains("comparison"));
}

TEST(ReportDocument, large_tables_are_cut) {
  Report report = report_case();
  ReportReading& reading = report.readings.front();
  const std::size_t d = 30'000;
  reading.features.assign(d, "x");
  reading.means.assign(3 * d, 1.0);
  reading.deviations.assign(d, 1.0);
  reading.separation.assign(d, 1.0);
  reading.order.resize(d);
  for (std::size_t j = 0; j < d; ++j) {
    reading.order[j] = j;
  }
  reading.axes.reset();
  const Json json = Json::parse(report_json(report));
  EXPECT_EQ(json["readings"][0]["numbers"]["means"][0].size(), 50);
  EXPECT_EQ(json["readings"][0]["numbers"]["more_features"], d - 50);
}

TEST(ReportDocument, a_page_embeds_the_same_on_one_line) {
  const Report report = report_case();
  EXPECT_EQ(Json::parse(embedded_document(report)), Json::parse(report_json(report)));
  EXPECT_EQ(embedded_document(report).find('\n'), embedded_document(report).size() - 1);
}

}  // namespace
}  // namespace suffice
