#include "fit/comparison/check_verdict.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(CheckVerdict, says_what_is_rejected_and_what_is_not) {
  ModelCheck check{.rows = 100, .simulations = 99};
  check.columns = {{.column = "size", .distance = 0.4, .expected = 0.1, .p_value = 0.01, .adjusted = 0.01},
                   {.column = "mass", .distance = 0.1, .expected = 0.1, .p_value = 0.5, .adjusted = 0.7}};
  check.correlations = {.pairs = {{"size", "mass", 0.7, 0.1}}, .columns = 2, .p_value = 0.01};
  check.evidence.below = 0.1;
  check.classifier = {.classifier = "lda", .rows = 100, .accuracy = {0.8, 0.7, 0.9}, .p_value = 1e-6};
  EXPECT_EQ(
      verdict_on(check),
      (std::vector<std::string>{
          "1 of 2 columns is unlike draws from the model; furthest off: size (0.4, expected 0.1)",
          "correlations are not those of the model: size and mass correlate by 0.7, in draws by 0.1 (p = 0.01)",
          "10 % of the rows are less likely than 99 % of the draws: the model leaves them out",
          "a classifier tells rows from draws with an accuracy of 0.8 (0.7 to 0.9), where 0.5 is guessing: lda"}));
  check.columns.front().adjusted = 0.2;
  check.correlations.p_value = 0.4;
  check.evidence = {.below = 0.03, .p_value = 0.3};  // 3 of 100 rows where one is expected: by chance
  check.classifier = {.rows = 100, .accuracy = {0.5, 0.4, 0.6}, .p_value = 0.5};
  EXPECT_EQ(verdict_on(check),
            (std::vector<std::string>{
                "each column by itself looks like draws from the model, as far as so many rows can show",
                "correlations are those of the model, as far as so many rows can show",
                "a classifier cannot tell rows from draws (accuracy 0.5 on 100 that it has not seen)"}));
}

TEST(CheckVerdict, does_not_judge_by_too_few_simulations) {
  ModelCheck check{.rows = 100, .simulations = 10};
  check.columns = {{.column = "size", .distance = 0.9, .expected = 0.1, .p_value = 1.0 / 11, .adjusted = 1.0 / 11}};
  check.evidence.below = 0.999;
  check.classifier.problem = "none";
  EXPECT_EQ(verdict_on(check),
            (std::vector<std::string>{
                "10 simulations are too few to judge columns by: no p-value of theirs is below 0.091",
                "100 % of the rows are less likely than 99 % of the draws: the model leaves them out"}));
}

}  // namespace
}  // namespace suffice
