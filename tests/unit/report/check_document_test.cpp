#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "suffice/report.hpp"

namespace suffice {
namespace {

TEST(CheckDocument, has_columns_terms_correlations_classifier_and_evidence) {
  ModelCheck check{.seen = 50, .rows = 40, .draws = 400, .fitted_on = true, .simulations = 99};
  check.columns = {{.column = "x",
                    .distance = 0.3,
                    .expected = 0.1,
                    .p_value = 0.01,
                    .adjusted = 0.02,
                    .worst_label = "a",
                    .worst_distance = 0.4}};
  check.terms = {{"note", "cheap", 0.5, 0.25}};
  check.correlations = {.pairs = {{"x", "z", 0.5, 0.25}}, .columns = 2, .expected = 0.1, .p_value = 0.5};
  check.classifier = {.classifier = "lda", .rows = 40, .accuracy = {0.75, 0.6, 0.9}, .p_value = 0.01};
  check.evidence = {.levels = {0.5}, .in_rows = {-3}, .in_draws = {-2}, .below = 0.125};
  check.verdict = {"fine"};
  const auto json = nlohmann::json::parse(check_json(check));
  EXPECT_EQ(json["rows"], 40);
  EXPECT_EQ(json["columns"][0]["measure"], "kolmogorov-smirnov");
  EXPECT_EQ(json["columns"][0]["p_adjusted"], 0.02);
  EXPECT_EQ(json["columns"][0]["worst_label"], "a");
  EXPECT_EQ(json["terms"][0]["in_draws"], 0.25);
  EXPECT_EQ(json["correlations"]["pairs"][0]["in_rows"], 0.5);
  EXPECT_EQ(json["classifier"]["accuracy_low"], 0.6);
  EXPECT_EQ(json["log_evidence"]["below"], 0.125);
  check.classifier = {.problem = "too few"};
  EXPECT_EQ(nlohmann::json::parse(check_json(check))["classifier"]["problem"], "too few");
}

}  // namespace
}  // namespace suffice
