#include "encode/normal_score.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace suffice {

ScoreTable::ScoreTable(const NormalScore& score) : x_(score.x), z_(score.z) {
  if (score.empty()) return;
  lookup_ = SortedLookup(score.x);
  for (std::size_t k = 0; k + 1 < x_.size(); ++k) {
    slope_.push_back((z_[k + 1] - z_[k]) / (x_[k + 1] - x_[k]));
    log_slope_.push_back(std::log(slope_.back()));
  }
  slope_.push_back(0);
  segments_.push_back({x_.front(), z_.front(), 0});  // of NaN a search may end before the first knot
  for (std::size_t k = 0; k < x_.size(); ++k) segments_.push_back({x_[k], z_[k], slope_[k]});
}

void ScoreTable::apply(double* x, std::size_t count) const {
  if (empty()) return;
  constexpr double most = std::numeric_limits<double>::max();
  const double first = x_.front();
  const double last = x_.back();
  constexpr std::size_t at_once = 64;
  std::array<double, at_once> held{};
  std::array<std::uint32_t, at_once> counts{};
  for (std::size_t start = 0; start < count; start += at_once, x += at_once) {
    const std::size_t n = std::min(at_once, count - start);
    for (std::size_t i = 0; i < n; ++i) {
      const double from_first = x[i] < first ? first : x[i];
      held[i] = from_first > last ? last : from_first;
    }
    lookup_.count_at_most(held.data(), n, counts.data());
    for (std::size_t i = 0; i < n; ++i) {
      const Segment& segment = segments_[counts[i]];
      const double z = segment.z + segment.slope * (held[i] - segment.x);
      x[i] = std::abs(x[i]) > most ? x[i] : z;
    }
  }
}

void ScoreTable::add_log_slopes(const double* x, std::size_t count, double* to) const {
  if (empty()) return;
  const std::size_t segments = log_slope_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isnan(x[i])) continue;
    const double held = std::clamp(x[i], x_.front(), x_.back());
    const std::size_t k = std::min<std::size_t>(lookup_.count_at_most(held) - 1, segments - 1);
    to[i] += log_slope_[k] - slope_[k] * std::abs(x[i] - held);
  }
}

double ScoreTable::inverse(double z) const {
  const double held = std::clamp(z, z_.front(), z_.back());
  const auto above = std::upper_bound(z_.begin(), z_.end(), held) - z_.begin();
  const auto k = std::min(static_cast<std::size_t>(above) - 1, log_slope_.size() - 1);
  return std::clamp(x_[k] + (held - z_[k]) / slope_[k], x_[k], x_[k + 1]);
}

}  // namespace suffice
