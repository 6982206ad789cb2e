// Amount sums: merging and removing them.
#pragma once

#include <cstddef>
#include <span>

#include "summary/block_sums.hpp"
#include "summary/count_removal.hpp"

namespace suffice {

/// No positive number has a larger log, of either sign, than the smallest and the largest double, with room for
/// rounding.
inline constexpr double largest_log = 750;

/// What numbers above 0 of weight n and this sum of logs add up to at least, n exp(log_sum / n): no mean is below the
/// geometric one.
double least_sum(double weight, double log_sum);

/// The sums of both, over the merged classes `sum`. `columns[j]` is where b keeps feature j of a.
AmountSums merge_amounts(const AmountBlock& a, const AmountBlock& b, const ClassCounts& sum,
                         std::span<const std::size_t> columns);

/// The sums of `all` without `part`, over the labels that are left: exact where they are whole numbers, else to
/// rounding relative to `all`; `relative_error` becomes a bound on that. Where no row is left all sums are 0. Error
/// (bad_data) naming the column and the class where there is less than is removed.
AmountSums remove_amounts(const AmountBlock& all, const AmountBlock& part, const ClassCounts& rest,
                          std::span<const std::size_t> columns, CountRemoval& removal);

}  // namespace suffice
