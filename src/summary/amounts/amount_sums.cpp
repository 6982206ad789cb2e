#include "summary/amounts/amount_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"
#include "summary/amounts/amount_counter.hpp"
#include "summary/class_counts.hpp"
#include "summary/count_removal.hpp"

namespace suffice {

namespace {

// The sums of one class and column.
struct AmountEntry {
  double weight = 0;
  double sum = 0;
  double log_sum = 0;
  double zeros = 0;
  double fractional = 0;
};

AmountEntry amounts_at(const AmountSums& sums, std::size_t k) {
  return {sums.weight[k], sums.sum[k], sums.log_sum[k], sums.zeros[k], sums.fractional[k]};
}

void put_at(AmountSums& sums, std::size_t k, const AmountEntry& amounts) {
  sums.weight[k] = amounts.weight;
  sums.sum[k] = amounts.sum;
  sums.log_sum[k] = amounts.log_sum;
  sums.zeros[k] = amounts.zeros;
  sums.fractional[k] = amounts.fractional;
}

AmountSums no_amounts(std::size_t size) {
  const std::vector<double> zeros(size);
  return {zeros, zeros, zeros, zeros, zeros};
}

// The sums of class c in a column; zeros for a class that there is not.
AmountEntry find_amounts(const AmountBlock& summary, std::size_t c, std::size_t column) {
  return c == no_place ? AmountEntry() : amounts_at(summary.sums, c * summary.features() + column);
}

// What is left of a sum of logs, which rows of that weight can have.
template <typename Where>
double log_sum_left(double left, double weight, double rounding, const Where& where) {
  const double most = largest_log * weight;
  if (std::abs(left) > most + rounding) {
    throw Error(ErrorCode::bad_data,
                "what would be left are the logs of no numbers, so these rows cannot all have been fitted. Forget only "
                "rows that were fitted, each once. Nothing was changed",
                where());
  }
  return std::clamp(left, -most, most);
}

template <typename Where>
AmountEntry amounts_left(const AmountEntry& all, const AmountEntry& part, const RowsLeft& rows, CountRemoval& removal,
                         const Where& where) {
  AmountEntry left;
  left.weight = removal.count(all.weight, part.weight, rows, where);
  const RowsLeft known{all.weight, left.weight, rows.rounding};
  left.zeros = removal.count(all.zeros, part.zeros, known, where);
  left.fractional = removal.count(all.fractional, part.fractional, known, where);
  const bool positive = left.zeros < left.weight;
  left.sum = removal.sum(all.sum, part.sum, positive, where);
  if (positive) {
    // Log sums have either sign; the weight that they belong to says how large they are.
    const double size = part.log_sum == 0 ? 0 : std::abs(all.log_sum) + std::abs(part.log_sum);
    left.log_sum = log_sum_left(all.log_sum - part.log_sum, left.weight, rounding_share * size, where);
    removal.keep_error(std::numeric_limits<double>::epsilon() * size / std::max(std::abs(left.log_sum), left.weight));
    if (left.sum == 0) {  // lost by rounding
      left.sum = std::min(least_sum(left.weight - left.zeros, left.log_sum), all.sum);
    }
  }
  return left;
}

}  // namespace

double least_sum(double weight, double log_sum) { return weight > 0 ? weight * std::exp(log_sum / weight) : 0; }

AmountSums merge_amounts(const AmountBlock& a, const AmountBlock& b, const ClassCounts& sum,
                         std::span<const std::size_t> columns) {
  const std::size_t d = columns.size();
  check_amount_limit(d, sum.size());
  const auto in_a = places_in(sum.labels, a.classes.labels);
  const auto in_b = places_in(sum.labels, b.classes.labels);
  AmountSums merged = no_amounts(sum.size() * d);
  for (std::size_t k = 0; k < sum.size() * d; ++k) {
    const AmountEntry x = find_amounts(a, in_a[k / d], k % d);
    const AmountEntry y = find_amounts(b, in_b[k / d], columns[k % d]);
    put_at(merged, k,
           {x.weight + y.weight, x.sum + y.sum, x.log_sum + y.log_sum, x.zeros + y.zeros, x.fractional + y.fractional});
  }
  return merged;
}

AmountSums remove_amounts(const AmountBlock& all, const AmountBlock& part, const ClassCounts& rest,
                          std::span<const std::size_t> columns, CountRemoval& removal) {
  const std::size_t d = columns.size();
  const auto in_part = places_in(all.classes.labels, part.classes.labels);
  const auto in_rest = places_in(all.classes.labels, rest.labels);
  AmountSums left = no_amounts(rest.size() * d);
  for (std::size_t k = 0; k < all.classes.size() * d; ++k) {
    const std::size_t c = k / d;
    const RowsLeft rows = rows_left(all.classes, c, rest, in_rest[c]);
    const AmountEntry before = find_amounts(all, c, k % d);
    const AmountEntry removed = find_amounts(part, in_part[c], columns[k % d]);
    const AmountEntry amounts = amounts_left(before, removed, rows, removal, [&] {
      return fmt::format("class {}, column {}", all.classes.labels[c], quoted(all.block.features[k % d]));
    });
    if (in_rest[c] != no_place) {
      put_at(left, in_rest[c] * d + k % d, amounts);
    }
  }
  return left;
}

}  // namespace suffice
