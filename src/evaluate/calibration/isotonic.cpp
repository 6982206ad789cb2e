#include "evaluate/calibration/isotonic.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "model/odds_map.hpp"

namespace suffice {

namespace {

/// Neighbours that have the same share.
struct Pool {
  double first;  // log ratio
  double last;
  double weight;
  double weight_of_one;  // of the rows of class 1

  [[nodiscard]] double share() const { return weight_of_one / weight; }
};

}  // namespace

OddsMap isotonic_map(std::span<const double> log_ratios, std::span<const std::uint32_t> labels,
                     std::span<const double> weights, double prior_log_odds) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < log_ratios.size(); ++i) {
    if (!std::isnan(log_ratios[i]) && weights[i] > 0) {
      order.push_back(i);
    }
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return log_ratios[i]; });
  std::vector<Pool> pools;
  double total = 0;
  for (const std::size_t i : order) {
    const double ratio = std::clamp(log_ratios[i], -furthest_log_odds, furthest_log_odds);
    const double one = labels[i] == 1 ? weights[i] : 0;
    total += weights[i];
    if (!pools.empty() && pools.back().last == ratio) {
      pools.back().weight += weights[i];
      pools.back().weight_of_one += one;
    } else {
      pools.push_back({ratio, ratio, weights[i], one});
    }
  }
  std::vector<Pool> ascending;
  for (Pool pool : pools) {
    while (!ascending.empty() && ascending.back().share() >= pool.share()) {
      const Pool& before = ascending.back();
      pool = {before.first, pool.last, before.weight + pool.weight, before.weight_of_one + pool.weight_of_one};
      ascending.pop_back();
    }
    ascending.push_back(pool);
  }
  OddsMap map;
  const double least = std::min(0.5 / total, 0.5);
  for (const Pool& pool : ascending) {
    const double share = std::clamp(pool.share(), least, 1 - least);
    const double to = std::log(share) - std::log1p(-share) - prior_log_odds;
    map.from.push_back(pool.first);
    map.to.push_back(to);
    if (pool.last > pool.first) {
      map.from.push_back(pool.last);
      map.to.push_back(to);
    }
  }
  return map;
}

}  // namespace suffice
