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

// Ascending.
std::vector<double> sorted_finite(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  std::ranges::sort(values);
  return values;
}

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

// At the share `part` / `parts` of ascending values, linear between two of them.
double quantile_at(const std::vector<double>& ascending, std::size_t part, std::size_t parts) {
  const std::size_t steps = ascending.size() - 1;
  const std::size_t place = steps * part / parts;
  const double rest = static_cast<double>(steps * part % parts) / static_cast<double>(parts);
  return rest > 0 ? std::lerp(ascending[place], ascending[place + 1], rest) : ascending[place];
}

}  // namespace

NormalScore normal_score_knots(std::vector<double> values, std::size_t most) {
  const std::vector<double> ascending = sorted_finite(std::move(values));
  std::vector<double> knots = distinct(ascending);
  if (knots.size() < 2) {
    return {};
  }
  most = std::max<std::size_t>(most, 2);
  if (knots.size() > most) {
    knots.clear();
    for (std::size_t k = 0; k < most; ++k) {
      knots.push_back(ascending[(ascending.size() - 1) * k / (most - 1)]);
    }
    knots = distinct(std::move(knots));
  }
  const auto n = static_cast<double>(ascending.size());
  NormalScore score;
  for (const double x : knots) {
    const auto [first, last] = std::ranges::equal_range(ascending, x);
    const auto below = static_cast<double>(first - ascending.begin());
    const auto not_above = static_cast<double>(last - ascending.begin());
    score.x.push_back(x);
    score.z.push_back(normal_quantile(0.5 * (below + not_above) / n));
  }
  return has_slopes(score) ? score : NormalScore{};
}

std::vector<double> fine_edges(std::vector<double> values, std::size_t most) {
  const std::vector<double> ascending = sorted_finite(std::move(values));
  const std::vector<double> different = distinct(ascending);
  if (different.size() <= most + 1) {
    return midpoints(different);
  }
  std::vector<double> edges;
  for (std::size_t k = 1; k <= most; ++k) {
    const auto at = std::ranges::lower_bound(different, ascending[ascending.size() * k / (most + 1)]);
    if (at != different.begin()) {
      edges.push_back(edge_between(*(at - 1), *at));
    }
  }
  return distinct(std::move(edges));
}

std::vector<double> equal_frequency_edges(std::vector<double> values, std::size_t bins) {
  const std::vector<double> ascending = sorted_finite(std::move(values));
  const std::vector<double> different = distinct(ascending);
  if (different.size() <= bins) {
    return midpoints(different);
  }
  std::vector<double> edges;
  for (std::size_t k = 1; k < bins; ++k) {
    edges.push_back(quantile_at(ascending, k, bins));
  }
  edges = distinct(std::move(edges));
  std::erase_if(edges, [&](double edge) { return edge <= ascending.front(); });  // nothing would be below it
  return edges;
}

std::vector<double> balanced_edges(std::vector<double> values, std::size_t bins) {
  const std::vector<double> ascending = sorted_finite(std::move(values));
  const std::vector<double> different = distinct(ascending);
  if (different.size() <= bins) {
    return midpoints(different);
  }
  const std::vector<double> between = midpoints(different);
  std::vector<double> edges;
  std::size_t left = ascending.size();  // values in the bin that is open, and above it
  std::size_t open = 0;                 // values in it
  std::size_t first = 0;
  for (std::size_t k = 0; k < between.size() && edges.size() + 1 < bins; ++k) {
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(ascending, different[k]) - ascending.begin());
    const auto after =
        static_cast<std::size_t>(std::ranges::upper_bound(ascending, different[k + 1]) - ascending.begin());
    open += next - first;
    first = next;
    const std::size_t bins_left = bins - edges.size();
    const bool is_full = open * bins_left >= left;
    const bool is_common = (after - next) * bins_left >= left;  // the next value fills a bin by itself
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
