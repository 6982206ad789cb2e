// Maps of log odds: what isotonic calibration makes of the scores of two classes.
#pragma once

#include <span>
#include <utility>

#include "suffice/model.hpp"

namespace suffice {

/// Log likelihood ratios are held between minus and plus this, where they can still be added and interpolated.
inline constexpr double furthest_log_odds = 1e100;

/// Whether the numbers are finite, as many of each, at least one; `from` strictly ascending and `to` never descending.
bool is_sound(const OddsMap& map);

/// m(log_odds), of a map that is not empty; ±∞ is held as ±furthest_log_odds.
double mapped(const OddsMap& map, double log_odds);

/// The scores of the two classes after the map of the log odds that they have beside the prior. Scores stay as they are
/// where both are −∞, or one is for its prior.
std::pair<double, double> map_scores(const OddsMap& map, std::span<const double> log_prior, double first,
                                     double second);

}  // namespace suffice
