// Calibrate: how much each kind of reading counts, found from rows that were left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/calibration/left_out_scores.hpp"
#include "evaluate/metrics/left_out_totals.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// log((n_c + ½) / (n + C/2)), the prior under which calibration is fitted, whatever the options say: so they keep
/// their meaning. 0 for each class where scores have no prior (complement).
std::vector<double> fitting_log_prior(const ClassCounts& classes, const Options& options);

/// The log prior of the options, with all rows; 0 for each class where scores have no prior. Without itself a row is
/// always of the rarer of two equal classes, which calibrated scores are not to show.
std::vector<double> left_out_log_prior(const ClassCounts& classes, const Options& options);

/// What row i of the scores is, calibrated so, under that log prior.
LeftOutRow calibrated_row(const LeftOutScores& scores, std::size_t i, std::span<const double> log_prior,
                          const Calibration& calibration);

/// log p(x | 1) − log p(x | 0) of each row of two classes, readings counted by their temperatures; none: once each.
std::vector<double> log_ratios(const LeftOutScores& scores, std::span<const double> temperatures);

/// So many folds are left out in turn where what is fitted is measured on rows that it was not fitted to.
inline constexpr std::size_t calibration_folds = 5;

/// Folds in which every class is spread: the rows of a class, by their hashes, go to them in turn, each class beginning
/// with another. Where a row stands changes nothing.
std::vector<std::uint32_t> spread_folds(const LeftOutScores& scores, std::size_t folds);

/// The share ε of rows whose values are taken to say nothing about their class, (1 − ε) p + ε π (Huber 1964), of which
/// the rows are most probable: it maximises Σ w log((1 − ε) p + ε π) over 1 / (n + 1) ≤ ε ≤ n / (n + 1). `rows` have
/// log p, NaN where no model without the row has its class, which is p = 0; π is the prior of each row's class.
double contamination_share(std::span<const LeftOutRow> rows, std::span<const double> priors,
                           std::span<const double> weights);

struct Calibrated {
  Calibration calibration;
  LeaveOneOut left_out;             ///< of scores that were calibrated on the other ones of five folds
  std::uint64_t rows_left_out = 0;  ///< as in TemperatureFit; isotonic: that cannot be scored
};

/// Temperatures, with class offsets where cross_fitted_readings() has them, and the share of rows that say nothing,
/// unless rows lose too little to tell; or a map of log odds at T = 1. `how` is not
/// none. Error (usage) for an isotonic one of more than two classes.
Calibrated calibrate(const LeftOutScores& scores, const Summary& summary, const Options& options, Calibrate how);

}  // namespace suffice
