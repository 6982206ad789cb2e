// The fit of a rival: weights from rows, which pass by as often as it takes, and their accuracy by folds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rival/feature_rows.hpp"
#include "rival/logistic.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/fit.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

struct RivalFit {
  LinearWeights weights;
  RivalReport report;
  std::shared_ptr<const LogisticSearch> search = {};  ///< as in LogisticFit
};

/// Weights of logistic regression or the perceptron, for a problem whose readings are those of the options; 0 for a
/// class whose rows weigh nothing, of which nothing is learned. `nearby`, if given, is what a fit on similar rows left:
/// the search starts there. Error (bad_data) where the rows of one class alone weigh something.
RivalFit fit_rival(const LinearProblem& problem, const Rival& rival, std::uint64_t seed, unsigned threads,
                   const std::shared_ptr<const LogisticSearch>& nearby = {});

/// log p(c | x) of rows by such weights, rows × C.
std::vector<double> rival_posteriors(const LinearRows& rows, const LinearProblem& problem,
                                     const LinearWeights& weights);

/// The fold of each row, as many folds as the smallest class of at least two rows has, 10 at most. A row that is the
/// only one of its class has no_fold: without it the class is gone.
struct RivalFolds {
  std::vector<std::uint32_t> of_rows = {};
  std::size_t count = 0;
};
RivalFolds stratified_folds(std::span<const std::uint32_t> classes, std::span<const std::string> labels,
                            std::uint64_t seed);

/// How rows are measured that are left out.
struct RivalScoring {
  const Options& options;
  const ClassCounts& classes;  ///< of all rows
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::shared_ptr<const LogisticSearch> nearby = {};  ///< as of fit_rival()
  StepProgress steps = {};
};
/// Accuracy and log loss of the rows of each fold by a plain fit on all others: means that stand for missing numbers,
/// and what the class prior shifts, are those of the others. Rows without a fold, those of folds that have no fit, as
/// where classes are separated, and those of a class that no other row tells about count as errors.
LeaveOneOut rival_folds(const FeatureReader& reader, const FeatureRows& rows, const RivalFolds& folds,
                        const RivalScoring& how);

/// The ridge of logistic regression of least log loss by these folds, from 1,000 down to 0.001: each search starts
/// where the one before has ended. The trials go to a tuning.
struct TunedRidge {
  double ridge = 0;
  Tuning tuning = {};
};
TunedRidge tune_ridge(const FeatureReader& reader, const FeatureRows& rows, const RivalFolds& folds,
                      const RivalScoring& how);

/// All rows of a problem, written out. Error (bad_data) where they take more than that many bytes.
FeatureRows all_rows(const LinearProblem& problem, const FeatureReader& reader, std::size_t most_bytes);

}  // namespace suffice
