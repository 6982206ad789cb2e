#include "fit/comparison/split_losses.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "math/special/tails.hpp"

namespace suffice {

namespace {

MeanInterval difference_at(const CurveLosses& at, std::size_t first, std::size_t second) {
  return interval_of(log_loss_differences(at.models[first], at.models[second]), at.weights, at.test_share);
}

bool is_clear(const MeanInterval& difference) { return std::abs(difference.mean) > difference.half_width; }

}  // namespace

MeanInterval interval_of(std::span<const double> values, std::span<const double> weights, double test_share) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::inner_product(values.begin(), values.end(), weights.begin(), 0.0) /
                      std::accumulate(weights.begin(), weights.end(), 0.0);
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  const double variance = squares / (count - 1) * (1 / count + test_share);
  return {mean, values.size() < 2 ? std::numeric_limits<double>::quiet_NaN()
                                  : student_quantile(0.05, count - 1) * std::sqrt(variance)};
}

std::vector<double> log_loss_differences(const ModelLosses& first, const ModelLosses& second) {
  constexpr double rounding = 1e-12;
  std::vector<double> differences;
  for (std::size_t k = 0; k < first.log_loss.size(); ++k) {
    const double difference = first.log_loss[k] - second.log_loss[k];
    const bool is_rounding = std::abs(difference) <= rounding * std::abs(first.log_loss[k]);
    differences.push_back(is_rounding ? 0 : difference);
  }
  return differences;
}

std::optional<Overtaking> overtaking(std::span<const CurveLosses> curve, std::size_t first, std::size_t second) {
  if (curve.empty() || !is_clear(difference_at(curve.back(), first, second))) return std::nullopt;
  const double last = difference_at(curve.back(), first, second).mean;
  Overtaking found;
  for (const CurveLosses& at : curve) {
    const MeanInterval difference = difference_at(at, first, second);
    if (!(difference.mean * last > 0)) {
      if (is_clear(difference)) found.other_led_at = at.rows;
      found.leads_from = 0;
    } else if (found.leads_from == 0) {
      found.leads_from = at.rows;
    }
  }
  if (found.other_led_at == 0) return std::nullopt;
  return found;
}

}  // namespace suffice
