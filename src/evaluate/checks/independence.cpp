#include "evaluate/checks/independence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "math/special/not_a_number.hpp"
#include "math/special/random.hpp"
#include "math/special/tails.hpp"

namespace suffice {

namespace {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Σ count log count over a table, which is all of G² that permutations change.
double sum_of_logs(std::span<const double> counts) {
  double sum = 0;
  for (const double count : counts) {
    sum += count > 0 ? count * std::log(count) : 0;
  }
  return sum;
}

std::vector<double> cross_table(std::span<const std::uint32_t> x, std::span<const std::uint32_t> y,
                                std::size_t x_values, std::size_t y_values) {
  std::vector<double> counts(x_values * y_values);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ++counts[x[i] * y_values + y[i]];
  }
  return counts;
}

std::vector<double> value_counts(std::span<const std::uint32_t> codes, std::size_t values) {
  std::vector<double> counts(values);
  for (const std::uint32_t code : codes) {
    ++counts[code];
  }
  return counts;
}

double positive_entries(std::span<const double> counts) {
  return static_cast<double>(std::ranges::count_if(counts, [](double count) { return count > 0; }));
}

double least_positive(std::span<const double> counts) {
  double least = std::numeric_limits<double>::infinity();
  for (const double count : counts) {
    least = count > 0 ? std::min(least, count) : least;
  }
  return least;
}

// The share of permutations whose sum is no smaller than the observed one. Where none is, the tail of a multiple of χ²
// that has the mean and the variance of theirs: a share of a thousand would not survive a correction for many tests.
double permuted_share(std::span<const std::uint32_t> x, std::vector<std::uint32_t> y, std::size_t x_values,
                      std::size_t y_values, double observed, double statistic, std::uint64_t seed) {
  constexpr int permutations = 999;
  Random random(seed);
  int as_large = 1;
  double mean = 0;
  double squares = 0;
  for (int k = 0; k < permutations; ++k) {
    for (std::size_t i = y.size(); i > 1; --i) {
      std::swap(y[i - 1], y[random.below(i)]);
    }
    const double sum = sum_of_logs(cross_table(x, y, x_values, y_values));
    as_large += sum >= observed - 1e-9 * std::abs(observed) ? 1 : 0;
    const double permuted = statistic + 2 * (sum - observed);
    const double change = permuted - mean;
    mean += change / (k + 1);
    squares += change * (permuted - mean);
  }
  const double share = static_cast<double>(as_large) / (permutations + 1);
  const double variance = squares / permutations;
  if (as_large > 1 || !(mean > 0) || !(variance > 0)) {
    return share;
  }
  return std::min(share, chi_square_tail(2 * mean / variance * statistic, 2 * mean * mean / variance));
}

}  // namespace

TestResult correlation(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  const double mean_x = mean_of(x);
  const double mean_y = mean_of(y);
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  if (x.size() < 3 || !(xx > 0) || !(yy > 0)) {
    return {not_a_number, 0, not_a_number};
  }
  const double r = std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
  const double degrees = n - 2;
  return {r, degrees, r * r < 1 ? student_two_tails(r * std::sqrt(degrees / (1 - r * r)), degrees) : 0};
}

TestResult g_square(std::span<const std::uint32_t> x, std::span<const std::uint32_t> y, std::size_t x_values,
                    std::size_t y_values, std::uint64_t seed) {
  const std::vector<double> of_x = value_counts(x, x_values);
  const std::vector<double> of_y = value_counts(y, y_values);
  const double degrees = (positive_entries(of_x) - 1) * (positive_entries(of_y) - 1);
  if (!(degrees > 0)) {
    return {not_a_number, 0, not_a_number};
  }
  const auto n = static_cast<double>(x.size());
  const double logs = sum_of_logs(cross_table(x, y, x_values, y_values));
  const double statistic = std::max(0.0, 2 * (logs - sum_of_logs(of_x) - sum_of_logs(of_y) + n * std::log(n)));
  const bool large = least_positive(of_x) * least_positive(of_y) / n >= 5;
  return {statistic, degrees,
          large ? chi_square_tail(statistic, degrees)
                : permuted_share(x, {y.begin(), y.end()}, x_values, y_values, logs, statistic, seed)};
}

}  // namespace suffice
