// The members that say what a model is, for each kind of sums.
#include "report/model_document.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Json = nlohmann::ordered_json;

const TestTable table = random_table(2, 60, 3, 2);

Stored stored_as(const std::string& model, Shrinkage shrinkage = NoShrinkage{}) {
  auto gaussian = std::get<GaussianOptions>(find_model(model).options);
  if (!std::holds_alternative<NoShrinkage>(shrinkage)) {
    gaussian.shrinkage = shrinkage;
  }
  return {{.readings = {{.options = gaussian}}},
          summarise(table.table(), table.labels(), table.schema(), {.keep = {moments_needed(gaussian)}})};
}

Json brief_of(const Stored& stored) {
  JsonWriter json;
  json.begin_object();
  write_model(json, stored, estimate(stored.summary, stored.options));
  return Json::parse(json.end_object().text());
}

/// With sums and forms.
Json all_of(const Stored& stored) {
  const Model model = estimate(stored.summary, stored.options);
  std::vector<ReadingDetails> details;
  for (std::size_t r = 0; r < model.readings(); ++r) {
    details.push_back(reading_details(stored, model, r, {.top = 3}));
  }
  JsonWriter json;
  json.begin_object();
  write_model(json, stored, model, details);
  return Json::parse(json.end_object().text());
}

TEST(ModelDocument, SaysWhichModelItIs) {
  const Json lda = brief_of(stored_as("lda", FixedShrinkage{0.5}));
  EXPECT_EQ(lda["model"], "lda");
  EXPECT_EQ(lda["shrinkage"], "0.5");
  EXPECT_EQ(lda["lambda"], 0.5);
  EXPECT_EQ(lda["ridge"], 0);
  EXPECT_EQ(lda["moments"], "pooled");
  EXPECT_FALSE(lda.contains("rda"));
  const Json qda = brief_of(stored_as("qda", OasShrinkage{}));
  EXPECT_EQ(qda["model"], "qda");
  EXPECT_EQ(qda["lambda"].size(), 2U);
  EXPECT_EQ(qda["moments"], "full");
  EXPECT_EQ(qda["readable_as"].size(), 9U);
  const Json rda = brief_of(stored_as("rda", RdaShrinkage{0.25, 0.5}));
  EXPECT_EQ(rda["rda"]["alpha"], 0.25);
  EXPECT_EQ(rda["rda"]["gamma"], 0.5);
  EXPECT_EQ(brief_of(stored_as("centroid"))["moments"], "pooled_diagonal");
}

TEST(ModelDocument, HasTheSumsBitForBitInTheirShape) {
  const Stored full = stored_as("qda", LedoitWolfShrinkage{});
  const Json json = all_of(full);
  EXPECT_EQ(json["scatter"][1][2][0].get<double>(), moments_of(full.summary).scatter[9 + 6]);
  EXPECT_EQ(json["mean"][1][2].get<double>(), moments_of(full.summary).mean[5]);
  EXPECT_EQ(json["third"][1][0].get<double>(), moments_of(full.summary).third[3]);
  EXPECT_EQ(json["fourth"][1].get<double>(), moments_of(full.summary).fourth[1]);
  EXPECT_EQ(json["standard_deviations"].size(), 2U);
  const Stored pooled = stored_as("lda");
  EXPECT_EQ(all_of(pooled)["scatter"][2][1].get<double>(), moments_of(pooled.summary).scatter[7]);
  EXPECT_FALSE(all_of(pooled).contains("fourth"));
  const Stored diagonal = stored_as("gaussian-nb");
  EXPECT_EQ(all_of(diagonal)["scatter"][1][0].get<double>(), moments_of(diagonal.summary).scatter[3]);
  const Stored least = stored_as("diagonal-lda");
  EXPECT_EQ(all_of(least)["scatter"][2].get<double>(), moments_of(least.summary).scatter[2]);
}

TEST(ModelDocument, HasTheFormOfThePosterior) {
  const Stored lda = stored_as("lda");
  const Model model = estimate(lda.summary, lda.options);
  const Json linear = all_of(lda);
  EXPECT_EQ(linear["linear_form"]["coefficients"][1][2].get<double>(), model.linear_form().coefficients[5]);
  EXPECT_EQ(linear["linear_form"]["intercepts"][1].get<double>(), model.linear_form().intercepts[1]);
  EXPECT_EQ(linear["linear_form"]["theta"].size(), 4U);
  EXPECT_EQ(linear["discriminants"]["axes"].size(), 3U);
  EXPECT_EQ(linear["discriminants"]["axes"][0].size(), 1U);
  EXPECT_EQ(linear["discriminants"]["explained"][0], 1);
  EXPECT_FALSE(linear.contains("quadratic_form"));
  const Json quadratic = all_of(stored_as("qda"));
  EXPECT_EQ(quadratic["quadratic_form"]["matrices"][1][2].size(), 3U);
  EXPECT_EQ(quadratic["quadratic_form"]["coefficients"].size(), 2U);
  EXPECT_FALSE(quadratic.contains("linear_form"));
  EXPECT_FALSE(quadratic.contains("discriminants"));
  Stored predictive = stored_as("lda");
  std::get<GaussianOptions>(predictive.options.readings[0].options).estimator = Estimator::predictive;
  EXPECT_FALSE(all_of(predictive).contains("linear_form"));
}

