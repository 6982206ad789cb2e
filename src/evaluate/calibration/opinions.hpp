// Opinions: readings that are calibrated as one model. A pool of two models has two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/calibration/temperature.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// The group of each reading, from 0, one for each kind there is: numbers (measurements and amounts), categories, terms
/// (text and counts); readings that are pooled are of kinds of their own. `options` have a reading at least, which are
/// spelt out.
std::vector<std::size_t> reading_groups(const Schema& schema, const Options& options);

/// The readings of each opinion, by their places. The first has those that are factors of p(x | c); where others are
/// pooled, a second one has these, beside those of the first whose columns they do not read.
std::vector<std::vector<std::size_t>> opinions(const Schema& schema, const Options& options);

/// fit_temperatures() without offsets, of all readings together. `scores` have one group for each reading, as has the
/// fit.
TemperatureFit fit_readings(const OutOfSample& scores, const Schema& schema, const Options& options);

/// cross_fitted() of readings. Of two opinions it is their mean, each at temperatures and offsets that were fitted to
/// it alone: a logarithmic opinion pool of equal weights (Genest and Zidek 1986), by which no row loses more than by
/// its opinions in the mean (Hölder's inequality). Temperatures that were fitted to both together are taken where these
/// lose less by more than 0.7 standard errors, row by row.
CrossFitted cross_fitted_readings(const OutOfSample& scores, const Schema& schema, const Options& options,
                                  std::span<const std::uint32_t> folds);

}  // namespace suffice
