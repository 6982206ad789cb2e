// Likelihoods of small tables of values by classes.
#include "data/schema/roles/code_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "math/special/log_gamma.hpp"

namespace suffice {
namespace {

constexpr double clear_evidence = 10;  // nats

struct ClassMoments {
  double rows = 0;
  double mean = 0;
  double variance = 0;
};

std::vector<ClassMoments> class_moments(const ValueTable& table) {
  std::vector<ClassMoments> moments(table.classes);
  for (std::size_t v = 0; v < table.values.size(); ++v) {
    for (std::size_t c = 0; c < table.classes; ++c) {
      const double count = table.counts[v * table.classes + c];
      moments[c].rows += count;
      moments[c].mean += count * table.values[v];
    }
  }
  for (ClassMoments& moment : moments) moment.mean /= std::max(moment.rows, 1.0);
  for (std::size_t v = 0; v < table.values.size(); ++v) {
    for (std::size_t c = 0; c < table.classes; ++c) {
      const double deviation = table.values[v] - moments[c].mean;
      moments[c].variance += table.counts[v * table.classes + c] * deviation * deviation;
    }
  }
  for (ClassMoments& moment : moments) moment.variance /= std::max(moment.rows, 1.0);
  return moments;
}

double row_count(std::span<const ClassMoments> moments) {
  return std::accumulate(moments.begin(), moments.end(), 0.0,
                         [](double sum, const ClassMoments& moment) { return sum + moment.rows; });
}

/// Σ log p(c | v) over the rows, by Bayes' rule from a Gaussian for each class.
double gaussian_label_likelihood(const ValueTable& table, std::span<const ClassMoments> moments) {
  double sum = 0;
  std::vector<double> log_joint(table.classes);
  for (std::size_t v = 0; v < table.values.size(); ++v) {
    double greatest = -std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < table.classes; ++c) {
      const ClassMoments& moment = moments[c];
      const double deviation = table.values[v] - moment.mean;
      log_joint[c] = moment.rows == 0 ? -std::numeric_limits<double>::infinity()
                                      : std::log(moment.rows) - 0.5 * std::log(moment.variance) -
                                            0.5 * deviation * deviation / moment.variance;
      greatest = std::max(greatest, log_joint[c]);
    }
    double total = 0;
    for (const double term : log_joint) total += std::exp(term - greatest);
    const double log_evidence = greatest + std::log(total);
    for (std::size_t c = 0; c < table.classes; ++c) {
      const double count = table.counts[v * table.classes + c];
      if (count > 0) sum += count * (log_joint[c] - log_evidence);
    }
  }
  return sum;
}

/// Σ log p(c | v) over the rows, p(c | v) being free for each value: its maximum.
double free_label_likelihood(const ValueTable& table) {
  double sum = 0;
  for (std::size_t v = 0; v < table.values.size(); ++v) {
    const std::span<const double> counts = std::span(table.counts).subspan(v * table.classes, table.classes);
    const double rows = std::accumulate(counts.begin(), counts.end(), 0.0);
    for (const double count : counts) {
      if (count > 0) sum += count * std::log(count / rows);
    }
  }
  return sum;
}

/// The mean squared Hellinger distance of p(c | v) between neighbouring values, less what sampling adds to it, divided
/// by that between all pairs; of values with at least 10 rows. 0 where fewer than 3 have them, or all are alike.
double neighbour_distance(const ValueTable& table) {
  constexpr double least_rows = 10;
  std::vector<std::vector<double>> roots;
  std::vector<double> rows;
  for (std::size_t v = 0; v < table.values.size(); ++v) {
    const std::span<const double> counts = std::span(table.counts).subspan(v * table.classes, table.classes);
    const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
    if (sum < least_rows) continue;
    rows.push_back(sum);
    std::vector<double>& root = roots.emplace_back();
    for (const double count : counts) root.push_back(std::sqrt(count / sum));
  }
  if (roots.size() < 3) return 0;
  const double noise = static_cast<double>(table.classes - 1) / 4;
  double near = 0;
  double all = 0;
  for (std::size_t u = 0; u < roots.size(); ++u) {
    for (std::size_t v = u + 1; v < roots.size(); ++v) {
      double distance = -noise * (1 / rows[u] + 1 / rows[v]);
      for (std::size_t c = 0; c < table.classes; ++c) {
        distance += (roots[u][c] - roots[v][c]) * (roots[u][c] - roots[v][c]);
      }
      all += distance;
      if (v == u + 1) near += distance;
    }
  }
  const double count = static_cast<double>(roots.size());
  return all > 0 ? (near / (count - 1)) / (all / (count * (count - 1) / 2)) : 0;
}

double gaussian_probability(double value, const ClassMoments& moment) {
  const double scale = 1 / std::sqrt(2 * moment.variance);
  const double low = (value - 0.5 - moment.mean) * scale;
  const double high = (value + 0.5 - moment.mean) * scale;
  return low > 0 ? 0.5 * (std::erfc(low) - std::erfc(high)) : 0.5 * (std::erfc(-high) - std::erfc(-low));
}

}  // namespace

