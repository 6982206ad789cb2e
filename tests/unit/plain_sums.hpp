// Plain sums: a summary worked out row by row, to have sums in tests without the code that makes them fast.
#pragma once

#include <string>
#include <vector>

#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// The rows of one class, each of the same weight.
struct PlainClass {
  std::string label;
  std::vector<std::vector<double>> rows;
};

inline Summary plain_sums(const std::vector<PlainClass>& classes, MomentKind kind, double weight = 1,
                          bool fourth = false) {
  const std::size_t d = classes.front().rows.front().size();
  const bool pooled = kind == MomentKind::pooled || kind == MomentKind::pooled_diagonal;
  const bool diagonal = kind == MomentKind::diagonal || kind == MomentKind::pooled_diagonal;
  Summary summary{.schema = {.blocks = {{}}, .target = "y"}, .classes = {}, .sums = {Moments{}}};
  Moments& moments = std::get<Moments>(summary.sums[0]);
  for (std::size_t j = 0; j < d; ++j) {
    summary.schema.blocks[0].features.push_back(std::string(1, static_cast<char>('p' + j)));
  }
  moments.kind = kind;
  moments.scatter.resize((pooled ? 1 : classes.size()) * d * (diagonal ? 1 : d));
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const auto& rows = classes[c].rows;
    summary.classes.labels.push_back(classes[c].label);
    summary.classes.rows.push_back(rows.size());
    summary.classes.weight.push_back(weight * static_cast<double>(rows.size()));
    std::vector<double> mean(d);
    for (const auto& row : rows) {
      for (std::size_t j = 0; j < d; ++j) {
        mean[j] += row[j] / static_cast<double>(rows.size());
      }
    }
    moments.mean.insert(moments.mean.end(), mean.begin(), mean.end());
    double fourth_sum = 0;
    std::vector<double> third(d);
    for (const auto& row : rows) {
      double square = 0;
      for (std::size_t i = 0; i < d; ++i) {
        const double u = row[i] - mean[i];
        square += u * u;
        for (std::size_t j = 0; j < d; ++j) {
          const std::size_t at = (pooled ? 0 : c * d * (diagonal ? 1 : d)) + (diagonal ? j : i * d + j);
          moments.scatter[at] += diagonal && i != j ? 0 : weight * u * (row[j] - mean[j]);
        }
      }
      fourth_sum += weight * square * square;
      for (std::size_t j = 0; j < d; ++j) {
        third[j] += weight * square * (row[j] - mean[j]);
      }
    }
    if (fourth) {
      moments.fourth.push_back(fourth_sum);
      moments.third.insert(moments.third.end(), third.begin(), third.end());
    }
  }
  return summary;
}

/// The moments of the only block.
inline MomentBlock block_of(const Summary& summary) { return moment_block(summary, 0); }

/// Three classes in two columns. S_a = (5 4; 4 14), S_b = (5 9; 9 18), S_c = (14 −2; −2 14)/3, S_W = (44 37; 37 110)/3;
/// means (2.5, 3), (7.5, 7), (7/3, 32/3); grand mean (47, 72)/11.
inline std::vector<PlainClass> three_classes() {
  return {{"a", {{1, 2}, {2, 1}, {4, 3}, {3, 6}}},
          {"b", {{6, 5}, {8, 8}, {7, 5}, {9, 10}}},
          {"c", {{2, 9}, {1, 12}, {4, 11}}}};
}

}  // namespace suffice
