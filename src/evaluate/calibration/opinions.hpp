// Opinions: readings that are calibrated as one model. A pool of models has several.
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
/// (text and counts). `options` have a reading at least, which are spelt out.
std::vector<std::size_t> reading_groups(const Schema& schema, const Options& options);

/// The readings of each opinion, by their places. The first has those that are factors of p(x | c); others have what is
/// pooled by them, beside those of the first whose columns that does not read.
std::vector<std::vector<std::size_t>> opinions(const Schema& schema, const Options& options);

/// A logarithmic opinion pool, log p(c | x) = Σ_k w_k log p_k(c | x) + a constant (Genest and Zidek 1986): `opinions`
/// have log p_k of rows that they were not fitted on, and the temperatures of the fit are the weights w_k ≥ 0. They are
/// fitted (stacking, Wolpert 1992) as temperatures of K equal shares, which is a ridge of K² towards weights of 1/K,
/// and count two thirds: the last third is that of the first opinion alone, the one that was chosen. `scores` have
/// labels and weights of the rows, `folds` are as cross_fitted_temperatures() has them.
CrossFitted stacked(std::vector<ReadingScores> opinions, const OutOfSample& scores,
                    std::span<const std::uint32_t> folds);

/// cross_fitted() of readings; `scores` have one group for each, as have the fits. Several opinions are stacked(), each
/// at temperatures and offsets that were fitted to it alone. Without folds, temperatures without offsets and weights
/// are fitted to all rows, and losses are by these.
CrossFitted cross_fitted_readings(const OutOfSample& scores, const Schema& schema, const Options& options,
                                  std::span<const std::uint32_t> folds);

}  // namespace suffice
