#include "encode/sampled_knots.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "data/schema/encodings.hpp"
#include "math/special/normal_quantile.hpp"

namespace suffice {

namespace {

// Of ascending values, and 0 instead of −0.
std::vector<double> distinct(std::vector<double> values) {
  const auto rest = std::ranges::unique(values);
  values.erase(rest.begin(), rest.end());
  std::ranges::for_each(values, [](double& value) { value += 0.0; });
  return values;
}

// An edge e with low < e ≤ high, so that x ≥ e parts the two.
double edge_between(double low, double high) {
  const double middle = std::midpoint(low, high);
  return middle > low ? middle : high;
}

std::vector<double> midpoints(const std::vector<double>& ascending) {
  std::vector<double> edges;
  for (std::size_t k = 1; k < ascending.size(); ++k) {
    edges.push_back(edge_between(ascending[k - 1], ascending[k]));
  }
  return edges;
}

// How many rows lie between the lowest number and the highest, which is one of them.
double steps_of(const RankedNumbers& numbers) { return numbers.weight() / numbers.row_weight() - 1; }

// At the share `part` / `parts` of the rows, linear between two of them.
double quantile_at(const RankedNumbers& numbers, std::size_t part, std::size_t parts) {
  const auto of = static_cast<double>(parts);
  const double steps = steps_of(numbers) * static_cast<double>(part);
  const double rest = std::fmod(steps, of) / of;
  const double place = std::floor(steps / of);
  const double low = numbers.at(place * numbers.row_weight());
  return rest > 0 ? std::lerp(low, numbers.at((place + 1) * numbers.row_weight()), rest) : low;
}

}  // namespace

RankedNumbers::RankedNumbers(std::span<const double> numbers, std::span<const double> weights) {
  std::vector<std::pair<double, double>> ranked;  // with their weights
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    if (std::isfinite(numbers[i]) && weight > 0) ranked.emplace_back(numbers[i] + 0.0, weight);
  }
  std::ranges::sort(ranked);
  double total = 0;
  for (const auto& [number, weight] : ranked) {
    total += weight;
    if (different_.empty() || different_.back() != number) {
      different_.push_back(number);
      up_to_.push_back(0);
    }
    up_to_.back() = total;
  }
  if (!ranked.empty()) row_weight_ = std::min(1.0, total / static_cast<double>(ranked.size()));
}

double RankedNumbers::at(double rank) const {
  const auto k = static_cast<std::size_t>(std::ranges::upper_bound(up_to_, rank) - up_to_.begin());
  return different_[std::min(k, different_.size() - 1)];
}

std::optional<Extremes> RankedNumbers::extremes() const {
  return empty() ? std::nullopt : std::optional(Extremes{different_.front(), different_.back()});
}

NormalScore normal_score_knots(const RankedNumbers& numbers, std::size_t most) {
  const std::vector<double>& different = numbers.different();
  if (different.size() < 2) {
    return {};
  }
  most = std::max<std::size_t>(most, 2);
  std::vector<double> knots = different;
  if (knots.size() > most) {
    knots = {different.front()};
    const auto last = static_cast<double>(most - 1);
    for (std::size_t k = 1; k + 1 < most; ++k) {
      knots.push_back(numbers.at(steps_of(numbers) * static_cast<double>(k) / last * numbers.row_weight()));
    }
    knots.push_back(different.back());
    knots = distinct(std::move(knots));
  }
  NormalScore score;
  std::size_t place = 0;
  for (const double x : knots) {
    while (different[place] != x) ++place;
    score.x.push_back(x);
    score.z.push_back(normal_quantile(0.5 * (numbers.below(place) + numbers.up_to(place)) / numbers.weight()));
  }
  return has_slopes(score) ? score : NormalScore{};
}

std::vector<double> fine_edges(const RankedNumbers& numbers, std::size_t most) {
  const std::vector<double>& different = numbers.different();
  if (different.size() <= most + 1) {
    return midpoints(different);
  }
  std::vector<double> edges;
  for (std::size_t k = 1; k <= most; ++k) {
    const double at_edge = numbers.at(numbers.weight() * static_cast<double>(k) / static_cast<double>(most + 1));
    const auto at = std::ranges::lower_bound(different, at_edge);
    if (at != different.begin()) {
      edges.push_back(edge_between(*(at - 1), *at));
    }
  }
  return distinct(std::move(edges));
}

std::vector<double> equal_frequency_edges(const RankedNumbers& numbers, std::size_t bins) {
  const std::vector<double>& different = numbers.different();
  if (different.size() <= bins) {
    return midpoints(different);
  }
  std::vector<double> edges;
  for (std::size_t k = 1; k < bins; ++k) {
    edges.push_back(quantile_at(numbers, k, bins));
  }
  edges = distinct(std::move(edges));
  std::erase_if(edges, [&](double edge) { return edge <= different.front(); });  // nothing would be below it
  return edges;
}

std::vector<double> balanced_edges(const RankedNumbers& numbers, std::size_t bins) {
  const std::vector<double>& different = numbers.different();
  if (different.size() <= bins) {
    return midpoints(different);
  }
  const std::vector<double> between = midpoints(different);
  std::vector<double> edges;
  double left = numbers.weight();  // of the bin that is open, and above it
  double open = 0;                 // of it
  for (std::size_t k = 0; k < between.size() && edges.size() + 1 < bins; ++k) {
    open += numbers.up_to(k) - numbers.below(k);
    const auto bins_left = static_cast<double>(bins - edges.size());
    const bool is_full = open * bins_left >= left;
    // The next value fills a bin by itself.
    const bool is_common = (numbers.up_to(k + 1) - numbers.below(k + 1)) * bins_left >= left;
    if (is_full || is_common) {
      edges.push_back(between[k]);
      left -= open;
      open = 0;
    }
  }
  return edges;
}

std::vector<double> equal_width_edges(double low, double high, std::size_t bins) {
  std::vector<double> edges;
  const auto count = static_cast<double>(bins);
  const double range = high - low;
  const double width = std::isfinite(range) ? range / count : high / count - low / count;
  for (std::size_t k = 1; low < high && k < bins; ++k) {
    edges.push_back(low + static_cast<double>(k) * width);
  }
  edges = distinct(std::move(edges));
  std::erase_if(edges, [&](double edge) { return edge <= low || edge > high; });
  return edges;
}

}  // namespace suffice
