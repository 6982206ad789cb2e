// Knots and edges decided from a sample of one column's numbers: they are part of the schema, so that sums stay sums.
#pragma once

#include <cstddef>
#include <vector>

#include "suffice/schema.hpp"

namespace suffice {

/// How many knots a normal score has at most.
inline constexpr std::size_t most_knots = 200;

// Of each: numbers that are not finite are ignored, and the order of the others does not matter. Cost O(n log n).

/// The normal score of a column (MODELS §13): knots (x, Φ⁻¹(mid-rank / n)), the mid-rank of x being the number of
/// smaller values and half of those equal to it. All distinct values are knots where there are no more than `most`, at
/// least 2; else those at `most` evenly spaced ranks, each once, the extremes included. Increasing maps of the values
/// map the knots and leave the scores. No knots for fewer than two distinct values, or where their distances are beyond
/// what a double holds.
NormalScore normal_score_knots(std::vector<double> values, std::size_t most = most_knots);

/// Edges that later cut points choose from, at most `most`: the midpoints between all neighbouring distinct values, or
/// where these are too many, those of equally many values between them.
std::vector<double> fine_edges(std::vector<double> values, std::size_t most = most_edges);

/// Edges of at most `bins` bins of equally many values: at distinct quantiles, interpolated; where there are no more
/// distinct values than bins, the midpoints between them.
std::vector<double> equal_frequency_edges(std::vector<double> values, std::size_t bins);

/// The same for numbers of which some occur very often: one that has more than its share of the values is a bin of its
/// own, and the others share what is left. Edges are midpoints between neighbouring values.
std::vector<double> balanced_edges(std::vector<double> values, std::size_t bins);

/// Edges of `bins` bins of equal width from `low` to `high`, which are finite; none where both are the same.
std::vector<double> equal_width_edges(double low, double high, std::size_t bins);

}  // namespace suffice
