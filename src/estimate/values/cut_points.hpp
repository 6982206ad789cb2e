// Cut points: neighbouring bins of a column joined into fewer, an estimate from the counts of the bins (MODELS §5).
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

// Each chooses edges of a column of bins, by their positions, which ascend: edge k is between bin k and bin k + 1.
// `counts` are those of each bin and class, C = `classes` numbers a bin.

/// Fayyad and Irani's recursive entropy minimisation (1993): the edge that leaves the least entropy of the classes, the
/// first of several, is chosen, and the same within both sides, while with N rows, k classes, and E, E₁, E₂, k₁, k₂ of
/// all bins and of the two sides, the gain is above (log₂(N − 1) + log₂(3ᵏ − 2) − (kE − k₁E₁ − k₂E₂)) / N. Cost
/// O(bins · C) for each edge that is chosen.
std::vector<std::size_t> mdl_cuts(std::span<const double> counts, std::size_t classes);
/// The edges nearest to those of `bins` bins of equal width between the first edge and the last.
std::vector<std::size_t> equal_width_cuts(std::span<const double> edges, std::size_t bins);
/// The edges that leave nearest to equally many rows in each of `bins` bins; where no more bins than that have rows,
/// the first edge after each of these but the last.
std::vector<std::size_t> equal_frequency_cuts(std::span<const double> counts, std::size_t classes, std::size_t bins);

/// The only edge of a column that is not cut: every number is in the bin above it.
inline constexpr double edge_below_all = std::numeric_limits<double>::lowest();

struct JoinedBins {
  Block block;       ///< with the edges that were chosen
  ValueCounts sums;  ///< as if the rows had been counted in these bins; a column that is not cut has one bin
};

/// The bins of every feature that the options name, joined. Features that they name have bins.
JoinedBins join_bins(const ValueBlock& values, const ValueOptions& options);

}  // namespace suffice
