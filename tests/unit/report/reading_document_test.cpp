// The members that say what one reading is.
#include "report/reading_document.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Json = nlohmann::ordered_json;

class ReadingDocuments : public testing::Test {
 protected:
  [[nodiscard]] Json written(bool with_details) const {
    const ReadingDetails details = reading_details(stored_, model_, 0);
    JsonWriter json;
    ReadingDocument(stored_, options_.readings[0], model_, 0).write(json, with_details ? &details : nullptr);
    return Json::parse(json.text());
  }

  TestTable table_ = random_table(2, 60, 3, 2);
  Stored stored_ = {options_for("lda", table_.schema()), table_.summary()};
  Options options_ = checked(stored_.options, stored_.summary.schema);
  Model model_ = estimate(stored_.summary, stored_.options).tempered({0.5});
};

TEST_F(ReadingDocuments, AReadingSaysItsKindItsFeaturesAndHowItIsRead) {
  const Json json = written(false);
  EXPECT_EQ(json["kind"], "measurements");
  EXPECT_EQ(json["features"], Json({"x0", "x1", "x2"}));
  EXPECT_EQ(json["model"], "lda");
  EXPECT_EQ(json["temperature"], 0.5);
  EXPECT_EQ(json["moments"], "pooled");
  EXPECT_FALSE(json.contains("mean"));
}

TEST_F(ReadingDocuments, WithItsDetailsItHasTheSumsAndTheAxes) {
  const Json json = written(true);
  EXPECT_EQ(json["mean"][1][2].get<double>(), moments_of(stored_.summary).mean[5]);
  EXPECT_EQ(json["scatter"][2][1].get<double>(), moments_of(stored_.summary).scatter[7]);
  EXPECT_EQ(json["standard_deviations"].size(), 1U);
  EXPECT_EQ(json["discriminants"]["axes"].size(), 3U);
  EXPECT_FALSE(json.contains("strongest"));
}

}  // namespace
}  // namespace suffice
