#include "evaluate/checks/covariances.hpp"

#include <cmath>
#include <numeric>
#include <optional>

#include "math/linear/symmetric.hpp"
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

}  // namespace

TestResult box_m(std::span<const double> scatters, std::span<const double> rows, std::size_t d) {
  const std::size_t classes = rows.size();
  const auto size = static_cast<double>(d);
  const auto groups = static_cast<double>(classes);
  const double divisor = std::accumulate(rows.begin(), rows.end(), 0.0) - groups;
  std::vector<double> pooled(d * d);
  double m = 0;
  double reciprocals = -1 / divisor;
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
  }
  const std::optional<double> log = log_determinant(pooled, divisor, d);
  if (!log || classes < 2) {
    return {not_a_number, 0, not_a_number};
  }
  m += divisor * *log;
  const double correction = reciprocals * (2 * size * size + 3 * size - 1) / (6 * (size + 1) * (groups - 1));
  const double degrees = size * (size + 1) * (groups - 1) / 2;
  const double statistic = (1 - correction) * m;
  return {statistic, degrees, chi_square_tail(statistic, degrees)};
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
