#include "model/moments/tails.hpp"

#include <cmath>
#include <numbers>

#include "math/special/log_gamma.hpp"
#include "model/moments/parameters.hpp"

namespace suffice {

namespace {

// The constant of a t over `size` columns, less the determinant.
double t_constant(double degrees, std::size_t size) {
  return log_gamma_ratio(degrees / 2, size) - 0.5 * static_cast<double>(size) * std::log(degrees * std::numbers::pi);
}

std::vector<double> all_log_determinants(const Gaussians& gaussians) {
  std::vector<double> result;
  for (std::size_t k = 0; k < gaussians.count(); ++k) {
    result.push_back(log_determinant(gaussians, k));
  }
  return result;
}

}  // namespace

Tails::Tails(const Gaussians& gaussians)
    : Tails(gaussians, gaussians.columns.size(), all_log_determinants(gaussians)) {}

Tails::Tails(const Gaussians& gaussians, std::size_t size, std::span<const double> log_determinants) {
  const auto d = static_cast<double>(size);
  for (std::size_t c = 0; c < class_count(gaussians); ++c) {
    const double half_log_determinant =
        0.5 * (log_determinants[covariance_of(gaussians, c)] + d * std::log(gaussians.spread[c]));
    switch (gaussians.tail) {
      case Tail::gaussian:
        constants_.push_back(-0.5 * d * std::log(2 * std::numbers::pi) - half_log_determinant);
        slopes_.push_back(-0.5);
        break;
      case Tail::joint_t:
        constants_.push_back(t_constant(gaussians.degrees[c], size) - half_log_determinant);
        slopes_.push_back(-0.5 * (gaussians.degrees[c] + d));
        break;
      case Tail::column_t:
        constants_.push_back(d * t_constant(gaussians.degrees[c], 1) - half_log_determinant);
        slopes_.push_back(-0.5 * (gaussians.degrees[c] + 1));
        break;
    }
  }
}

}  // namespace suffice
