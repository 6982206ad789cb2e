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

/// Folds in which every class is spread: the rows of a class go to them in turn, each class beginning with another.
std::vector<std::uint32_t> spread_folds(std::span<const std::uint32_t> labels, std::size_t folds);

struct Calibrated {
  Calibration calibration;
  LeaveOneOut left_out;             ///< of scores that were calibrated on the other ones of five folds
  std::uint64_t rows_left_out = 0;  ///< as in TemperatureFit; isotonic: that cannot be scored
};

/// Temperatures, with class offsets where cross_fitted_readings() has them, and one row more of which the values say
/// nothing (the rule of succession), unless rows lose too little to tell; or a map of log odds at T = 1. `how` is not
/// none. Error (usage) for an isotonic one of more than two classes.
Calibrated calibrate(const LeftOutScores& scores, const Summary& summary, const Options& options, Calibrate how);

}  // namespace suffice
