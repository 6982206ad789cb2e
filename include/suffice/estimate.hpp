// estimate(): from sums to a model, a pure function. Fitting is defined as estimate(summarise(rows)).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// For each reading the moments that are to be expected if nothing were missing, given the model itself (EM, MODELS
/// §3), where the reading has covariances and values are missing; else null. A cache: what complete() gave for the same
/// summary and options spares estimate() and moments_read() computing it again, and changes no bit of their results.
using CompletedMoments = std::vector<std::shared_ptr<const Moments>>;

/// Errors as estimate(). O(1) where nothing is missing.
CompletedMoments complete(const Summary& summary, const Options& options, unsigned threads = 0);

/// The model that is the product of the readings. Count families cost O(C · terms or values).
///
/// Gaussians (MODELS §3) cost O(d³ + C·d²) for a shared covariance, O(C·d³) for full ones, O(C·d) for diagonal ones.
/// Where variances are estimated column by column, one that is constant over all rows is kept and ignored;
/// Model::notes() says so. Error (bad_data) when a covariance is singular, naming class, rank, features and remedies;
/// Error (usage) when the options do not fit each other, the labels, or what the sums hold.
/// Of rivals only least squares is a function of sums: Error (usage) for the others.
/// Large covariances are factored on `threads` threads (0: as many as the machine has), which never changes a bit.
Model estimate(const Summary& summary, const Options& options = {}, unsigned threads = 0,
               const CompletedMoments& completed = {});

/// The moments that a reading is an estimate of, over its features: completed ones where its model has covariances and
/// values are missing, where it has variances alone those of the values that are there, else as they are held. Error
/// (usage) for a reading that is not of measurements, and errors as estimate().
Moments moments_read(const Summary& summary, const Options& options, std::size_t reading, unsigned threads = 0,
                     const CompletedMoments& completed = {});

/// The terms that a reading knows, by place, ascending: what compact() is to keep for it. Error (usage) when its block
/// has no terms, and errors as estimate().
std::vector<std::size_t> kept_terms(const Summary& summary, const Options& options, std::size_t reading);

/// The smallest sums that a reading can be estimated from: of measurements their moments, of categories whether pairs;
/// Keep{} for others.
Keep moments_needed(const FamilyOptions& options);
/// What to keep of each block for these options, which are checked(): enough for every reading of it.
std::vector<Keep> sums_needed(const Options& options, const Schema& schema);

/// The names of the models that a block can be read as.
std::vector<std::string> readable_models(const Summary& summary, std::size_t block);

}  // namespace suffice
