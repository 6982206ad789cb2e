// The Errors about covariances that cannot be estimated: class, rank, features and remedies.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "suffice/error.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// "the covariance of class 'b'" for the k-th of those that classes have of their own, or "the shared covariance".
std::string name_of_covariance(const MomentBlock& moments, bool shared, std::size_t k);

/// What helps an estimate that lacks rows, without what the options ask for already. `determined` are the columns that
/// would be dropped, or empty where any may be; columns that are `constant` in the class are cut into bins instead, and
/// none is dropped.
std::vector<Remedy> remedies(const MomentBlock& moments, const GaussianOptions& options,
                             std::span<const std::size_t> determined = {}, std::span<const std::size_t> constant = {});

/// The least share of a column's variance that the columns before it leave unexplained.
double least_share_left(const Cholesky& factor);

/// The Error (bad_data) that Σ_k is singular.
class SingularError : public Error {
 public:
  SingularError(std::size_t k, std::string message, std::string where, std::vector<Remedy> remedies)
      : Error(ErrorCode::bad_data, std::move(message), std::move(where), std::move(remedies)), k_(k) {}

  [[nodiscard]] std::size_t k() const noexcept { return k_; }

 private:
  std::size_t k_;
};

/// SingularError about Σ_k: d × d numbers, or d when diagonal.
[[noreturn]] void throw_singular(const MomentBlock& moments, const GaussianOptions& options, const Gaussians& gaussians,
                                 std::size_t k, std::span<const double> covariance);

/// Error (bad_data): the values that are there do not determine Σ_k, since expectation-maximisation `does`.
[[noreturn]] void throw_undetermined(const MomentBlock& moments, const GaussianOptions& options, std::size_t k,
                                     const std::string& does);

}  // namespace suffice
