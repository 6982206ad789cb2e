#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "suffice/estimate.hpp"
#include "suffice/report.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Json = nlohmann::ordered_json;

class Documents : public testing::Test {
 protected:
  TestTable table_ = random_table(1, 60, 2, 2);
  Stored stored_{{.readings = {{.options = GaussianOptions{.shrinkage = FixedShrinkage{0.5}}}}}, table_.summary()};
  Model model_ = estimate(stored_.summary, stored_.options);
};

TEST_F(Documents, fit_says_what_was_learned) {
  const LeaveOneOut cv{60, {0.5, 0.4, 0.6}, 0.75, 1, true};
  const Json json = Json::parse(fit_json(stored_, model_, cv));
  EXPECT_EQ(json["rows"], 60);
  EXPECT_EQ(json["labels"], Json({"class 0", "class 1"}));
  EXPECT_EQ(json["model"], "lda");
  EXPECT_EQ(json["estimate"], "mle");
  EXPECT_EQ(json["shrinkage"], "0.5");
  EXPECT_EQ(json["lambda"], 0.5);
  EXPECT_EQ(json["class_prior"], "empirical");
  EXPECT_EQ(json["classes"][1]["rows"], stored_.summary.classes.rows[1]);
  EXPECT_EQ(json["cv"]["accuracy"], 0.5);
  EXPECT_EQ(json["cv"]["accuracy_interval"], Json({0.4, 0.6}));
  EXPECT_EQ(json["cv"]["log_loss"], 0.75);
  EXPECT_EQ(json["cv"]["rows"], 60);
  EXPECT_EQ(json["cv"]["unscored_rows"], 1);
  EXPECT_FALSE(json["cv"].contains("shrinkage_target"));
  std::get<GaussianOptions>(stored_.options.readings[0].options).shrinkage = AutoShrinkage{};
  EXPECT_EQ(Json::parse(fit_json(stored_, model_, cv))["cv"]["shrinkage_target"], "held");
  EXPECT_FALSE(Json::parse(fit_json(stored_, model_, std::nullopt)).contains("cv"));
}

TEST_F(Documents, fit_lists_every_trial_of_a_search) {
  Tuning tuning{.criterion = Criterion::folds, .rows = 60, .folds = 5, .before = 0.5, .after = 0.25};
  tuning.trials = {{.option = "shrinkage", .value = "none", .criterion = std::nan(""), .problem = "singular"},
                   {.option = "shrinkage", .value = "0.1", .criterion = 0.25, .chosen = true}};
  stored_.tuning = tuning;
  const Json json = Json::parse(fit_json(stored_, model_, std::nullopt));
  EXPECT_EQ(json["tuning"]["criterion"], "cv");
  EXPECT_EQ(json["tuning"]["folds"], 5);
  EXPECT_EQ(json["tuning"]["trials"][0]["problem"], "singular");
  EXPECT_TRUE(json["tuning"]["trials"][0]["score"].is_null());
  EXPECT_EQ(json["tuning"]["trials"][1]["chosen"], true);
}

TEST_F(Documents, evaluate_has_the_confusion_and_undefined_ratios_as_null) {
  Evaluator evaluator(model_.labels());
  std::vector<double> posterior(120);
  model_.log_posterior(table_.table(), posterior);
  evaluator.add(posterior, table_.labels());
  Metrics metrics = evaluator.metrics();
  metrics.log_loss = INFINITY;
  const Json json = Json::parse(evaluate_json(metrics));
  EXPECT_EQ(json["rows"], 60);
  EXPECT_EQ(json["accuracy"], metrics.accuracy.value);
  EXPECT_EQ(json["log_loss"], "inf");
  EXPECT_EQ(json["confusion"][1][0], metrics.confusion[2]);
  EXPECT_EQ(json["classes"][0]["label"], "class 0");
  EXPECT_EQ(json["classes"][1]["roc_auc"], metrics.classes[1].roc_auc);
  EXPECT_EQ(json["macro"]["f1"], metrics.macro.f1);
  EXPECT_EQ(json["matthews"], metrics.matthews);
  EXPECT_TRUE(json["joint_log_likelihood"].is_null());
  EXPECT_EQ(json["conditional_log_likelihood"], metrics.conditional_log_likelihood);
  EXPECT_EQ(json["calibration"].size(), 15U);
  EXPECT_TRUE(json["calibration"][0]["accuracy"].is_null());
}

