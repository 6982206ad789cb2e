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

/// Whether the options have weights that are fitted on rows.
bool needs_rows(const Options& options);

struct RivalFit {
  LinearWeights weights;
  RivalReport report;
  std::shared_ptr<const LogisticSearch> search = {};  ///< as in LogisticFit
};

/// Weights of logistic regression or the perceptron, for a problem whose readings are those of the options.
/// `nearby`, if given, is what a fit on similar rows left: the search starts there.
RivalFit fit_rival(const LinearProblem& problem, const Rival& rival, std::uint64_t seed, unsigned threads,
                   const std::shared_ptr<const LogisticSearch>& nearby = {});

/// log p(c | x) of rows by such weights, rows × C.
std::vector<double> rival_posteriors(const LinearRows& rows, const LinearProblem& problem,
                                     const LinearWeights& weights);

/// Accuracy and log loss by stratified folds of the rows, of which each in turn is scored by weights that were fitted
/// on the others; nothing where a class has fewer rows than there are folds. Rows of folds that have no fit, as where
/// classes are separated, count as errors. `shift` is added to the intercepts: see prior_shift().
std::optional<LeaveOneOut> rival_folds(const FeatureReader& reader, const FeatureRows& rows, const Rival& rival,
                                       std::span<const double> shift, std::uint64_t seed, unsigned threads,
                                       const std::shared_ptr<const LogisticSearch>& nearby = {});

}  // namespace suffice
