#include "evaluate/checks/covariances.hpp"

#include <cmath>
#include <numeric>
#include <optional>

#include "math/linear/symmetric.hpp"
#include "math/special/digamma.hpp"
#include "math/special/not_a_number.hpp"
#include "math/special/tails.hpp"

namespace suffice {

namespace {

std::optional<double> log_determinant(std::span<const double> scatter, double divisor, std::size_t d) {
  std::vector<double> covariance(scatter.begin(), scatter.end());
  for (double& entry : covariance) {
    entry /= divisor;
  }
  const std::optional<Cholesky> factor = cholesky(std::move(covariance), d, 1);
  return factor ? std::optional(factor->log_determinant) : std::nullopt;
}

/// The first three cumulants of Box's M. Those of −f log|S/f| of its scatters add up over classes; those of the pooled
/// scatter are taken away, which M is independent of.
struct Cumulants {
  double mean = 0;
  double variance = 0;
  double third = 0;

  /// Adds those of a Wishart scatter of f degrees, `sign` times: E|S|ʰ ∝ 2^(dh) Π_j Γ((f − j)/2 + h), 0 ≤ j < d.
  void add(double sign, double f, std::size_t d) {
    for (std::size_t k = 0; k < d; ++k) {
      const auto j = static_cast<double>(k);
      const double x = (f - j) / 2;
      mean += sign * f * (log_less_digamma(x) - std::log1p(-j / f));
      variance += sign * f * f * trigamma(x);
      third -= sign * f * f * f * tetragamma(x);
    }
  }

  /// P(M ≥ m) by Pearson's type III, the Gamma distribution with these cumulants.
  [[nodiscard]] double tail(double m) const {
    const double degrees = 8 * variance * variance * variance / (third * third);
    return chi_square_tail(degrees + 4 * variance / third * (m - mean), degrees);
  }
};

}  // namespace

TestResult box_m(std::span<const double> scatters, std::span<const double> rows, std::size_t d) {
  const std::size_t classes = rows.size();
  const auto size = static_cast<double>(d);
  const auto groups = static_cast<double>(classes);
  const double divisor = std::accumulate(rows.begin(), rows.end(), 0.0) - groups;
  std::vector<double> pooled(d * d);
  double m = 0;
  double reciprocals = -1 / divisor;
  Cumulants cumulants;
  for (std::size_t c = 0; c < classes; ++c) {
    const auto own = scatters.subspan(c * d * d, d * d);
    for (std::size_t k = 0; k < own.size(); ++k) {
      pooled[k] += own[k];
    }
    const std::optional<double> log = rows[c] > size ? log_determinant(own, rows[c] - 1, d) : std::nullopt;
    if (!log) {
      return {not_a_number, 0, not_a_number};
    }
    m -= (rows[c] - 1) * *log;
    reciprocals += 1 / (rows[c] - 1);
    cumulants.add(1, rows[c] - 1, d);
  }
  const std::optional<double> log = log_determinant(pooled, divisor, d);
  if (!log || classes < 2) {
    return {not_a_number, 0, not_a_number};
  }
  m += divisor * *log;
  cumulants.add(-1, divisor, d);
  const double correction = reciprocals * (2 * size * size + 3 * size - 1) / (6 * (size + 1) * (groups - 1));
  const double degrees = size * (size + 1) * (groups - 1) / 2;
  return {(1 - correction) * m, degrees, cumulants.tail(m)};
}

std::vector<DiscriminantFunction> discriminant_functions(std::span<const double> eigenvalues, double rows,
                                                         std::size_t d, std::size_t classes) {
  const double sum = std::accumulate(eigenvalues.begin(), eigenvalues.end(), 0.0);
  const double factor = rows - 1 - static_cast<double>(d + classes) / 2;
  std::vector<DiscriminantFunction> functions(eigenvalues.size());
  double log_lambda = 0;
  for (std::size_t k = eigenvalues.size(); k-- > 0;) {
    const double e = eigenvalues[k];
    log_lambda -= std::log1p(e);
    const double degrees = static_cast<double>((d - k) * (classes - 1 - k));
    const double statistic = -factor * log_lambda;
    functions[k] = {e,
                    sum > 0 ? e / sum : 0,
                    std::sqrt(e / (1 + e)),
                    std::exp(log_lambda),
                    {statistic, degrees, chi_square_tail(statistic, degrees)}};
  }
  return functions;
}

}  // namespace suffice
