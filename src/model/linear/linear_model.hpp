// The model of a rival: linear scores of the features that its readings take.
#pragma once

#include <vector>

#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// How many features the readings of a rival, which are checked(), have together. Estimates nothing.
std::size_t feature_count(const Summary& summary, const Options& options);

/// What the class prior of the options adds to the intercepts of a rival. Error (usage) as linear_model().
std::vector<double> prior_shift(const ClassCounts& classes, const Options& options);

/// Error (usage) unless the weights are those of the classes and of the features of the readings, which are checked(),
/// and where a class prior is given to scores that are no probabilities: for logistic regression another prior π′ adds
/// log π′_c − log(n_c / n).
Model linear_model(const Summary& summary, const Options& options, const LinearWeights& weights, unsigned threads);

}  // namespace suffice
