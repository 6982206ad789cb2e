#include "fit/comparison/verdict.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

CurvePoint point(std::size_t rows, double loss) { return {rows, {loss, 0.01}, {0.1, 0.01}}; }

Options reading(Structure structure) { return {.readings = {{.options = GaussianOptions{.structure = structure}}}}; }

Comparison sample() {
  Comparison found;
  found.folds = 10;
  found.models = {
      {.name = "lda",
       .options = reading(Structure::shared),
       .curve = {point(20, 0.3), point(200, 0.25)},
       .folds = point(90, 0.25)},
      {.name = "logistic", .generative = false, .curve = {point(20, 0.5), point(200, 0.2)}, .folds = point(90, 0.2)},
      {.name = "qda",
       .options = reading(Structure::full),
       .curve = {point(20, 0.6), point(200, 0.22)},
       .folds = point(90, 0.22)}};
  found.differences = {{0, 1, {0.05, 0.02}, true, 200, 20}, {2, 0, {-0.03, 0.01}, false}};
  found.checks = {{.assumption = "a", .test = "Box's M", .effect = "", .tests = {{.p_value = 1e-12}}, .rejected = 1},
                  {.assumption = "b", .test = "Mardia", .effect = "", .tests = {{.p_value = 1e-5}}, .rejected = 1}};
  return found;
}

TEST(Verdict, is_decided_by_folds_and_explained_by_checks) {
  const std::vector<std::string> found = verdict_on(sample());
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], "logistic has the lowest log loss by 10 folds: 0.2, with an error of 10 %");
  EXPECT_EQ(
      found[1],
      "the log loss of logistic is 0.05 ± 0.02 below that of lda; Box's M rejects one covariance of all classes (p < "
      "1e-9) and normality is rejected, which the discriminative partner does not assume; at 20 rows lda still leads, "
      "and logistic overtakes from about 200 rows");
  EXPECT_EQ(
      found[2],
      "the log loss of qda is 0.03 ± 0.01 below that of lda; Box's M rejects one covariance of all classes (p < 1e-9, "
      "but normality is rejected, so take it with care), which qda does not assume");
}

TEST(Verdict, writes_large_numbers_out) {
  Comparison comparison = sample();
  comparison.models[1].folds.error.mean = 0.999;
  EXPECT_EQ(verdict_on(comparison)[0], "logistic has the lowest log loss by 10 folds: 0.2, with an error of 100 %");
}

TEST(Verdict, says_that_models_lose_the_same) {
  Comparison comparison = sample();
  comparison.differences = {{0, 1, {0, 0}, true}, {2, 0, {0, 0}, false}};
  EXPECT_EQ(verdict_on(comparison)[1],
            "no fold shows any difference of the log losses of lda and logistic, of qda and lda");
}

TEST(Verdict, explains_a_generative_model_that_is_behind_by_what_it_alone_assumes) {
  Comparison comparison = sample();
  comparison.models[2].name = "gaussian-nb";
  comparison.models[2].options = reading(Structure::diagonal);
  comparison.differences = {{2, 0, {-0.03, 0.01}, false}};
  comparison.checks = {
      {.assumption = "a", .test = "Box's M", .effect = "", .tests = {{.p_value = 1e-12}}, .rejected = 1},
      {.assumption = "b",
       .test = "correlation",
       .effect = "|r|",
       .tests = {{.effect = 0.5, .p_value = 1e-5}, {.effect = 0.1, .p_value = 0.3}},
       .rejected = 1}};
  EXPECT_EQ(verdict_on(comparison)[1],
            "the log loss of gaussian-nb is 0.03 ± 0.01 below that of lda; Box's M rejects one covariance of all "
            "classes (p < 1e-9), which gaussian-nb does not assume, although correlations reject independence within "
            "classes for 1 of 2 pairs of numbers (the largest |r| 0.5)");
  comparison.differences[0].log_loss.mean = 0.03;
  EXPECT_EQ(verdict_on(comparison)[1],
            "the log loss of lda is 0.03 ± 0.01 below that of gaussian-nb; correlations reject independence within "
            "classes for 1 of 2 pairs of numbers (the largest |r| 0.5), which lda does not assume, although Box's M "
            "rejects one covariance of all classes (p < 1e-9)");
  comparison.checks[1].rejected = 0;
  EXPECT_EQ(verdict_on(comparison)[1],
            "the log loss of lda is 0.03 ± 0.01 below that of gaussian-nb, although Box's M rejects one covariance of "
            "all classes (p < 1e-9)");
  comparison.checks[0].rejected = 0;
  EXPECT_EQ(verdict_on(comparison)[1], "the log loss of lda is 0.03 ± 0.01 below that of gaussian-nb");
}

