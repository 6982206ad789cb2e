// Plain patterns: sums of rows with missing values (NaN), worked out in two passes by plain arithmetic.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "suffice/summary.hpp"

namespace suffice {

/// Some rows with their classes and weights; none weighs nothing.
struct PlainRows {
  std::vector<std::vector<double>> rows;
  std::vector<std::size_t> classes;
  std::vector<double> weights;
};

/// Σ w over the rows of class c that have a value in column j.
inline double plain_column_weight(const PlainRows& rows, std::size_t c, std::size_t j) {
  double sum = 0;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    sum += rows.classes[i] == c && !std::isnan(rows.rows[i][j]) ? rows.weights[i] : 0;
  }
  return sum;
}

/// Means and scatter of the values that are there. Matrices are those of rows that all have the same columns.
inline Moments plain_moments(const PlainRows& rows, std::size_t classes, std::size_t d, MomentKind kind) {
  const bool pooled = kind == MomentKind::pooled || kind == MomentKind::pooled_diagonal;
  const bool diagonal = kind == MomentKind::diagonal || kind == MomentKind::pooled_diagonal;
  const std::size_t size = diagonal ? d : d * d;
  Moments moments{kind, std::vector<double>(classes * d), std::vector<double>((pooled ? 1 : classes) * size), {}, {}};
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const std::size_t c = rows.classes[i];
    for (std::size_t j = 0; j < d; ++j) {
      const double x = rows.rows[i][j];
      moments.mean[c * d + j] += std::isnan(x) ? 0 : x * (rows.weights[i] / plain_column_weight(rows, c, j));
    }
  }
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const std::size_t c = rows.classes[i];
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t k = 0; k < d; ++k) {
        const double product = rows.weights[i] * ((rows.rows[i][j] - moments.mean[c * d + j]) *
                                                  (rows.rows[i][k] - moments.mean[c * d + k]));
        if (!std::isnan(product) && (!diagonal || j == k)) {
          moments.scatter[(pooled ? 0 : c * size) + (diagonal ? j : j * d + k)] += product;
        }
      }
    }
  }
  return moments;
}

/// The summary of rows, columns being p, q, r, … and weights 1 where there are none: by patterns, or with weights for
/// each column, where a value is missing, and without where none is.
inline Summary plain_patterns(const std::vector<std::vector<double>>& rows, const std::vector<std::string>& labels,
                              const std::vector<double>& weights, MomentKind kind) {
  const std::size_t d = rows.front().size();
  Summary summary{.schema = {.blocks = {{}}, .target = "y"}, .classes = {}, .sums = {}};
  for (std::size_t j = 0; j < d; ++j) {
    summary.schema.blocks[0].features.push_back(std::string(1, static_cast<char>('p' + j)));
  }
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (weights.empty() || weights[i] > 0) {
      numbers.emplace(labels[i], 0);
    }
  }
  for (auto& [label, number] : numbers) {
    number = summary.classes.labels.size();
    summary.classes.labels.push_back(label);
  }
  const std::size_t classes = numbers.size();
  summary.classes.rows.resize(classes);
  summary.classes.weight.resize(classes);

  PlainRows all;
  std::map<std::vector<std::uint8_t>, PlainRows, std::greater<>> by_pattern;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double w = weights.empty() ? 1 : weights[i];
    if (w == 0) {
      continue;
    }
    std::vector<std::uint8_t> present(d);
    std::ranges::transform(rows[i], present.begin(), [](double x) { return std::isnan(x) ? 0 : 1; });
    for (PlainRows* to : {&all, &by_pattern[present]}) {
      to->rows.push_back(rows[i]);
      to->classes.push_back(numbers.at(labels[i]));
      to->weights.push_back(w);
    }
    summary.classes.rows[numbers.at(labels[i])] += 1;
    summary.classes.weight[numbers.at(labels[i])] += w;
  }
  const bool complete =
      by_pattern.empty() || (by_pattern.size() == 1 && by_pattern.begin()->first == std::vector<std::uint8_t>(d, 1));
  const bool diagonal = kind == MomentKind::diagonal || kind == MomentKind::pooled_diagonal;
  if (complete || diagonal) {
    Moments moments = plain_moments(all, classes, d, kind);
    for (std::size_t k = 0; !complete && k < classes * d; ++k) {
      moments.column_weight.push_back(plain_column_weight(all, k / d, k % d));
    }
    summary.sums = {moments};
    return summary;
  }
  Moments moments{kind, {}, {}, {}, {}};
  for (const auto& [present, some] : by_pattern) {
    const Moments of_pattern = plain_moments(some, classes, d, kind);
    Pattern pattern{present, std::vector<std::uint64_t>(classes), std::vector<double>(classes), of_pattern.mean,
                    of_pattern.scatter};
    for (std::size_t i = 0; i < some.rows.size(); ++i) {
      pattern.rows[some.classes[i]] += 1;
      pattern.weight[some.classes[i]] += some.weights[i];
    }
    moments.patterns.push_back(pattern);
  }
  summary.sums = {moments};
  return summary;
}

}  // namespace suffice
