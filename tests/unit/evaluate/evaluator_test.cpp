#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

const std::vector<std::string> labels{"a", "b"};

std::vector<double> logs(std::vector<double> probabilities) {
  for (double& p : probabilities) {
    p = std::log(p);
  }
  return probabilities;
}

TEST(Evaluator, follows_the_definitions) {
  Evaluator evaluator(labels);
  // Three rows, weights 1, 2, 1: right with 0.8, wrong with 0.6 for the other, right with 1.
  const std::vector<std::uint32_t> truth{0, 0, 1};
  const std::vector<double> weights{1, 2, 1};
  evaluator.add(logs({0.8, 0.2, 0.4, 0.6, 0, 1}), {truth, labels}, weights);
  const Metrics metrics = evaluator.metrics();
  EXPECT_EQ(metrics.rows, 3U);
  EXPECT_EQ(metrics.weight, 4);
  EXPECT_EQ(metrics.accuracy.value, 0.5);
  EXPECT_NEAR(metrics.log_loss, -(std::log(0.8) + 2 * std::log(0.4)) / 4, 1e-15);
  EXPECT_EQ(metrics.impossible_rows, 0U);
  EXPECT_NEAR(metrics.brier, (0.08 + 2 * 0.72) / 4, 1e-15);
  EXPECT_EQ(metrics.confusion, (std::vector<double>{1, 2, 0, 1}));
  EXPECT_EQ(metrics.classes[0].precision, 1);
  EXPECT_NEAR(metrics.classes[0].recall, 1.0 / 3, 1e-15);
  EXPECT_NEAR(metrics.classes[0].f1, 0.5, 1e-15);
  EXPECT_NEAR(metrics.classes[1].precision, 1.0 / 3, 1e-15);
  // Bins of width 1/15: 0.6 in bin 9, 0.8 in bin 12, 1 in the last.
  EXPECT_EQ(metrics.calibration.size(), 15U);
  EXPECT_EQ(metrics.calibration[14].weight, 1);
  EXPECT_NEAR(metrics.calibration_error, (0.2 + 2 * 0.6) / 4, 1e-12);
  EXPECT_TRUE(std::isnan(metrics.calibration[0].accuracy));
}

TEST(Evaluator, labels_that_are_all_within_the_first_ranks_are_no_more_than_all) {
  Evaluator evaluator(labels);
  std::vector<std::uint32_t> truth;
  std::vector<double> posteriors;
  std::vector<double> weights;
  for (std::uint32_t i = 0; i < 50; ++i) {
    truth.push_back(i % 3 == 0 ? 1 : 0);
    posteriors.insert(posteriors.end(), {0.75, 0.25});
    weights.push_back(0.1 * (1 + i % 7));
  }
  evaluator.add(logs(posteriors), {truth, labels}, weights);
  EXPECT_EQ(evaluator.metrics().top.back(), 1);
}

TEST(Evaluator, decisions_that_never_vary_are_correlated_with_nothing) {
  for (std::uint32_t last = 2; last < 60; ++last) {
    Evaluator evaluator(labels);
    std::vector<std::uint32_t> truth;
    std::vector<double> posteriors;
    std::vector<double> weights;
    for (std::uint32_t i = 0; i < last; ++i) {
      truth.push_back(i % 2);
      posteriors.insert(posteriors.end(), {0.75, 0.25});
      weights.push_back(0.01 * (1 + i * 37 % 101));
    }
    evaluator.add(logs(posteriors), {truth, labels}, weights);
    EXPECT_EQ(evaluator.metrics().matthews, 0) << last;
  }
}

