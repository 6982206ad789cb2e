// Gaussians: the means and covariances of all classes, as sums and options imply them (MODELS §3).
#pragma once

#include <cstddef>
#include <vector>

#include "math/linear/symmetric.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// How a density falls off with the distance from its mean.
enum class Tail {
  gaussian,
  joint_t,   ///< multivariate t over all columns
  column_t,  ///< a product of univariate t, one for each column
};

/// What a covariance is shrunk towards.
enum class Target {
  own_diagonal,   ///< diag N_k
  mean_variance,  ///< (tr N_k / d) I
};

/// K covariances, K = 1 (the classes share it) or K = C, over d = columns.size() features:
///   Σ_k = ((1−λ_k) N_k + λ_k T(N_k)) / D_k + ρ I,  T the target.
/// A sphere has (tr S / d) of each kind of scatter S in all d entries of N_k, and a divisor to match.
/// Class c has the covariance spread[c] · Σ_k (Gaussian), or the scale matrix spread[c] · Σ_k (t).
struct Gaussians {
  std::vector<std::size_t> columns;  ///< the informative features, ascending
  std::vector<double> means;         ///< C × features: μ_c, or m_c under a prior
  std::vector<double> remainder;     ///< C × features: what rounding took off the means; or none
  bool shared = true;                ///< K = 1
  bool diagonal = false;             ///< N_k and Σ_k are diagonals
  std::vector<double> numerator;     ///< N_k: K × d × d, or K × d; or none
  std::vector<double> divisor;       ///< D_k: K
  std::vector<double> lambda;        ///< λ_k: K
  Target target = Target::mean_variance;
  double ridge = 0;               ///< ρ
  std::vector<Cholesky> factors;  ///< of Σ_k: K, or none when diagonal
  std::vector<double> variances;  ///< Σ_k: K × d when diagonal, else none
  std::vector<double> spread;     ///< C: (κ_c + 1) / κ_c for predictive, else 1
  Tail tail = Tail::gaussian;
  std::vector<double> degrees;     ///< C: degrees of freedom of t; none for Gaussian
  bool nothing_to_shrink = false;  ///< spherical and identity: λ has no meaning
  bool reduced = false;  ///< Fisher on fewer axes than there are: `means` are projected, sampling has no meaning

  [[nodiscard]] std::size_t count() const { return shared ? 1 : spread.size(); }
  /// μ_cj − origin, where `at` = c · features + j, to the digits that the remainder has.
  [[nodiscard]] double mean_from(std::size_t at, double origin) const {
    return (means[at] - origin) + (remainder.empty() ? 0 : remainder[at]);
  }
};

/// What becomes of N_k once Σ_k is known: scoring does not need them.
enum class Numerators { kept, dropped };

/// The number of threads, at least 1, never changes a bit.
/// Error (bad_data) when there are no rows, a column separates the classes by itself, or a covariance is singular:
/// names class, rank, features and remedies. Error (usage) when the sums do not hold what the options ask for, and says
/// what they can be read as. Moments by pattern of missing values are completed where a covariance is a matrix
/// (estimate/complete_sums.hpp), and read column by column where it is a diagonal.
Gaussians gaussians(const MomentBlock& moments, const GaussianOptions& options, Numerators numerators,
                    unsigned threads);

}  // namespace suffice
