#include "evaluate/calibration/cross_fitted_map.hpp"

#include <cmath>
#include <cstddef>

#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/calibration/isotonic.hpp"
#include "model/odds_map.hpp"

namespace suffice {

namespace {

std::vector<std::uint32_t> folds_of(const std::vector<OddsRow>& rows) {
  LeftOutScores scores;
  for (const OddsRow& row : rows) {
    scores.labels.push_back(row.label);
    scores.hashes.push_back(row.hash);
  }
  return spread_folds(scores, calibration_folds);
}

OddsMap map_without(const std::vector<OddsRow>& rows, const std::vector<std::uint32_t>& folds, std::size_t fold,
                    double prior_log_odds) {
  std::vector<double> ratios;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (folds[i] == fold) continue;
    ratios.push_back(rows[i].log_ratio);
    labels.push_back(rows[i].label);
    weights.push_back(rows[i].weight);
  }
  return isotonic_map(ratios, labels, weights, prior_log_odds);
}

LeftOutRow mapped_row(const OddsRow& row, const OddsMap& map) {
  if (std::isnan(row.log_ratio) || !std::isfinite(row.prior_log_odds) || map.from.empty()) return row.plain;
  const double log_odds = row.prior_log_odds + mapped(map, row.log_ratio);
  const double against = row.label == 1 ? -log_odds : log_odds;  // log odds of the other class
  const double log_posterior = against > 0 ? -against - std::log1p(std::exp(-against)) : -std::log1p(std::exp(against));
  return {log_posterior, row.label == 1 ? against < 0 : against <= 0};
}

}  // namespace

CrossFittedMap::CrossFittedMap(const ClassCounts& classes, const Options& options) {
  const std::vector<double> log_prior = fitting_log_prior(classes, options);
  prior_log_odds_ = log_prior[1] - log_prior[0];
}

LeftOutTotals CrossFittedMap::totals() const {
  const std::vector<std::uint32_t> folds = folds_of(rows_);
  std::vector<OddsMap> maps;
  for (std::size_t fold = 0; fold < calibration_folds; ++fold) {
    maps.push_back(map_without(rows_, folds, fold, prior_log_odds_));
  }
  LeftOutTotals totals;
  for (std::size_t i = 0; i < rows_.size(); ++i) totals.add(mapped_row(rows_[i], maps[folds[i]]), rows_[i].weight);
  return totals;
}

}  // namespace suffice
