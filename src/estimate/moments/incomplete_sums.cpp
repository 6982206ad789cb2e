#include "estimate/moments/incomplete_sums.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "math/special/two_sum.hpp"
#include "math/system/parallel.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

// The rows and columns `chosen` of a matrix `width` wide, added to the result.
void add_sub_matrix(std::span<const double> matrix, std::size_t width, std::span<const std::size_t> chosen,
                    std::span<double> result) {
  const std::size_t size = chosen.size();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      result[i * size + j] += matrix[chosen[i] * width + chosen[j]];
    }
  }
}

// R A for rows R of n numbers and A symmetric, n × n.
std::vector<double> rows_times(std::span<const double> rows, std::span<const double> symmetric, std::size_t n) {
  std::vector<double> result(rows.size());
  for (std::size_t start = 0; start < rows.size(); start += n) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j) {
        result[start + j] += rows[start + k] * symmetric[k * n + j];
      }
    }
  }
  return result;
}

// Rows of that weight and mean join `so_far` others; what the two means differ by adds to the scatter.
void merge_mean(std::vector<double> other, double weight, double& so_far, std::span<double> mean,
                std::span<double> scatter) {
  const double share = weight / (so_far + weight);
  std::ranges::transform(other, mean, other.begin(), std::minus<>());
  add_outer_product(scatter, other, so_far * share);
  std::ranges::transform(mean, other, mean.begin(), [share](double m, double delta) { return m + share * delta; });
  so_far += weight;
}

}  // namespace

IncompleteSums::IncompleteSums(const MomentBlock& moments, std::span<const std::size_t> columns,
                               std::span<const double> origin, bool pooled)
    : pooled_(pooled), size_(columns.size()), weight_(moments.classes.weight) {
  const std::size_t width = moments.features();
  const std::size_t held = set_count(moments.sums.kind, weight_.size());
  for (const Pattern& pattern : moments.sums.patterns) {
    Part part{{}, {}, pattern.weight, {}, {}};
    std::vector<std::size_t> features;  // of the known columns
    for (std::size_t j = 0; j < size_; ++j) {
      const bool known = pattern.present[columns[j]] != 0;
      (known ? part.known : part.missing).push_back(j);
      if (known) {
        features.push_back(columns[j]);
      }
    }
    for (std::size_t c = 0; c < weight_.size(); ++c) {
      for (const std::size_t j : features) {
        const std::size_t at = c * width + j;
        const TwoSum mean{pattern.mean[at], pattern.remainder.empty() ? 0 : pattern.remainder[at]};
        part.mean.push_back(part.weight[c] > 0 ? mean.minus({origin[j]}) : 0);
      }
    }
    const std::size_t size = features.size() * features.size();
    part.scatter.resize(sets() * size);
    for (std::size_t set = 0; set < held; ++set) {
      add_sub_matrix(std::span(pattern.scatter).subspan(set * width * width, width * width), width, features,
                     std::span(part.scatter).subspan((pooled_ ? 0 : set) * size, size));
    }
    parts_.push_back(std::move(part));
  }
}

std::vector<double> IncompleteSums::deviation(const Part& part, std::size_t c, const Gaussians& estimate,
                                              const Regression& regression) const {
  const std::size_t count = part.known.size();
  std::vector<double> known(count);
  std::vector<double> result(size_);
  for (std::size_t j = 0; j < count; ++j) {
    known[j] = part.mean[c * count + j] - estimate.means[c * size_ + part.known[j]];
    result[part.known[j]] = known[j];
  }
  for (std::size_t i = 0; i < part.missing.size(); ++i) {
    const auto slopes = std::span(regression.slopes).subspan(i * count, count);
    result[part.missing[i]] = std::inner_product(slopes.begin(), slopes.end(), known.begin(), 0.0);
  }
  return result;
}

void IncompleteSums::add_scatter(const Part& part, std::size_t set, double weight, const Regression& regression,
                                 std::span<double> scatter) const {
  const std::size_t count = part.known.size();
  const std::size_t lacking = part.missing.size();
  const auto own = std::span(part.scatter).subspan(set * count * count, count * count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      scatter[part.known[i] * size_ + part.known[j]] += own[i * count + j];
    }
  }
  const std::vector<double> across = rows_times(regression.slopes, own, count);
  for (std::size_t i = 0; i < lacking; ++i) {
    const auto row = std::span(across).subspan(i * count, count);
    for (std::size_t j = 0; j < count; ++j) {
      scatter[part.missing[i] * size_ + part.known[j]] += row[j];
      scatter[part.known[j] * size_ + part.missing[i]] += row[j];
    }
    for (std::size_t j = 0; j <= i; ++j) {
      const auto slopes = std::span(regression.slopes).subspan(j * count, count);
      const double sum = std::inner_product(slopes.begin(), slopes.end(), row.begin(), 0.0) +
                         weight * regression.rest[i * lacking + j];
      scatter[part.missing[i] * size_ + part.missing[j]] += sum;
      if (i != j) {
        scatter[part.missing[j] * size_ + part.missing[i]] += sum;
      }
    }
  }
}

IncompleteSums::Addend IncompleteSums::addend(const Part& part, std::size_t set, const Gaussians& estimate) const {
  const std::size_t first = first_class(set);
  const std::size_t last = last_class(set);
  const double weight = std::accumulate(&part.weight[first], &part.weight[0] + last, 0.0);
  if (!(weight > 0)) {
    return {};
  }
  const Regression found = regression(estimate.factors[set], part.missing, part.known);
  Addend result{std::vector<double>(size_ * size_), {}};
  add_scatter(part, set, weight, found, result.scatter);
  for (std::size_t c = first; c < last; ++c) {
    result.deviations.push_back(part.weight[c] > 0 ? deviation(part, c, estimate, found) : std::vector<double>());
  }
  return result;
}

Moments IncompleteSums::expected(const Gaussians& estimate, unsigned threads) const {
  const std::size_t classes = weight_.size();
  Moments result{pooled_ ? MomentKind::pooled : MomentKind::full,
                 std::vector<double>(classes * size_),
                 std::vector<double>(sets() * size_ * size_),
                 {},
                 {}};
  std::vector<double> so_far(classes);  // the weight of the parts that are in the result
  const std::size_t all = parts_.size() * sets();
  // Addends are found some at a time, and added in the order of the parts.
  const std::size_t at_once = threads == 1 ? 1 : std::size_t{4} * threads;
  for (std::size_t start = 0; start < all; start += at_once) {
    std::vector<Addend> addends(std::min(at_once, all - start));
    parallel_for(threads, addends.size(), [&](std::size_t i, unsigned /*thread*/) {
      addends[i] = addend(parts_[(start + i) / sets()], (start + i) % sets(), estimate);
    });
    for (std::size_t i = 0; i < addends.size(); ++i) {
      const Part& part = parts_[(start + i) / sets()];
      const std::size_t set = (start + i) % sets();
      const auto scatter = std::span(result.scatter).subspan(set * size_ * size_, size_ * size_);
      std::ranges::transform(addends[i].scatter, scatter, scatter.begin(), std::plus<>());
      for (std::size_t k = 0; k < addends[i].deviations.size(); ++k) {
        const std::size_t c = first_class(set) + k;
        if (part.weight[c] > 0) {
          merge_mean(std::move(addends[i].deviations[k]), part.weight[c], so_far[c],
                     std::span(result.mean).subspan(c * size_, size_), scatter);
        }
      }
    }
  }
  std::ranges::transform(result.mean, estimate.means, result.mean.begin(), std::plus<>());
  return result;
}

}  // namespace suffice
