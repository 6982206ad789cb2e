#include "summary/pooled_moments.hpp"

#include <algorithm>
#include <vector>

#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

// The mean of class c, its features in the order of `columns`.
std::vector<double> class_mean(const PooledMoments& moments, std::size_t c, std::span<const std::size_t> columns) {
  std::vector<double> mean(columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    mean[j] = moments.mean[c * columns.size() + columns[j]];
  }
  return mean;
}

void add_scatter_of(std::span<double> scatter, const PooledMoments& moments, std::span<const std::size_t> columns,
                    double factor) {
  const std::size_t d = columns.size();
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      scatter[i * d + j] += factor * moments.scatter[columns[i] * d + columns[j]];
    }
  }
}

}  // namespace

void add_outer_product(std::span<double> scatter, std::span<const double> v, double factor) {
  const std::size_t d = v.size();
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double product = factor * (v[i] * v[j]);
      scatter[i * d + j] += product;
      scatter[j * d + i] += product;
    }
    scatter[i * d + i] += factor * (v[i] * v[i]);
  }
}

PooledMoments merge_moments(const Summary& a, const Summary& b, const ClassCounts& sum,
                            std::span<const std::size_t> columns) {
  const std::size_t d = columns.size();
  PooledMoments merged{std::vector<double>(sum.size() * d), a.moments.scatter};
  add_scatter_of(merged.scatter, b.moments, columns, 1);
  const LabelDictionary labels_a(a.classes.labels);
  const LabelDictionary labels_b(b.classes.labels);
  std::vector<double> delta(d);
  for (std::size_t c = 0; c < sum.size(); ++c) {
    const auto in_a = labels_a.find(sum.labels[c]);
    const auto in_b = labels_b.find(sum.labels[c]);
    double* mean = &merged.mean[c * d];
    if (in_a) {
      std::copy_n(&a.moments.mean[*in_a * d], d, mean);
    }
    if (in_b) {
      const std::vector<double> mean_b = class_mean(b.moments, *in_b, columns);
      if (!in_a) {
        std::ranges::copy(mean_b, mean);
        continue;
      }
      const double n_a = a.classes.weight[*in_a];
      const double share_b = b.classes.weight[*in_b] / sum.weight[c];
      for (std::size_t j = 0; j < d; ++j) {
        delta[j] = mean_b[j] - mean[j];
        mean[j] += share_b * delta[j];
      }
      add_outer_product(merged.scatter, delta, n_a * share_b);
    }
  }
  return merged;
}

PooledMoments remove_moments(const Summary& all, const Summary& part, const ClassCounts& rest,
                             std::span<const std::size_t> columns) {
  const std::size_t d = columns.size();
  PooledMoments left{std::vector<double>(rest.size() * d), std::vector<double>(d * d)};
  if (rest.size() == 0) {
    return left;  // nothing is left, exactly
  }
  left.scatter = all.moments.scatter;
  add_scatter_of(left.scatter, part.moments, columns, -1);
  const LabelDictionary labels_all(all.classes.labels);
  const LabelDictionary labels_part(part.classes.labels);
  std::vector<double> delta(d);
  for (std::size_t c = 0; c < rest.size(); ++c) {
    const std::size_t in_all = labels_all.find(rest.labels[c]).value();
    const auto in_part = labels_part.find(rest.labels[c]);
    double* mean = &left.mean[c * d];
    std::copy_n(&all.moments.mean[in_all * d], d, mean);
    if (in_part) {
      const std::vector<double> mean_part = class_mean(part.moments, *in_part, columns);
      const double odds = part.classes.weight[*in_part] / rest.weight[c];
      for (std::size_t j = 0; j < d; ++j) {
        delta[j] = mean[j] - mean_part[j];
        mean[j] += odds * delta[j];
      }
      add_outer_product(left.scatter, delta, -all.classes.weight[in_all] * odds);
    }
  }
  return left;
}

}  // namespace suffice