TEST(Evaluator, a_label_unknown_to_the_model_is_impossible_and_wrong) {
  Evaluator evaluator(labels);
  const std::vector<std::uint32_t> truth{0, 1};
  evaluator.add(logs({0.5, 0.5, 0.75, 0.25}), {truth, std::vector<std::string>{"new", "a"}});
  const Metrics metrics = evaluator.metrics();
  EXPECT_EQ(metrics.labels, (std::vector<std::string>{"a", "b", "new"}));
  EXPECT_EQ(metrics.confusion, (std::vector<double>{1, 0, 0, 0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(metrics.accuracy.value, 0.5);
  EXPECT_EQ(metrics.log_loss, INFINITY);
  EXPECT_EQ(metrics.impossible_rows, 1U);
  EXPECT_TRUE(std::isnan(metrics.classes[2].precision));
  EXPECT_EQ(metrics.classes[2].recall, 0);
  EXPECT_TRUE(std::isnan(metrics.classes[1].recall));
}

TEST(Evaluator, sums_both_likelihoods_and_ranks_labels) {
  Evaluator evaluator(labels);
  const std::vector<std::uint32_t> truth{0, 0, 1};
  const std::vector<double> weights{1, 2, 1};
  const std::vector<double> joint{-1, -2, -3, -4, -5, -6};
  evaluator.add(logs({0.8, 0.2, 0.4, 0.6, 0.5, 0.5}), {truth, labels}, weights, {}, joint);
  Metrics metrics = evaluator.metrics();
  EXPECT_EQ(metrics.joint_log_likelihood, -1 - 2 * 3 - 6);
  EXPECT_NEAR(metrics.conditional_log_likelihood, std::log(0.8) + 2 * std::log(0.4) + std::log(0.5), 1e-15);
  EXPECT_EQ(metrics.top, (std::vector<double>{0.25, 1}));  // a tie goes to the first label
  EXPECT_EQ(metrics.ranked_rows, 3U);
  EXPECT_TRUE(metrics.ranks_all_rows);
  evaluator.add(logs({0.5, 0.5}), {std::vector<std::uint32_t>{0}, labels});
  EXPECT_TRUE(std::isnan(evaluator.metrics().joint_log_likelihood)) << "unknown of a row";
}

TEST(Evaluator, without_a_cost_matrix_a_mistake_costs_one) {
  Evaluator evaluator(labels);
  const std::vector<std::uint32_t> truth{0, 0, 2};
  evaluator.add(logs({0.8, 0.2, 0.4, 0.6, 0.9, 0.1}), {truth, std::vector<std::string>{"a", "b", "new"}},
                std::vector<double>{1, 2, 1});
  EXPECT_EQ(evaluator.metrics().cost, 0.75);
  EXPECT_EQ(evaluator.metrics().undecided_weight, 0);
}

TEST(Evaluator, a_cost_matrix_prices_decisions_of_known_labels) {
  // Deciding b where a is true costs 5, the reverse 1, and deciding a rightly 0.5.
  Evaluator evaluator(labels, std::vector<double>{0.5, 1, 5, 0});
  const std::vector<std::uint32_t> truth{0, 0, 1, 2};
  const std::vector<std::uint32_t> decisions{0, 1, 0, 1};
  evaluator.add(logs({0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}), {truth, std::vector<std::string>{"a", "b", "new"}},
                std::vector<double>{1, 2, 1, 4}, decisions);
  const Metrics metrics = evaluator.metrics();
  EXPECT_NEAR(metrics.cost, (0.5 + 2 * 5 + 1) / 4, 1e-15);
  EXPECT_EQ(metrics.accuracy.value, 1.0 / 8);
  EXPECT_EQ(metrics.confusion, (std::vector<double>{1, 2, 0, 1, 0, 0, 0, 4, 0}));
}

TEST(Evaluator, rows_without_a_decision_have_no_part_in_accuracy_confusion_and_cost) {
  Evaluator evaluator(labels, std::vector<double>{0, 1, 1, 0});
  const std::vector<std::uint32_t> truth{0, 0, 1};
  const std::vector<std::uint32_t> decisions{0, no_decision, 0};
  evaluator.add(logs({0.8, 0.2, 0.6, 0.4, 0.7, 0.3}), {truth, labels}, std::vector<double>{1, 2, 1}, decisions);
  const Metrics metrics = evaluator.metrics();
  EXPECT_EQ(metrics.rows, 3U);
  EXPECT_EQ(metrics.weight, 4);
  EXPECT_EQ(metrics.undecided_weight, 2);
  EXPECT_EQ(metrics.accuracy.value, 0.5);
  EXPECT_EQ(metrics.cost, 0.5);
  EXPECT_EQ(metrics.confusion, (std::vector<double>{1, 0, 1, 0}));
  EXPECT_EQ(metrics.classes[0].weight, 3);
  EXPECT_EQ(metrics.classes[0].recall, 1);
  // All rows count here.
  EXPECT_NEAR(metrics.log_loss, -(std::log(0.8) + 2 * std::log(0.6) + std::log(0.3)) / 4, 1e-15);
  EXPECT_NEAR(metrics.calibration_error, (0.2 + 2 * 0.4 + 0.7) / 4, 1e-12);
}

TEST(Evaluator, where_nothing_was_decided_nothing_is_said_of_decisions) {
  Evaluator evaluator(labels);
  const std::vector<std::uint32_t> truth{0};
  evaluator.add(logs({0.5, 0.5}), {truth, labels}, {}, std::vector<std::uint32_t>{no_decision});
  const Metrics metrics = evaluator.metrics();
  EXPECT_TRUE(std::isnan(metrics.accuracy.value));
  EXPECT_EQ(metrics.accuracy.low, 0);
  EXPECT_EQ(metrics.accuracy.high, 1);
  EXPECT_TRUE(std::isnan(metrics.cost));
  EXPECT_TRUE(std::isnan(metrics.classes[0].recall));
  EXPECT_NEAR(metrics.log_loss, std::log(2), 1e-15);
}

TEST(Evaluator, of_very_many_labels_there_is_no_confusion_matrix) {
  std::vector<std::string> labels;
  for (std::size_t k = 0; k < most_confused_labels; ++k) labels.push_back(std::to_string(k));
  std::vector<double> row(labels.size(), -INFINITY);
  row[1] = 0;  // decided for the second label
  const std::vector<std::uint32_t> second{0};
  const auto metrics_of = [&](const std::vector<std::string>& others) {
    Evaluator evaluator(labels);
    evaluator.add(row, {second, std::span(labels).subspan(1, 1)});
    for (const std::string& other : others) evaluator.add(row, {second, std::span(&other, 1)});
    return evaluator.metrics();
  };
  EXPECT_EQ(metrics_of({"2"}).confusion.size(), labels.size() * labels.size());
  const Metrics metrics = metrics_of({"2", "unknown"});
  EXPECT_TRUE(metrics.confusion.empty());
  EXPECT_DOUBLE_EQ(metrics.classes[1].precision, 1.0 / 3);
  EXPECT_EQ(metrics.classes[1].recall, 1);
  EXPECT_EQ(metrics.classes[2].recall, 0);
  EXPECT_EQ(metrics.labels.back(), "unknown");
  EXPECT_NE(evaluate_json(metrics).find("\"confusion\": null"), std::string::npos);
}

TEST(Evaluator, refuses_what_it_cannot_read_and_stays_as_it_was) {
  EXPECT_THROW(Evaluator({}), Error);
  EXPECT_THROW(Evaluator(labels, std::vector<double>{0, 1, 1}), Error);
  EXPECT_THROW(Evaluator(labels, std::vector<double>{0, 1, INFINITY, 0}), Error);
  Evaluator evaluator(labels);
  const std::vector<double> two_rows = logs({0.5, 0.5, 0.5, 0.5});
  const std::vector<std::uint32_t> truth{0, 1};
  const std::vector<std::uint32_t> unknown{0, 2};
  EXPECT_THROW(evaluator.add(two_rows, {unknown, labels}), Error);
  EXPECT_THROW(evaluator.add(two_rows, {truth, labels}, {}, unknown), Error);
  EXPECT_THROW(evaluator.add(two_rows, {truth, labels}, {}, std::vector<std::uint32_t>{0}), Error);
  EXPECT_THROW((void)evaluator.metrics(), Error);  // nothing was added
}

TEST(Evaluator, refuses_shapes_that_do_not_fit_and_nothing_at_all) {
  Evaluator evaluator(labels);
  const std::vector<std::uint32_t> truth{0};
  EXPECT_THROW(evaluator.add(logs({0.5}), {truth, labels}), Error);
  EXPECT_THROW(evaluator.add(logs({0.5, 0.5}), {truth, labels}, std::vector{1.0, 1.0}), Error);
  evaluator.add(logs({0.5, 0.5}), {truth, labels}, std::vector{0.0});
  EXPECT_THROW((void)evaluator.metrics(), Error);
}

TEST(Evaluator, a_row_that_no_class_can_have_is_undecided) {
  const std::vector<std::string> two{"a", "b"};
  Evaluator evaluator(two);
  const std::vector<double> posteriors{-INFINITY, -INFINITY, std::log(0.75), std::log(0.25)};
  const std::vector<std::uint32_t> codes{0, 0};
  evaluator.add(posteriors, {codes, two});
  const Metrics metrics = evaluator.metrics();
  EXPECT_EQ(metrics.rows, 2U);
  EXPECT_EQ(metrics.undecided_weight, 1);
  EXPECT_EQ(metrics.impossible_rows, 1U);
  EXPECT_EQ(metrics.log_loss, INFINITY);
  EXPECT_EQ(metrics.accuracy.value, 1);
  EXPECT_NEAR(metrics.calibration_error, 0.125, 1e-15);
  EXPECT_EQ(metrics.confusion, (std::vector<double>{1, 0, 0, 0}));
}

}  // namespace
}  // namespace suffice
