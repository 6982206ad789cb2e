// Metrics against scikit-learn's, with ties, weights and absent classes.
#include <cmath>

#include <gtest/gtest.h>

#include "golden/golden_file.hpp"
#include "suffice/evaluate.hpp"

namespace suffice::golden {
namespace {

void expect_same(double found, double expected, const char* what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(found)) << what << " is " << found;
  } else {
    EXPECT_NEAR(found, expected, 1e-12) << what;
  }
}

class MetricsOf : public testing::TestWithParam<const char*> {};

TEST_P(MetricsOf, posteriors_are_those_of_scikit_learn) {
  const auto sections = read_golden_file(SUFFICE_GOLDEN_DIR "/metrics.txt");
  const std::string name = GetParam();
  const Section& rows = sections.at(name + "/rows");
  std::vector<double> log_posterior = sections.at(name + "/posterior").numbers;
  for (double& p : log_posterior) p = std::log(p);
  std::vector<std::string> labels;
  for (std::size_t c = 0; c < sections.at(name + "/posterior").columns; ++c) labels.push_back(std::to_string(c));
  Evaluator evaluator(labels);
  std::vector<std::uint32_t> codes;
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    codes.push_back(static_cast<std::uint32_t>(rows.at(i, 0)));
    weights.push_back(rows.at(i, 1));
  }
  evaluator.add(log_posterior, {codes, labels}, weights);
  const Metrics metrics = evaluator.metrics();

  const Section& scalars = sections.at(name + "/metrics");
  expect_same(metrics.accuracy.value, scalars.at(0, 0), "accuracy");
  expect_same(metrics.balanced_accuracy, scalars.at(1, 0), "balanced accuracy");
  expect_same(metrics.matthews, scalars.at(2, 0), "matthews");
  expect_same(metrics.log_loss, scalars.at(3, 0), "log loss");
  expect_same(metrics.brier, scalars.at(4, 0), "brier");
  const Section& classes = sections.at(name + "/classes");
  for (std::size_t c = 0; c < classes.rows; ++c) {
    SCOPED_TRACE(c);
    expect_same(metrics.classes[c].precision, classes.at(c, 0), "precision");
    expect_same(metrics.classes[c].recall, classes.at(c, 1), "recall");
    expect_same(metrics.classes[c].f1, classes.at(c, 2), "f1");
    expect_same(metrics.classes[c].roc_auc, classes.at(c, 3), "roc auc");
    expect_same(metrics.classes[c].average_precision, classes.at(c, 4), "average precision");
  }
  for (std::size_t k = 0; k < 2; ++k) {
    SCOPED_TRACE(k == 0 ? "macro" : "weighted");
    const AverageScore& average = k == 0 ? metrics.macro : metrics.weighted;
    const Section& expected = sections.at(name + "/averages");
    expect_same(average.precision, expected.at(k, 0), "precision");
    expect_same(average.recall, expected.at(k, 1), "recall");
    expect_same(average.f1, expected.at(k, 2), "f1");
    expect_same(average.roc_auc, expected.at(k, 3), "roc auc");
    expect_same(average.average_precision, expected.at(k, 4), "average precision");
  }
  if (const auto top = sections.find(name + "/top"); top != sections.end()) {
    for (std::size_t k = 0; k < top->second.rows; ++k) expect_same(metrics.top[k], top->second.at(k, 0), "top k");
  }
  if (const auto curve = sections.find(name + "/calibration"); curve != sections.end()) {
    std::size_t k = 0;
    for (const CalibrationBin& bin : metrics.calibration) {
      if (bin.weight == 0) continue;
      expect_same(bin.confidence, curve->second.at(k, 0), "confidence");
      expect_same(bin.accuracy, curve->second.at(k, 1), "share right");
      ++k;
    }
    EXPECT_EQ(k, curve->second.rows);
    expect_same(metrics.calibration_error, sections.at(name + "/calibration_error").at(0, 0), "calibration error");
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, MetricsOf,
                         testing::Values("two", "two_weighted_tied", "five", "four_weighted_tied", "absent",
                                         "one_label"),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace suffice::golden
