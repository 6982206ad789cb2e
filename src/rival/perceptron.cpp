#include "rival/perceptron.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "math/special/random.hpp"

namespace suffice {

namespace {

struct Entry {
  std::size_t feature;
  double value;
};

/// The standardised features of a row, and the 1 of the intercept last.
class RowReader {
 public:
  explicit RowReader(const LinearProblem& problem) : problem_(&problem), scales_(feature_scales(problem)) {}

  [[nodiscard]] const std::vector<double>& scales() const { return scales_; }

  const std::vector<Entry>& read(const LinearRows& rows, std::size_t i) {
    entries_.clear();
    if (const auto* sparse = std::get_if<SparseBatch>(&rows.features)) {
      for (std::uint64_t k = sparse->offsets[i]; k < sparse->offsets[i + 1]; ++k) {
        add(sparse->indices[k], sparse->value(k));
      }
    } else {
      const auto& batch = std::get<Batch>(rows.features);
      for (std::size_t j = 0; j < problem_->features; ++j) {
        add(j, batch.value(i, j));
      }
    }
    entries_.push_back({problem_->features, 1});
    return entries_;
  }

 private:
  void add(std::size_t j, double value) {
    if (!std::isnan(value)) {
      entries_.push_back({j, (value - problem_->centre[j]) / scales_[j]});
    }
  }

  const LinearProblem* problem_;
  std::vector<double> scales_;
  std::vector<Entry> entries_;
};

/// C × (features + 1) numbers.
class Weights {
 public:
  Weights(std::size_t classes, std::size_t width) : width_(width), values_(classes * width) {}

  [[nodiscard]] double score(std::size_t c, const std::vector<Entry>& row) const {
    double sum = 0;
    for (const Entry& entry : row) {
      sum += values_[c * width_ + entry.feature] * entry.value;
    }
    return sum;
  }
  void add(std::size_t c, double factor, const std::vector<Entry>& row) {
    for (const Entry& entry : row) {
      values_[c * width_ + entry.feature] += factor * entry.value;
    }
  }
  [[nodiscard]] std::vector<double>& values() { return values_; }
  [[nodiscard]] double norm() const {
    return std::sqrt(std::inner_product(values_.begin(), values_.end(), values_.begin(), 0.0));
  }

 private:
  std::size_t width_;
  std::vector<double> values_;
};

// The other class with the largest score, and by how much the own one's is above it.
struct Runner {
  std::size_t other;
  double lead;
};

Runner runner_up(const Weights& weights, const std::vector<Entry>& row, std::size_t own, std::size_t classes) {
  Runner found{own, std::numeric_limits<double>::infinity()};
  const double score = weights.score(own, row);
  for (std::size_t c = 0; c < classes; ++c) {
    if (c == own) {
      continue;
    }
    if (const double lead = score - weights.score(c, row); lead < found.lead) {
      found = {c, lead};
    }
  }
  return found;
}

double weight_of(const LinearRows& rows, std::size_t i) {
  return std::visit([i](const auto& batch) { return batch.weight(i); }, rows.features);
}

std::vector<std::size_t> shuffled(std::size_t count, Random& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = count; i > 1; --i) {
    std::swap(order[i - 1], order[random.below(i)]);
  }
  return order;
}

// The least lead of any row's own class, by the norm of the weights.
double margin_of(const LinearProblem& problem, const Weights& weights, RowReader& reader) {
  double least = std::numeric_limits<double>::infinity();
  problem.each([&](const LinearRows& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (weight_of(rows, i) > 0) {
        least = std::min(least, runner_up(weights, reader.read(rows, i), rows.classes[i], problem.classes).lead);
      }
    }
  });
  return least / weights.norm();
}

}  // namespace

PerceptronFit fit_perceptron(const LinearProblem& problem, const PerceptronOptions& options) {
  const std::size_t width = problem.features + 1;
  RowReader reader(problem);
  Weights weights(problem.classes, width);
  Weights weighted(problem.classes,
                   width);  // Σ step · update: what the average falls short of the weights, times steps
  PerceptronFit fit;
  double steps = 1;
  bool separated = false;
  while (fit.epochs < options.most_epochs && !separated) {
    const std::uint64_t before = fit.mistakes;
    Random random(mix_seed(options.seed, fit.epochs));
    problem.each([&](const LinearRows& rows) {
      for (const std::size_t i : shuffled(rows.size(), random)) {
        const double weight = weight_of(rows, i);
        if (weight == 0) {
          continue;
        }
        const std::vector<Entry>& row = reader.read(rows, i);
        if (fit.epochs == 0) {
          double square = 0;
          for (const Entry& entry : row) {
            square += entry.value * entry.value;
          }
          fit.radius = std::max(fit.radius, std::sqrt(2 * square));
        }
        const std::size_t own = rows.classes[i];
        const Runner runner = runner_up(weights, row, own, problem.classes);
        if (runner.lead <= 0) {
          ++fit.mistakes;
          weights.add(own, weight, row);
          weights.add(runner.other, -weight, row);
          weighted.add(own, steps * weight, row);
          weighted.add(runner.other, -steps * weight, row);
        }
        steps += 1;
      }
    });
    ++fit.epochs;
    separated = fit.mistakes == before;
  }
  if (separated) {
    fit.margin = margin_of(problem, weights, reader);
  }
  for (std::size_t c = 0; c < problem.classes; ++c) {
    double intercept = 0;
    for (std::size_t j = 0; j < width; ++j) {
      const double average = weights.values()[c * width + j] - weighted.values()[c * width + j] / steps;
      if (j == problem.features) {
        intercept += average;
        continue;
      }
      fit.coefficients.push_back(average / reader.scales()[j]);
      intercept -= fit.coefficients.back() * problem.centre[j];
    }
    fit.intercepts.push_back(intercept);
  }
  return fit;
}

}  // namespace suffice
