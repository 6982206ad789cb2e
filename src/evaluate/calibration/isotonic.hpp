// Isotonic calibration of two classes: the monotone function of log odds that fits the labels best.
#pragma once

#include <cstdint>
#include <span>

#include "suffice/model.hpp"

namespace suffice {

/// The share of class 1 as a never descending function of the log likelihood ratio, by least squares of the 0/1 labels
/// (pool adjacent violators; Zadrozny and Elkan 2002), held within [1/(2n), 1 − 1/(2n)], n the sum of the weights, as
/// log odds less those of the prior that the rows have. Ratios beyond ±10¹⁰⁰ are held there; rows of a NaN are left
/// out. Empty without rows. Cost O(rows · log rows).
OddsMap isotonic_map(std::span<const double> log_ratios, std::span<const std::uint32_t> labels,
                     std::span<const double> weights, double prior_log_odds);

}  // namespace suffice
