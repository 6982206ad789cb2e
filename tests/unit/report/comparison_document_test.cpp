#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "suffice/report.hpp"

namespace suffice {
namespace {

TEST(ComparisonDocument, has_models_differences_checks_and_verdict) {
  Comparison found{.rows = 40, .labels = {"a", "b"}, .folds = 10, .repeats = 3};
  found.models = {{.name = "lda", .parameters = 6, .curve = {{20, {0.5, 0.1}, {0.2, 0.1}}}},
                  {.name = "logistic", .generative = false}};
  found.differences = {{0, 1, {-0.2, 0.1}, true, 30, 20}};
  found.checks = {{"normal", "Mardia", "skewness", {{"a", 1, 2, 3, 0.01, 0.02}}, 1}};
  found.discriminants = {{2, 1, 0.8, 0.33, 40, 3, 1e-9}};
  found.verdict = {"lda is best"};
  found.notes = {"the tests are of few columns"};
  found.incomplete_tests = {"Mardia"};
  const auto json = nlohmann::json::parse(compare_json(found));
  EXPECT_EQ(json["rows"], 40);
  EXPECT_EQ(json["verdict"][0], "lda is best");
  EXPECT_EQ(json["notes"][0], "the tests are of few columns");
  EXPECT_EQ(json["incomplete_tests"][0], "Mardia");
  EXPECT_EQ(json["models"][0]["curve"][0]["log_loss"]["mean"], 0.5);
  EXPECT_EQ(json["models"][1]["kind"], "discriminative");
  EXPECT_EQ(json["differences"][0]["clear"], true);
  EXPECT_EQ(json["differences"][0]["overtakes_at"], 30);
  EXPECT_EQ(json["differences"][0]["other_led_at"], 20);
  EXPECT_EQ(json["checks"][0]["tests"][0]["p_holm"], 0.02);
  EXPECT_EQ(json["discriminants"][0]["degrees"], 3);
}

}  // namespace
}  // namespace suffice