bool values_are_codes(const ValueTable& table) {
  constexpr double unordered = 0.75;  // of the neighbours' distance: 1 for names, less on a scale
  const std::size_t count = table.values.size();
  if (count < 3 || table.classes < 2) return false;
  std::vector<ClassMoments> moments = class_moments(table);
  const double rows = row_count(moments);
  double pooled = 0;
  for (const ClassMoments& moment : moments) pooled += moment.rows * moment.variance / rows;
  if (!(pooled > 0)) return false;
  const double penalty =
      0.5 * static_cast<double>(table.classes - 1) * std::log(rows);  // of a parameter for each class
  const double free = free_label_likelihood(table) - penalty * static_cast<double>(count - 1);
  for (ClassMoments& moment : moments) moment.variance = (moment.rows * moment.variance + pooled) / (moment.rows + 1);
  const double quadratic = gaussian_label_likelihood(table, moments) - penalty * 2;
  for (ClassMoments& moment : moments) moment.variance = pooled;
  const double linear = gaussian_label_likelihood(table, moments) - penalty;
  return free > std::max(linear, quadratic) + clear_evidence && neighbour_distance(table) > unordered;
}

bool values_are_counts(const ValueTable& table) {
  constexpr double least_rows = 100;
  if (table.values.size() < 3 || table.values.front() < 0 || table.values.front() > 1) return false;
  const std::vector<ClassMoments> moments = class_moments(table);
  const double rows = row_count(moments);
  if (rows < least_rows) return false;
  double means = 0;
  double variances = 0;
  for (const ClassMoments& moment : moments) {
    means += moment.rows * moment.mean;
    variances += moment.rows * moment.variance;
  }
  if (variances < 0.8 * means || variances > 1.25 * means) return false;
  double gaussian = 0;
  double poisson = 0;
  double free = 0;
  double frequencies = 0;
  for (std::size_t c = 0; c < table.classes; ++c) {
    ClassMoments moment = moments[c];
    moment.variance = std::max(moment.variance, 0.01);  // rounding alone adds 1/12
    for (std::size_t v = 0; v < table.values.size(); ++v) {
      const double n = table.counts[v * table.classes + c];
      const double x = table.values[v];
      if (n == 0) continue;
      frequencies += 1;
      gaussian += n * std::log(std::max(gaussian_probability(x, moment), 1e-300));
      poisson += n * ((x > 0 ? x * std::log(moment.mean) : 0) - moment.mean - log_gamma(x + 1));
      free += n * std::log(n / moment.rows);
    }
  }
  if (2 * (free - poisson) > 1.5 * frequencies) return false;
  const double penalty = 0.5 * static_cast<double>(table.classes) * std::log(rows);
  return poisson - penalty > gaussian - 2 * penalty + clear_evidence;
}

}  // namespace suffice