TEST_F(Documents, evaluate_has_cost_and_abstentions) {
  const std::vector<double> cost = {0, 5, 1, 0};
  Evaluator evaluator(model_.labels(), cost);
  const std::vector<double> posterior(120, -0.5);
  std::vector<std::uint32_t> decisions(60, 0);
  decisions.front() = no_decision;
  evaluator.add(posterior, table_.labels(), {}, decisions);
  const Metrics metrics = evaluator.metrics();
  const Json json = Json::parse(evaluate_json(metrics));
  EXPECT_EQ(json["undecided"], 1);
  EXPECT_EQ(json["cost"], metrics.cost);
  EXPECT_GT(metrics.cost, 0);
}

TEST_F(Documents, inspect_has_sums_and_forms) {
  const Json json = Json::parse(inspect_json(stored_, model_));
  EXPECT_EQ(json["features"], Json({"x0", "x1"}));
  EXPECT_EQ(json["target"], "y");
  EXPECT_EQ(json["scatter"].size(), 2U);
  EXPECT_TRUE(json.contains("linear_form"));
  EXPECT_TRUE(json.contains("discriminants"));
}

TEST_F(Documents, explain_is_one_line_with_every_part) {
  const double shared = std::log1p(std::exp(-0.5));
  const Explanation explanation{
      {{"x0", "0.5", {-1, -2}}, {"x1", "\"", {-3, -1}}}, {-0.5, -1}, {-4.5, -4}, {-0.5 - shared, -shared}};
  const std::string text = explain_json(explanation, model_);
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  const Json json = Json::parse(text);
  EXPECT_EQ(json["label"], "class 1");
  EXPECT_EQ(json["labels"], Json({"class 0", "class 1"}));
  EXPECT_EQ(json["log_joint"], Json({-4.5, -4.0}));
  EXPECT_EQ(json["base"], Json({-0.5, -1.0}));
  EXPECT_NEAR(json["posterior"][0].get<double>(), 1 / (1 + std::exp(0.5)), 1e-15);
  EXPECT_EQ(json["contributions"][1]["feature"], "x1");
  EXPECT_EQ(json["contributions"][1]["value"], "\"");
  EXPECT_EQ(json["contributions"][1]["scores"], Json({-3.0, -1.0}));
  EXPECT_TRUE(json["log_evidence"].is_null());
  EXPECT_FALSE(json.contains("against"));
}

TEST_F(Documents, explain_compares_two_classes_and_has_what_is_known_of_the_row) {
  const Explanation explanation{{{"x0", "2", {-1, -2}}}, {-0.5, -1}, {-1.5, -3}, {-0.2, -1.7}};
  const Json json = Json::parse(explain_json(
      explanation, model_,
      {.between = ClassPair{1, 0}, .log_evidence = -4, .typicality = 0.25, .tokens = {{"free", 3, 7, -1.5}}}));
  EXPECT_EQ(json["for"], "class 1");
  EXPECT_EQ(json["against"], "class 0");
  EXPECT_EQ(json["log_odds"], -1.5);
  EXPECT_EQ(json["log_evidence"], -4.0);
  EXPECT_EQ(json["typicality"], 0.25);
  EXPECT_EQ(json["contributions"][0]["log_odds"], -1.0);
  EXPECT_EQ(json["tokens"][0], Json({{"term", "free"}, {"begin", 3}, {"end", 7}, {"log_odds", -1.5}}));
}

TEST_F(Documents, a_row_that_no_class_can_have_gets_no_label) {
  const Json json = Json::parse(explain_json({{}, {-1, -1}, {-INFINITY, -INFINITY}, {-INFINITY, -INFINITY}}, model_));
  EXPECT_TRUE(json["label"].is_null());
  EXPECT_EQ(json["log_joint"], Json({"-inf", "-inf"}));
  EXPECT_EQ(json["posterior"], Json({0.0, 0.0}));
}

}  // namespace
}  // namespace suffice
