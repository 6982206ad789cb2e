// estimate(): from sums to a model, a pure function. Fitting is defined as estimate(summarise(rows)).
#pragma once

#include <cstddef>
#include <vector>

#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "suffice/sums_needed.hpp"

namespace suffice {

/// The model of the family, and by the estimate, that the options say. Count families cost O(C · terms or values).
///
/// One Gaussian for each class, of the structure that the options say (MODELS §3). Cost O(d³ +
/// C·d²) for a shared covariance, O(C·d³) for full ones, O(C·d) for diagonal ones. Where variances are estimated column
/// by column, one that is constant over all rows is kept and has no say; Model::notes() says so. Error (bad_data) when
/// a covariance is singular, naming class, rank, features and remedies; Error (usage) when the options do not fit each
/// other, the labels, or what the sums hold.
/// Large covariances are factored on `threads` threads (0: as many as the machine has), which never changes a bit.
Model estimate(const Summary& summary, const EstimateOptions& options = {}, unsigned threads = 0);

/// The sums that a Gaussian model of these options is an estimate of. Where values are missing and the model has
/// covariances, they are the sums to be expected if none were, given the model itself (EM, MODELS §3), of the kind
/// pooled or full; where it has variances alone, those of the values that are there. Sums of other kinds are given back
/// as they are. Errors as estimate().
Summary completed(const Summary& summary, const EstimateOptions& options);

/// Keeps those sums beside the patterns that they were completed from, if the model has covariances and values are
/// missing: estimate(), completed() and encode() with these options then find them there. Errors as estimate().
void keep_completed(Summary& summary, const EstimateOptions& options, unsigned threads = 0);

/// The terms that a model of these options knows, by place, ascending: what compact() is to keep for it. Error (usage)
/// when the sums are not those of terms, and errors as estimate().
std::vector<std::size_t> kept_terms(const Summary& summary, const EstimateOptions& options);

}  // namespace suffice
