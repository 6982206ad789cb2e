#include "evaluate/checks/normality.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <vector>

#include "math/linear/symmetric.hpp"
#include "math/special/not_a_number.hpp"
#include "math/special/tails.hpp"

namespace suffice {

namespace {

// log Φ(z), for z of any size.
double log_normal_share(double z) {
  const double share = 0.5 * std::erfc(-z / std::numbers::sqrt2);
  return share > 0 ? std::log(share) : -0.5 * z * z - std::log(-z) - 0.5 * std::log(2 * std::numbers::pi);
}

double anderson_darling_p(double a) {
  if (a < 0.2) {
    return 1 - std::exp(-13.436 + 101.14 * a - 223.73 * a * a);
  }
  if (a < 0.34) {
    return 1 - std::exp(-8.318 + 42.796 * a - 59.938 * a * a);
  }
  if (a < 0.6) {
    return std::exp(0.9177 - 4.279 * a - 1.38 * a * a);
  }
  return a < 10 ? std::exp(1.2937 - 5.709 * a + 0.0186 * a * a) : 3.7e-24;
}

// n b_1 / 6 times what gives it the mean of its χ² for n rows.
TestResult skewness_test(double skewness, double n, double d) {
  const double degrees = d * (d + 1) * (d + 2) / 6;
  const double correction = (d + 1) * (n + 1) * (n + 3) / (n * ((n + 1) * (d + 1) - 6));
  const double statistic = correction * n * skewness / 6;
  return {statistic, degrees, chi_square_tail(statistic, degrees)};
}

// The variance of b_2 for n normal rows.
double kurtosis_variance(double n, double d) {
  return 8 * d * (d + 2) * (n - 3) * (n - d - 1) * (n - d + 1) / ((n + 1) * (n + 1) * (n + 3) * (n + 5));
}

}  // namespace

void centre_columns(std::span<double> rows, std::size_t d) {
  if (rows.empty()) return;
  const std::vector<double> shift(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(d));
  const std::size_t n = rows.size() / d;
  std::vector<double> mean(d);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k] -= shift[k % d];
    mean[k % d] += rows[k] / static_cast<double>(n);
  }
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] -= mean[k % d];
}

TestResult anderson_darling(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  centre_columns(sorted, 1);
  const auto n = static_cast<double>(sorted.size());
  const double square = std::inner_product(sorted.begin(), sorted.end(), sorted.begin(), 0.0);
  if (sorted.size() < 8 || !(square > 0)) {
    return {not_a_number, 0, not_a_number};
  }
  const double deviation = std::sqrt(square / (n - 1));
  double sum = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double below = sorted[i] / deviation;
    const double above = sorted[sorted.size() - 1 - i] / deviation;
    sum += (2 * static_cast<double>(i) + 1) * (log_normal_share(below) + log_normal_share(-above));
  }
  const double statistic = (-n - sum / n) * (1 + 0.75 / n + 2.25 / (n * n));
  return {statistic, 0, anderson_darling_p(statistic)};
}

Mardia mardia(std::span<const double> rows, std::size_t d) {
  const std::size_t n = d == 0 ? 0 : rows.size() / d;
  const auto count = static_cast<double>(n);
  const auto size = static_cast<double>(d);
  std::vector<double> centred(rows.begin(), rows.end());
  centre_columns(centred, d);
  std::vector<double> covariance(d * d);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t a = 0; a < d; ++a) {
      for (std::size_t b = 0; b < d; ++b) {
        covariance[a * d + b] += centred[i * d + a] * centred[i * d + b] / count;
      }
    }
  }
  // Of d + 1 rows b_2 is a constant, and of 3 rows of one column.
  const std::optional<Cholesky> factor =
      n > std::max<std::size_t>(d + 1, 3) ? cholesky(std::move(covariance), d, 1) : std::nullopt;
  if (!factor) {
    constexpr TestResult undefined{not_a_number, 0, not_a_number};
    return {not_a_number, not_a_number, not_a_number, undefined, undefined};
  }
  std::vector<double> z(rows.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t a = 0; a < d; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        z[i * d + a] += factor->lower_inverse[a * d + b] * centred[i * d + b];
      }
    }
  }
  Mardia result;
  const auto product = [&](std::size_t i, std::size_t j) {
    const auto first = z.begin() + static_cast<std::ptrdiff_t>(i * d);
    return std::inner_product(first, first + static_cast<std::ptrdiff_t>(d),
                              z.begin() + static_cast<std::ptrdiff_t>(j * d), 0.0);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const double square = product(i, i);
    result.kurtosis += square * square / count;
    result.skewness += square * square * square / (count * count);
    for (std::size_t j = 0; j < i; ++j) {
      const double g = product(i, j);
      result.skewness += 2 * g * g * g / (count * count);
    }
  }
  result.skewness_test = skewness_test(result.skewness, count, size);
  result.expected_kurtosis = size * (size + 2) * (count - 1) / (count + 1);
  const double excess = (result.kurtosis - result.expected_kurtosis) / std::sqrt(kurtosis_variance(count, size));
  result.kurtosis_test = {excess, 0, normal_two_tails(excess)};
  return result;
}

}  // namespace suffice
