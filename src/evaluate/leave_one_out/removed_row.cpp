#include "evaluate/leave_one_out/removed_row.hpp"

#include <cmath>

#include "estimate/moments/scatters.hpp"
#include "math/linear/symmetric.hpp"
#include "math/special/log_gamma.hpp"

namespace suffice {

RemovalRule::RemovalRule(const ClassCounts& counts, const GaussianOptions& options)
    : classes(counts), kappa(options.prior.kappa.value_or(0)), predictive(options.estimator == Estimator::predictive) {}

std::optional<RemovedRow> RemovalRule::remove(std::size_t c, double weight) const {
  if (classes.rows[c] < 2 || !(weight < classes.weight[c])) {
    return std::nullopt;
  }
  const double left = kappa + (classes.weight[c] - weight);
  const double factor = (kappa + classes.weight[c]) / left;
  return RemovedRow{c, weight, weight * factor, factor, predictive ? (left + 1) / left : 1};
}

std::vector<double> class_means(const Gaussians& gaussians) {
  return select(gaussians.means, gaussians.means.size() / gaussians.spread.size(), gaussians.columns);
}

double what_is_left(double sum, double part) {
  const double rest = sum - part;
  return rest > singular_share(1) * sum ? rest : 0;
}

bool is_only_row(std::span<const double> counts, std::size_t c, double weight) {
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (what_is_left(counts[k], k == c ? weight : 0) > 0) {
      return false;
    }
  }
  return true;
}

double log_normaliser(Tail tail, std::size_t size, double degrees) {
  if (tail == Tail::gaussian) {
    return 0;
  }
  const auto d = static_cast<double>(size);
  return log_gamma_ratio(degrees / 2, size) - d / 2 * std::log(degrees / 2);
}

double log_falloff(Tail tail, std::size_t size, double degrees, double q) {
  return tail == Tail::gaussian ? -q / 2 : -(degrees + static_cast<double>(size)) / 2 * std::log1p(q / degrees);
}

}  // namespace suffice
