#include "evaluate/checks/independence.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "math/special/not_a_number.hpp"
#include "math/special/random.hpp"
#include "math/special/tails.hpp"

namespace suffice {

namespace {

// From the first one on, so that the mean of equal numbers is exactly theirs.
double mean_of(std::span<const double> values) {
  if (values.empty()) return not_a_number;
  double sum = 0;
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

// k log k for k = 0, …, n.
std::vector<double> count_logs(std::size_t n) {
  std::vector<double> logs(n + 1);
  for (std::size_t k = 2; k <= n; ++k) {
    logs[k] = static_cast<double>(k) * std::log(static_cast<double>(k));
  }
  return logs;
}

/// Codes renumbered by the values that occur, with the number of rows of each.
struct CodedValues {
  std::vector<std::uint32_t> codes;
  std::vector<std::uint32_t> counts;

  CodedValues(std::span<const std::uint32_t> given, std::size_t values) {
    constexpr std::uint32_t unmet = UINT32_MAX;
    std::vector<std::uint32_t> place(values, unmet);
    for (const std::uint32_t code : given) {
      if (place[code] == unmet) {
        place[code] = static_cast<std::uint32_t>(counts.size());
        counts.push_back(0);
      }
      codes.push_back(place[code]);
      ++counts[place[code]];
    }
  }
};

/// The table of two categories, counted again for each permutation in a time that grows with the rows, not the cells.
class CrossTable {
 public:
  CrossTable(const CodedValues& x, const CodedValues& y)
      : x_(&x), columns_(y.counts.size()), cells_(x.counts.size() * columns_), logs_(count_logs(x.codes.size())) {}

  // Σ count log count, which is all of G² that permutations change.
  double sum_of_logs(std::span<const std::uint32_t> y) {
    double sum = 0;
    count(y, [&](std::uint32_t& cell) {
      sum += logs_[cell + 1] - logs_[cell];
      ++cell;
    });
    count(y, [](std::uint32_t& cell) { cell = 0; });
    return sum;
  }

  // Pearson's χ² / n, 0 for independent categories and at most min(M_x, M_y) − 1: Σ O² / (n_x n_y) − 1 over the cells.
  double mean_square_contingency(const CodedValues& y) {
    double sum = -1;
    count(y.codes, [](std::uint32_t& cell) { ++cell; });
    for (std::size_t i = 0; i < y.codes.size(); ++i) {
      std::uint32_t& cell = cells_[x_->codes[i] * columns_ + y.codes[i]];
      const double count = cell;
      sum += count * count / (static_cast<double>(x_->counts[x_->codes[i]]) * y.counts[y.codes[i]]);
      cell = 0;  // each cell once
    }
    return std::max(0.0, sum);
  }

 private:
  template <typename Use>
  void count(std::span<const std::uint32_t> y, const Use& use) {
    for (std::size_t i = 0; i < y.size(); ++i) use(cells_[x_->codes[i] * columns_ + y[i]]);
  }

  const CodedValues* x_;
  std::size_t columns_;
  std::vector<std::uint32_t> cells_;
  std::vector<double> logs_;
};

// The tail of a multiple of χ² with this mean and variance; 1 where there is none.
double matched_tail(double statistic, double mean, double variance) {
  return mean > 0 && variance > 0 ? chi_square_tail(2 * mean / variance * statistic, 2 * mean * mean / variance) : 1;
}

// The share of permutations whose sum is no smaller than the observed one, of as many as it takes to find 50 such
// (Besag and Clifford 1991), 999 at most. Where none is, the tail of a multiple of χ² that has the mean and the
// variance of theirs: a share of a thousand would not survive a correction for many tests.
double permuted_share(CrossTable& table, std::vector<std::uint32_t> y, double observed, double statistic,
                      std::uint64_t seed) {
  constexpr int most_permutations = 999;
  constexpr int enough_as_large = 50;
  constexpr int enough_smaller = 199;  // where the tail leaves no doubt
  constexpr double beyond_doubt = 1e-6;
  Random random(seed);
  int as_large = 0;
  double mean = 0;
  double squares = 0;
  for (int k = 1; k <= most_permutations; ++k) {
    for (std::size_t i = y.size(); i > 1; --i) {
      std::swap(y[i - 1], y[random.below(i)]);
    }
    const double sum = table.sum_of_logs(y);
    as_large += sum >= observed - 1e-9 * std::abs(observed) ? 1 : 0;
    const double permuted = statistic + 2 * (sum - observed);
    const double change = permuted - mean;
    mean += change / k;
    squares += change * (permuted - mean);
    if (as_large == enough_as_large) return as_large / static_cast<double>(k);
    if (as_large == 0 && k == enough_smaller) {
      if (const double tail = matched_tail(statistic, mean, squares / k); tail < beyond_doubt) return tail;
    }
  }
  const double share = (as_large + 1) / (most_permutations + 1.0);
  return as_large > 0 ? share : std::min(share, matched_tail(statistic, mean, squares / most_permutations));
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

AssociationTest g_square(std::span<const std::uint32_t> x, std::span<const std::uint32_t> y, std::size_t x_values,
                         std::size_t y_values, std::uint64_t seed) {
  const CodedValues of_x(x, x_values);
  const CodedValues of_y(y, y_values);
  const auto fewer = static_cast<double>(std::min(of_x.counts.size(), of_y.counts.size()));
  if (!(fewer > 1)) {
    return {{not_a_number, 0, not_a_number}, not_a_number};
  }
  const double degrees = static_cast<double>(of_x.counts.size() - 1) * static_cast<double>(of_y.counts.size() - 1);
  const auto n = static_cast<double>(x.size());
  const std::vector<double> logs = count_logs(x.size());
  const auto sum_of = [&](const CodedValues& values) {
    double sum = 0;
    for (const std::uint32_t count : values.counts) sum += logs[count];
    return sum;
  };
  CrossTable table(of_x, of_y);
  const double observed = table.sum_of_logs(of_y.codes);
  const double statistic = std::max(0.0, 2 * (observed - sum_of(of_x) - sum_of(of_y) + logs.back()));
  const double least = static_cast<double>(std::ranges::min(of_x.counts)) * std::ranges::min(of_y.counts) / n;
  return {
      {statistic, degrees,
       least >= 5 ? chi_square_tail(statistic, degrees) : permuted_share(table, of_y.codes, observed, statistic, seed)},
      std::min(1.0, std::sqrt(table.mean_square_contingency(of_y) / (fewer - 1)))};
}

VarianceTest analysis_of_variance(std::span<const double> numbers, std::span<const std::uint32_t> codes,
                                  std::size_t values) {
  const CodedValues groups(codes, values);
  const std::size_t count = groups.counts.size();
  if (count < 2 || numbers.size() <= count) return {{not_a_number, 0, not_a_number}, not_a_number};
  const double mean = mean_of(numbers);
  std::vector<double> shifts(count);  // of the means of the groups from that of all
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    shifts[groups.codes[i]] += (numbers[i] - mean) / groups.counts[groups.codes[i]];
  }
  double between = 0;
  for (std::size_t m = 0; m < count; ++m) between += groups.counts[m] * shifts[m] * shifts[m];
  double within = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double rest = numbers[i] - mean - shifts[groups.codes[i]];
    within += rest * rest;
  }
  if (!(between + within > 0)) return {{not_a_number, 0, not_a_number}, not_a_number};
  const auto numerator = static_cast<double>(count - 1);
  const auto denominator = static_cast<double>(numbers.size() - count);
  const double f = between / numerator / (within / denominator);
  return {{f, numerator, f_tail(f, numerator, denominator)}, between / (between + within)};
}

}  // namespace suffice
