// estimate(): from sums to a model, a pure function. Fitting is defined as estimate(summarise(rows)).
#pragma once

#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Linear discriminant analysis: one Gaussian per class with a shared covariance (MODELS §3). Cost O(d³ + C·d²).
/// A column that is constant over all rows is kept and has no say; Model::notes() says so.
/// Error (bad_data) when the covariance is singular, naming rank, features and remedies; Error (usage) when a given
/// class prior does not fit the labels.
Model estimate(const Summary& summary, const EstimateOptions& options = {});

}  // namespace suffice
