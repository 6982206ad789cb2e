// Tails: how a log density follows from a squared distance (MODELS §3).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"

namespace suffice {

/// With q the squared distance under Σ_c = spread[c] · Σ_k, d columns and ν = degrees[c]:
///   Gaussian   −d/2 log 2π − ½ log |Σ_c| − ½ q
///   joint t    log Γ((ν+d)/2) − log Γ(ν/2) − d/2 log νπ − ½ log |Σ_c| − (ν+d)/2 log (1 + q/ν)
///   column t   d times the constant of one column; (ν+1)/2 times the sum of the columns' log (1 + q_j/ν)
class Tails {
 public:
  explicit Tails(const Gaussians& gaussians);
  /// Over `size` of the columns, with log |Σ_k| of those for each k.
  Tails(const Gaussians& gaussians, std::size_t size, std::span<const double> log_determinants);

  /// log p(x|c) for x = μ_c, the largest it can be.
  [[nodiscard]] double constant(std::size_t c) const { return constants_[c]; }
  /// What q or a logarithm is multiplied by: −½, −(ν+d)/2 or −(ν+1)/2.
  [[nodiscard]] double slope(std::size_t c) const { return slopes_[c]; }

 private:
  std::vector<double> constants_;
  std::vector<double> slopes_;
};

}  // namespace suffice