TEST(Verdict, explains_numbers_beside_categories_by_the_analysis_of_variance) {
  Comparison comparison = sample();
  comparison.models[0].options = {.readings = {{.options = ValueOptions{}}, {.options = AmountOptions{}}}};
  comparison.differences = {{0, 1, {0.05, 0.02}, true}};
  comparison.checks = {{.assumption = "a",
                        .test = "analysis of variance",
                        .effect = "eta-squared",
                        .tests = {{.effect = 0.2, .p_value = 1e-5}, {.effect = 0.01, .p_value = 0.3}},
                        .rejected = 1}};
  EXPECT_EQ(verdict_on(comparison)[1],
            "the log loss of logistic is 0.05 ± 0.02 below that of lda; analysis of variance rejects independence "
            "within classes for 1 of 2 pairs of a number and a category (the largest eta-squared 0.2), which the "
            "discriminative partner does not assume");
  comparison.models[0].options.readings.pop_back();
  EXPECT_EQ(verdict_on(comparison)[1], "the log loss of logistic is 0.05 ± 0.02 below that of lda");
}

TEST(Verdict, explains_categories_by_tests_of_their_independence) {
  Comparison comparison = sample();
  comparison.models[0].options = {.readings = {{.options = ValueOptions{}}}};
  comparison.differences = {{0, 1, {0.05, 0.02}, true}};
  comparison.checks = {{.assumption = "c",
                        .test = "G-square",
                        .effect = "Cramer's V",
                        .tests = {{.effect = 0.2, .p_value = 1e-4}, {.effect = 0.4, .p_value = 1e-3}, {.p_value = 0.6}},
                        .rejected = 2}};
  EXPECT_EQ(verdict_on(comparison)[1],
            "the log loss of logistic is 0.05 ± 0.02 below that of lda; G-square rejects independence within classes "
            "for 2 of 3 pairs of categories (the largest Cramer's V 0.4), which the discriminative partner does not "
            "assume");
  comparison.checks[0].rejected = 0;
  EXPECT_EQ(verdict_on(comparison)[1], "the log loss of logistic is 0.05 ± 0.02 below that of lda");
  comparison.differences[0].log_loss.mean = -0.05;
  EXPECT_EQ(verdict_on(comparison)[1],
            "the log loss of lda is 0.05 ± 0.02 below that of logistic; no test rejects what it assumes");
  comparison.incomplete_tests = {"Box's M"};  // of what it does not assume
  EXPECT_EQ(verdict_on(comparison)[1],
            "the log loss of lda is 0.05 ± 0.02 below that of logistic; no test rejects what it assumes");
  comparison.incomplete_tests = {"G-square"};
  EXPECT_EQ(
      verdict_on(comparison)[1],
      "the log loss of lda is 0.05 ± 0.02 below that of logistic; no test rejects what it assumes, as far as that "
      "is tested");
  comparison.checks[0].test = "correlation";  // none of its own
  EXPECT_EQ(verdict_on(comparison)[1], "the log loss of lda is 0.05 ± 0.02 below that of logistic");
}

