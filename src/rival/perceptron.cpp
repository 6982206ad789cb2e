#include "rival/perceptron.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "estimate/linear_weights.hpp"
#include "math/special/random.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

struct Entry {
  std::size_t feature;
  double value;
};

/// The standardised features of a row, and the 1 of the intercept last.
struct RowView {
  std::span<const double> dense = {};  ///< all of them, of dense rows
  std::span<const Entry> entries = {};

  [[nodiscard]] double square() const {
    double sum = 0;
    for (const double value : dense) sum += value * value;
    for (const Entry& entry : entries) sum += entry.value * entry.value;
    return sum;
  }
};

class RowReader {
 public:
  explicit RowReader(const LinearProblem& problem)
      : problem_(&problem), scales_(feature_scales(problem)), dense_(problem.features + 1, 1.0) {}

  [[nodiscard]] const std::vector<double>& scales() const { return scales_; }

  /// Holds until the next call.
  RowView read(const LinearRows& rows, std::size_t i) {
    if (const auto* const batch = std::get_if<Batch>(&rows.features)) {
      batch->copy_row(i, dense_.data());
      for (std::size_t j = 0; j < problem_->features; ++j) {
        dense_[j] = (problem_->known(j, dense_[j]) - problem_->centre[j]) / scales_[j];
      }
      return {.dense = dense_};
    }
    const auto& sparse = std::get<SparseBatch>(rows.features);
    entries_.clear();
    for (std::uint64_t k = sparse.offsets[i]; k < sparse.offsets[i + 1]; ++k) {
      const std::size_t j = sparse.indices[k];
      entries_.push_back({j, (problem_->known(j, sparse.value(k)) - problem_->centre[j]) / scales_[j]});
    }
    entries_.push_back({problem_->features, 1});
    return {.entries = entries_};
  }

 private:
  const LinearProblem* problem_;
  std::vector<double> scales_;
  std::vector<double> dense_;
  std::vector<Entry> entries_;
};

/// Σ a_j b_j in eight chains, which a compiler can run side by side.
double dot(const double* a, const double* b, std::size_t count) {
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> sums{};
  std::size_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    for (std::size_t k = 0; k < lanes; ++k) sums[k] += a[j + k] * b[j + k];
  }
  for (; j < count; ++j) sums[0] += a[j] * b[j];
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// C × (features + 1) numbers.
class Weights {
 public:
  Weights(std::size_t classes, std::size_t width) : width_(width), values_(classes * width) {}

  [[nodiscard]] double score(std::size_t c, const RowView& row) const {
    const double* const own = values_.data() + c * width_;
    double sum = row.dense.empty() ? 0 : dot(own, row.dense.data(), width_);
    for (const Entry& entry : row.entries) sum += own[entry.feature] * entry.value;
    return sum;
  }
  void add(std::size_t c, double factor, const RowView& row) {
    double* const own = values_.data() + c * width_;
    for (std::size_t j = 0; j < row.dense.size(); ++j) own[j] += factor * row.dense[j];
    for (const Entry& entry : row.entries) own[entry.feature] += factor * entry.value;
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

Runner runner_up(const Weights& weights, const RowView& row, std::size_t own, std::size_t classes) {
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

// The places of all rows that weigh something.
std::vector<std::size_t> shuffled(const LinearRows& rows, Random& random) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (weight_of(rows, i) > 0) order.push_back(i);
  }
  for (std::size_t i = order.size(); i > 1; --i) {
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
  constexpr std::size_t fewest_epochs = 10;
  double steps = 1;
  bool separated = false;
  const auto has_time = [&] {
    const double by_epoch = fit.epochs == 0 ? 0 : (steps - 1) / static_cast<double>(fit.epochs);
    return fit.epochs < fewest_epochs || steps - 1 + by_epoch <= static_cast<double>(options.most_steps);
  };
  while (fit.epochs < options.most_epochs && has_time() && !separated) {
    const std::uint64_t before = fit.mistakes;
    Random random(mix_seed(options.seed, fit.epochs));
    problem.each([&](const LinearRows& rows) {
      for (const std::size_t i : shuffled(rows, random)) {
        const double weight = weight_of(rows, i);
        const RowView row = reader.read(rows, i);
        if (fit.epochs == 0) {
          fit.radius = std::max(fit.radius, std::sqrt(2 * row.square()));
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
    std::vector<double> average(width);
    for (std::size_t j = 0; j < width; ++j) {
      average[j] = weights.values()[c * width + j] - weighted.values()[c * width + j] / steps;
      if (j < problem.features) average[j] /= reader.scales()[j];
    }
    add_class(fit, std::span(average).first(problem.features), average.back(), problem.centre);
  }
  const bool has_range = std::isfinite(fit.radius) && (!fit.margin || (std::isfinite(*fit.margin) && *fit.margin > 0));
  if (!has_range || !is_finite(fit)) {
    throw Error(
        ErrorCode::bad_data,
        "the weights of the perceptron have no estimate: numbers of some column, or the weights of rows, are too "
        "large or too small; use another unit for them");
  }
  drop_slight_remainder(fit);
  return fit;
}

}  // namespace suffice
