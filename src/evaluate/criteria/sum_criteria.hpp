// Criteria of sums: likelihoods and marginal likelihoods, which need no rows (MODELS §9).
#pragma once

#include "evaluate/criteria/left_out_loss.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// The log likelihood of the rows at its maximum, and how many parameters reach it.
struct Likelihood {
  double log_likelihood = 0;
  double parameters = 0;
};

/// Of a Gaussian of that structure, means and covariances by maximum likelihood, over the columns that are not
/// constant: the same for all structures. Where values are missing it is that of the others. Error (bad_data) where a
/// covariance is singular or a class has no value in a column, (usage) where values are missing and the structure has
/// covariances, or the sums do not hold it.
Likelihood gaussian_likelihood(const MomentBlock& moments, Structure structure);
/// Of categories, of terms and of amounts, parameters likewise by maximum likelihood whatever the options say of
/// priors; of Poisson columns without −Σ log x!, which no sum holds and no parameter changes. Error (usage) for
/// dependences, complement and tf-idf, (bad_data) where a class has no parameters.
Likelihood likelihood(const ValueBlock& counts, const ValueOptions& options);
Likelihood likelihood(const TermBlock& counts, const TermOptions& options);
Likelihood likelihood(const AmountBlock& sums, const AmountOptions& options);
/// The log marginal likelihood of the Gaussian under the normal–inverse-Wishart prior with κ₀ = 0.01, m₀ the grand
/// mean, ν₀ = d + 2 and S₀ = diag S_W / (n − C), of diagonals column by column, of spheres with traces (MODELS §3).
/// Errors likewise, but (usage) wherever values are missing.
double gaussian_evidence(const MomentBlock& moments, Structure structure);
/// The log marginal likelihood under Dirichlet, Beta or Gamma priors at the pseudocount of the options, less what no
/// pseudocount changes. Error (usage) for complement and gamma, dependences and rules.
double evidence(const ValueBlock& counts, const ValueOptions& options);
double evidence(const TermBlock& counts, const TermOptions& options);
double evidence(const AmountBlock& sums, const AmountOptions& options);

/// penalty · parameters − 2 log likelihood of the class prior and of all readings that have a part in the density: 2 is
/// AIC, log n BIC.
OptionScore likelihood_criterion(const Summary& summary, const Options& options, double penalty);
/// −2 log marginal likelihood, of all readings that have a part in the density.
OptionScore evidence_criterion(const Summary& summary, const Options& options);

}  // namespace suffice
