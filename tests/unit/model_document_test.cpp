// The members that say what a model is, for each kind of sums.
#include "report/model_document.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Json = nlohmann::ordered_json;

const Table table = random_table(2, 60, 3, 2);

Stored stored_as(const std::string& model, Shrinkage shrinkage = NoShrinkage{}) {
  EstimateOptions options;
  set_model(options, model);
  if (!std::holds_alternative<NoShrinkage>(shrinkage)) {
    options.shrinkage = shrinkage;
  }
  return {options, summarise(table.batch(), table.labels(), table.schema(), {.keep = sums_needed(options)})};
}

template <typename Write>
Json written(const Stored& stored, Write write) {
  JsonWriter json;
  json.begin_object();
  write(json, stored, estimate(stored.summary, stored.options));
  return Json::parse(json.end_object().text());
}

Json model_of(const Stored& stored) {
  return written(
      stored, [](JsonWriter& json, const Stored& content, const Model& model) { write_model(json, content, model); });
}

Json sums_of(const Stored& stored) {
  return written(stored, [](JsonWriter& json, const Stored& content, const Model&) { write_sums(json, content); });
}

Json forms_of(const Stored& stored) {
  return written(
      stored, [](JsonWriter& json, const Stored& content, const Model& model) { write_forms(json, content, model); });
}

TEST(ModelDocument, SaysWhichModelItIs) {
  const Json lda = model_of(stored_as("lda", FixedShrinkage{0.5}));
  EXPECT_EQ(lda["model"], "lda");
  EXPECT_EQ(lda["shrinkage"], "0.5");
  EXPECT_EQ(lda["lambda"], 0.5);
  EXPECT_EQ(lda["ridge"], 0);
  EXPECT_EQ(lda["moments"], "pooled");
  EXPECT_FALSE(lda.contains("rda"));
  const Json qda = model_of(stored_as("qda", OasShrinkage{}));
  EXPECT_EQ(qda["model"], "qda");
  EXPECT_EQ(qda["lambda"].size(), 2U);
  EXPECT_EQ(qda["moments"], "full");
  EXPECT_EQ(qda["readable_as"].size(), 9U);
  const Json rda = model_of(stored_as("rda", RdaShrinkage{0.25, 0.5}));
  EXPECT_EQ(rda["rda"]["alpha"], 0.25);
  EXPECT_EQ(rda["rda"]["gamma"], 0.5);
  EXPECT_EQ(model_of(stored_as("centroid"))["moments"], "pooled_diagonal");
}

TEST(ModelDocument, HasTheSumsBitForBitInTheirShape) {
  const Stored full = stored_as("qda", LedoitWolfShrinkage{});
  const Json json = sums_of(full);
  EXPECT_EQ(json["scatter"][1][2][0].get<double>(), full.summary.moments().scatter[9 + 6]);
  EXPECT_EQ(json["mean"][1][2].get<double>(), full.summary.moments().mean[5]);
  EXPECT_EQ(json["third"][1][0].get<double>(), full.summary.moments().third[3]);
  EXPECT_EQ(json["fourth"][1].get<double>(), full.summary.moments().fourth[1]);
  EXPECT_EQ(json["standard_deviations"].size(), 2U);
  const Stored pooled = stored_as("lda");
  EXPECT_EQ(sums_of(pooled)["scatter"][2][1].get<double>(), pooled.summary.moments().scatter[7]);
  EXPECT_FALSE(sums_of(pooled).contains("fourth"));
  const Stored diagonal = stored_as("gaussian-nb");
  EXPECT_EQ(sums_of(diagonal)["scatter"][1][0].get<double>(), diagonal.summary.moments().scatter[3]);
  const Stored least = stored_as("diagonal-lda");
  EXPECT_EQ(sums_of(least)["scatter"][2].get<double>(), least.summary.moments().scatter[2]);
}

TEST(ModelDocument, HasTheFormOfThePosterior) {
  const Stored lda = stored_as("lda");
  const Model model = estimate(lda.summary, lda.options);
  const Json linear = forms_of(lda);
  EXPECT_EQ(linear["linear_form"]["coefficients"][1][2].get<double>(), model.linear_form().coefficients[5]);
  EXPECT_EQ(linear["linear_form"]["intercepts"][1].get<double>(), model.linear_form().intercepts[1]);
  EXPECT_EQ(linear["linear_form"]["theta"].size(), 4U);
  EXPECT_EQ(linear["discriminants"]["axes"].size(), 3U);
  EXPECT_EQ(linear["discriminants"]["axes"][0].size(), 1U);
  EXPECT_EQ(linear["discriminants"]["explained"][0], 1);
  EXPECT_FALSE(linear.contains("quadratic_form"));
  const Json quadratic = forms_of(stored_as("qda"));
  EXPECT_EQ(quadratic["quadratic_form"]["matrices"][1][2].size(), 3U);
  EXPECT_EQ(quadratic["quadratic_form"]["coefficients"].size(), 2U);
  EXPECT_FALSE(quadratic.contains("linear_form"));
  EXPECT_FALSE(quadratic.contains("discriminants"));
  Stored predictive = stored_as("lda");
  predictive.options.estimator = Estimator::predictive;
  EXPECT_FALSE(forms_of(predictive).contains("linear_form"));
}

}  // namespace
}  // namespace suffice