TEST(ModelDocument, AModelOfOneReadingSaysEverythingAtTheTop) {
  const Json json = all_of(stored_as("lda"));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) {
    keys.push_back(key);
  }
  EXPECT_EQ(keys, (std::vector<std::string>{"rows",
                                            "weight",
                                            "labels",
                                            "model",
                                            "estimate",
                                            "shrinkage",
                                            "lambda",
                                            "ridge",
                                            "class_prior",
                                            "moments",
                                            "readable_as",
                                            "classes",
                                            "features",
                                            "dropped",
                                            "target",
                                            "notes",
                                            "mean",
                                            "scatter",
                                            "standard_deviations",
                                            "linear_form",
                                            "discriminants"}));
}

/// Two measurements, a category and a text.
class MixedDocument : public testing::Test {
 protected:
  MixedDocument() {
    stored_.summary = summarise(rows_, {codes_, names_}, schema_, {.threads = 1});
    stored_.options = options_for("lda", schema_);
  }

  const std::vector<double> numbers_{1, 2, 2, 1, 4, 6, 5, 5, 7, 9};
  const std::vector<std::uint32_t> colours_{0, 1, 0, 1, 1};
  const std::vector<std::string> palette_{"red", "blue"};
  const std::vector<std::string> notes_{"see you", "see me", "win a prize", "a prize", "win"};
  const std::vector<std::uint32_t> codes_{0, 0, 1, 1, 1};
  const std::vector<std::string> names_{"ham", "spam"};
  const Schema schema_{.blocks = {{.kind = Kind::measurements, .features = {"x", "y"}},
                                  {.kind = Kind::categories, .features = {"colour"}},
                                  {.kind = Kind::text, .features = {"note"}}},
                       .target = "label"};
  const Table rows_{5,
                    {NumberMatrix{numbers_.data(), 2, 2, 1}, CategoryColumn{colours_.data(), Texts(palette_)},
                     TextColumn{Texts(notes_)}},
                    {}};
  Stored stored_;
};

TEST_F(MixedDocument, HasAnObjectForEachReading) {
  const Json json = all_of(stored_);
  EXPECT_EQ(json["model"], "lda + categorical-nb + multinomial-nb");
  EXPECT_EQ(json["features"], Json({"x", "y", "colour", "note"}));
  EXPECT_EQ(json["class_prior"], "empirical");
  EXPECT_EQ(json["classes"][1]["rows"], 3);
  EXPECT_FALSE(json.contains("estimate"));
  EXPECT_FALSE(json.contains("mean"));
  const Json& readings = json["readings"];
  ASSERT_EQ(readings.size(), 3U);
  EXPECT_EQ(readings[0]["kind"], "measurements");
  EXPECT_EQ(readings[0]["features"], Json({"x", "y"}));
  EXPECT_EQ(readings[0]["model"], "lda");
  EXPECT_EQ(readings[0]["moments"], "pooled");
  EXPECT_EQ(readings[0]["mean"][0], Json({1.5, 1.5}));
  EXPECT_EQ(readings[0]["discriminants"]["axes"].size(), 2U);
  EXPECT_EQ(readings[1]["kind"], "categories");
  EXPECT_EQ(readings[1]["counts"], "values");
  EXPECT_EQ(readings[1]["values"][0]["counts"], Json({{1.0, 2.0}, {1.0, 1.0}}));
  EXPECT_EQ(readings[1]["strongest"].size(), 2U);
  EXPECT_EQ(readings[2]["kind"], "text");
  EXPECT_EQ(readings[2]["text"]["ngrams"], "1");
  EXPECT_EQ(readings[2]["distinct_terms"], 6);
  EXPECT_EQ(readings[2]["strongest"][0]["top"][0]["feature"], "see");
  EXPECT_EQ(json["linear_form"]["names"].size(), 2U + 2U + 6U);
  EXPECT_EQ(json["linear_form"]["theta"].size(), 11U);
  const Json brief = brief_of(stored_);
  EXPECT_EQ(brief["readings"].size(), 3U);
  EXPECT_FALSE(brief["readings"][0].contains("mean"));
  EXPECT_FALSE(brief.contains("linear_form"));
}

TEST_F(MixedDocument, AReadingOfFewerFeaturesHasTheSumsOfThese) {
  stored_.options.readings[0].features = {"y"};
  const Json json = all_of(stored_);
  EXPECT_EQ(json["features"], Json({"y", "colour", "note"}));
  EXPECT_EQ(json["readings"][0]["features"], Json({"y"}));
  EXPECT_EQ(json["readings"][0]["mean"][0], Json(std::vector<double>{1.5}));
  EXPECT_EQ(json["readings"][0]["scatter"].size(), 1U);
  EXPECT_EQ(json["readings"][0]["standard_deviations"][0].size(), 1U);
}

TEST_F(MixedDocument, OneReadingOfSeveralBlocksStandsAtTheTop) {
  stored_.options.readings = {stored_.options.readings[1]};
  const Json json = all_of(stored_);
  EXPECT_EQ(json["model"], "categorical-nb");
  EXPECT_EQ(json["features"], Json(std::vector<std::string>{"colour"}));
  EXPECT_EQ(json["values"][0]["feature"], "colour");
  EXPECT_FALSE(json.contains("readings"));
}

}  // namespace
}  // namespace suffice
