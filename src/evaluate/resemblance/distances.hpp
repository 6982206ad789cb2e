// Distances between two samples.
#pragma once

#include <span>

namespace suffice {

/// sup |F − G| of the two empirical distribution functions (Kolmogorov and Smirnov). Both ascend; 0 where one is empty.
double kolmogorov_smirnov(std::span<const double> a, std::span<const double> b);

/// ½ Σ |p_k − q_k| of the shares that counts have of their sums; 0 where one has none.
double total_variation(std::span<const double> a, std::span<const double> b);

}  // namespace suffice
