// The Errors about covariances that cannot be estimated: class, rank, features and remedies.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "estimate/gaussians.hpp"
#include "suffice/error.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// "the covariance of class 'b'" for the k-th of those that classes have of their own, or "the shared covariance".
std::string name_of_covariance(const Summary& summary, bool shared, std::size_t k);

/// A sentence: what helps an estimate that lacks rows, without what the options ask for already.
std::string remedies(const Summary& summary, const EstimateOptions& options);

/// The least share of a column's variance that the columns before it leave unexplained.
double least_share_left(const Cholesky& factor);

/// The Error (bad_data) that Σ_k is singular.
class SingularError : public Error {
 public:
  SingularError(std::size_t k, std::string message, std::string where)
      : Error(ErrorCode::bad_data, std::move(message), std::move(where)), k_(k) {}

  [[nodiscard]] std::size_t k() const noexcept { return k_; }

 private:
  std::size_t k_;
};

/// SingularError about Σ_k: d × d numbers, or d when diagonal.
[[noreturn]] void throw_singular(const Summary& summary, const EstimateOptions& options, const Gaussians& gaussians,
                                 std::size_t k, std::span<const double> covariance);

/// Error (bad_data): the values that are there do not settle Σ_k, since expectation-maximisation `does`.
[[noreturn]] void throw_unsettled(const Summary& summary, const EstimateOptions& options, std::size_t k,
                                  const std::string& does);

}  // namespace suffice
