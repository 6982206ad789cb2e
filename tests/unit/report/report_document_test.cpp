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

TEST(ReportDocument, classes_that_are_cut_are_the_least_probable) {
  Report report = report_case(60);
  const std::vector<std::string> labels = report.model.labels();
  GivenPrior prior;
  for (const std::string& label : labels) prior.probability[label] = label == labels.back() ? 0.41 : 0.01;
  report.stored.options.class_prior = prior;
  report.model = estimate(report.stored.summary, report.stored.options);
  ReportReading& reading = report.readings.front();
  const std::size_t d = 400;
  reading.features.assign(d, "x");
  reading.means.assign(60 * d, 1.0);
  reading.deviations.assign(d, 1.0);
  reading.separation.assign(d, 1.0);
  reading.order.assign(d, 0);
  reading.axes.reset();
  const Json numbers = Json::parse(report_json(report))["readings"][0]["numbers"];
  EXPECT_EQ(numbers["means"].size(), 50);
  EXPECT_EQ(numbers["labels"][0], labels.back());
  EXPECT_EQ(numbers["more_classes"], 10);
}

TEST(ReportDocument, a_page_embeds_the_same_on_one_line) {
  const Report report = report_case();
  EXPECT_EQ(Json::parse(embedded_document(report)), Json::parse(report_json(report)));
  EXPECT_EQ(embedded_document(report).find('\n'), embedded_document(report).size() - 1);
}

}  // namespace
}  // namespace suffice
