#include "model/odds_map.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "math/special/log_zero.hpp"

namespace suffice {

bool is_sound(const OddsMap& map) {
  const auto finite = [](double number) { return std::abs(number) <= furthest_log_odds; };
  return !map.from.empty() && map.from.size() == map.to.size() && std::ranges::all_of(map.from, finite) &&
         std::ranges::all_of(map.to, finite) &&
         std::ranges::adjacent_find(map.from, std::greater_equal<>()) == map.from.end() &&
         std::ranges::is_sorted(map.to);
}

double mapped(const OddsMap& map, double log_odds) {
  const double x = std::clamp(log_odds, -furthest_log_odds, furthest_log_odds);
  const auto next = static_cast<std::size_t>(std::ranges::upper_bound(map.from, x) - map.from.begin());
  if (next == 0) {
    return map.to.front();
  }
  if (next == map.from.size()) {
    return map.to.back();
  }
  const double share = (x - map.from[next - 1]) / (map.from[next] - map.from[next - 1]);
  return map.to[next - 1] + share * (map.to[next] - map.to[next - 1]);
}

std::pair<double, double> map_scores(const OddsMap& map, std::span<const double> log_prior, double first,
                                     double second) {
  const bool impossible = first == log_zero && second == log_zero;
  if (impossible || log_prior[0] == log_zero || log_prior[1] == log_zero) {
    return {first, second};
  }
  const double log_odds = (second - first) - (log_prior[1] - log_prior[0]);
  return {log_prior[0], log_prior[1] + mapped(map, log_odds)};
}

}  // namespace suffice