// Of the words nothing is tested, whatever the tests of numbers beside them say.
TEST(Verdict, says_that_the_independence_of_words_is_not_tested) {
  Comparison comparison = sample();
  comparison.models[0].name = "lda + multinomial-nb";
  comparison.models[0].options.readings.push_back({.block = 1, .options = TermOptions{}});
  comparison.differences = {{0, 1, {0.05, 0.02}, true}};
  comparison.checks = {
      {.assumption = "b", .test = "Mardia", .effect = "", .tests = {{.p_value = 1e-5}}, .rejected = 1}};
  EXPECT_EQ(verdict_on(comparison)[1],
            "the log loss of logistic is 0.05 ± 0.02 below that of lda + multinomial-nb; normality is rejected, which "
            "the discriminative partner does not assume; that words are independent within classes, as lda + "
            "multinomial-nb assumes, is not tested");
  comparison.differences[0].log_loss.mean = -0.05;
  comparison.checks[0].rejected = 0;
  EXPECT_EQ(
      verdict_on(comparison)[1],
      "the log loss of lda + multinomial-nb is 0.05 ± 0.02 below that of logistic; no test rejects what it assumes "
      "of other columns; that words are independent within classes, as lda + multinomial-nb assumes, is not "
      "tested");
  comparison.checks.clear();
  EXPECT_EQ(verdict_on(comparison)[1],
            "the log loss of lda + multinomial-nb is 0.05 ± 0.02 below that of logistic; that words are independent "
            "within classes, as lda + multinomial-nb assumes, is not tested");
}

TEST(Verdict, says_once_which_models_have_no_estimate_and_why) {
  Comparison comparison = sample();
  for (const std::size_t k : {0U, 2U}) {
    comparison.models[k].folds = point(90, NAN);
    comparison.models[k].problem = "column x: a reason";
    comparison.models[k].failed_folds = 3;
  }
  comparison.differences = {{0, 1, {NAN, NAN}, true}, {2, 0, {NAN, NAN}, false}};
  EXPECT_EQ(verdict_on(comparison),
            (std::vector<std::string>{
                "logistic has the lowest log loss by 10 folds: 0.2, with an error of 10 %",
                "lda, qda have no estimate from the training rows of 3 of 10 folds: column x: a reason"}));
  comparison.models[2].problem = "column z: another";
  EXPECT_EQ(verdict_on(comparison)[2],
            "qda has no estimate from the training rows of 3 of 10 folds: column z: another");
}

TEST(Verdict, says_where_no_difference_can_be_told) {
  Comparison comparison = sample();
  comparison.differences = {{0, 1, {0.005, 0.02}, true, 200, 20}};  // who leads where is noise then
  EXPECT_EQ(verdict_on(comparison)[1],
            "these rows show no clear difference of the log losses of lda and logistic (+0.005 ± 0.02)");
  comparison.differences.push_back({2, 0, {-0.03, 0.01}, false, {}});
  comparison.differences.push_back({2, 1, {-0.01, 0.04}, true, {}});
  ASSERT_EQ(verdict_on(comparison).size(), 3U);  // clear ones first
  EXPECT_EQ(verdict_on(comparison)[2],
            "these rows show no clear difference of the log losses of lda and logistic (+0.005 ± 0.02), of qda and "
            "logistic (−0.01 ± 0.04)");
}

TEST(Verdict, says_from_how_many_rows_on_the_better_one_leads_where_folds_say_so_too) {
  Comparison comparison = sample();
  comparison.differences = {{2, 0, {-0.03, 0.01}, false, 200, 20}};
  EXPECT_TRUE(
      verdict_on(comparison)[1].ends_with("; at 20 rows lda still leads, and qda overtakes from about 200 rows"));
  comparison.differences = {{2, 0, {0.03, 0.01}, false, 200, 20}};
  EXPECT_EQ(verdict_on(comparison)[1].find("overtakes"), std::string::npos);
}

}  // namespace
}  // namespace suffice
