// The Errors about covariances that cannot be estimated: class, rank, features and remedies.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "estimate/gaussians.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// "the covariance of class 'b'" for the k-th of those that classes have of their own, or "the shared covariance".
std::string name_of_covariance(const Summary& summary, bool shared, std::size_t k);

/// A sentence: what helps an estimate that lacks rows, without what the options ask for already.
std::string remedies(const Summary& summary, const EstimateOptions& options);

/// Error (bad_data) about Σ_k, which is singular: d × d numbers, or d when diagonal.
[[noreturn]] void throw_singular(const Summary& summary, const EstimateOptions& options, const Gaussians& gaussians,
                                 std::size_t k, std::span<const double> covariance);

}  // namespace suffice
