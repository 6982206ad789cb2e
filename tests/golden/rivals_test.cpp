// Rivals against scikit-learn, a plain Newton method and numpy.
#include <cmath>

#include <gtest/gtest.h>

#include "golden/expect_golden.hpp"
#include "golden/golden_case.hpp"
#include "suffice/fit.hpp"

namespace suffice::golden {
namespace {

// Coefficients and intercept of each class.
std::vector<double> weights_of(const Model& model) {
  const LinearForm form = model.linear_form();
  const std::size_t d = form.names.size();
  std::vector<double> weights;
  for (std::size_t c = 0; c < form.intercepts.size(); ++c) {
    weights.insert(weights.end(), form.coefficients.begin() + static_cast<std::ptrdiff_t>(c * d),
                   form.coefficients.begin() + static_cast<std::ptrdiff_t>((c + 1) * d));
    weights.push_back(form.intercepts[c]);
  }
  return weights;
}

// What is left when the mean over the classes is taken from each column: scores are the same up to a constant.
std::vector<double> centred(std::vector<double> weights, std::size_t classes) {
  const std::size_t width = weights.size() / classes;
  for (std::size_t j = 0; j < width; ++j) {
    double mean = 0;
    for (std::size_t c = 0; c < classes; ++c) mean += weights[c * width + j] / static_cast<double>(classes);
    for (std::size_t c = 0; c < classes; ++c) weights[c * width + j] -= mean;
  }
  return weights;
}

FitResult fitted(const GoldenTable& table, const std::string& model) {
  const std::vector<std::string> parts = split(model, ':');
  FitOptions options{.schema = table.schema};
  options.model.model = parts[0];
  if (parts.size() > 1) options.model.ridge = parse_ridge(parts[1]);
  return fit(table.rows(), table.labels(), plan_fit(table.schema.blocks[0].features, options), {.threads = 2});
}

double mean_loss(const Model& model, const GoldenTable& table) {
  const std::size_t classes = model.labels().size();
  std::vector<double> log_posterior(table.codes.size() * classes);
  model.log_posterior(table.rows(), log_posterior);
  double loss = 0;
  double weight = 0;
  for (std::size_t i = 0; i < table.codes.size(); ++i) {
    loss -= table.weight(i) * log_posterior[i * classes + table.codes[i]];
    weight += table.weight(i);
  }
  return loss / weight;
}

TEST(Rivals, are_those_of_scikit_learn_and_numpy) {
  const std::string folder = std::string(SUFFICE_GOLDEN_DIR) + "/";
  std::size_t cases = 0;
  for (const auto& [name, expected] : read_golden_file(folder + "rivals.txt")) {
    SCOPED_TRACE(name);
    const std::vector<std::string> parts = split(name, '/');
    const GoldenTable table = read_table(folder, parts[0]);
    const FitResult result = fitted(table, parts[1]);
    if (parts[2] == "loss") {
      EXPECT_NEAR(mean_loss(result.model, table), expected.numbers[0], 1e-10);
    } else if (parts[1] == "least-squares") {
      expect_near(expected, weights_of(result.model), 1e-10);
    } else {
      expect_near(expected, centred(weights_of(result.model), expected.rows), 2e-6);
    }
    ++cases;
  }
  EXPECT_GE(cases, 18U);
}

}  // namespace
}  // namespace suffice::golden
