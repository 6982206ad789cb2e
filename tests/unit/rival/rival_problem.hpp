// Problems for tests of rivals: rows of t(x) drawn from a linear model.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "math/special/random.hpp"
#include "rival/linear_rows.hpp"

namespace suffice {

/// Rows of d features about 5, of classes with a score each that is linear in them.
struct DrawnRows {
  DrawnRows(std::size_t rows, std::size_t d, std::size_t classes, std::uint64_t seed = 1) {
    Random random(seed);
    std::vector<double> truth(classes * d);
    for (double& weight : truth) {
      weight = random.normal();
    }
    problem.features = d;
    problem.classes = classes;
    problem.rows = rows;
    problem.weight = static_cast<double>(rows);
    problem.centre.assign(d, 5.0);
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<double> x(d);
      std::uint32_t best = 0;
      double most = -1e300;
      for (double& value : x) {
        value = random.normal();
        values.push_back(value + 5);
      }
      for (std::uint32_t c = 0; c < classes; ++c) {
        double score = -std::log(-std::log(random.uniform() + 1e-12));  // Gumbel's noise makes a softmax
        for (std::size_t j = 0; j < d; ++j) {
          score += truth[c * d + j] * x[j];
        }
        if (score > most) {
          most = score;
          best = c;
        }
      }
      labels.push_back(best);
    }
    problem.each = [this](const auto& use) {
      use(LinearRows{Batch::row_major(values.data(), problem.rows, problem.features, weights), labels});
    };
  }
  DrawnRows(const DrawnRows&) = delete;
  DrawnRows& operator=(const DrawnRows&) = delete;

  std::vector<double> values;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;  ///< none: every row weighs 1
  LinearProblem problem;
};

}  // namespace suffice
