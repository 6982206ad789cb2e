// The options of estimate(): how sums are read. They are stored beside the sums and never change them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace suffice {

/// The covariance of the classes' Gaussians (MODELS §3).
enum class Structure {
  full,              ///< Σ_c, one for each class: quadratic discriminant analysis
  shared,            ///< one Σ: linear discriminant analysis
  diagonal,          ///< diag Σ_c: Gaussian naive Bayes
  shared_diagonal,   ///< one diag Σ
  spherical,         ///< σ_c² I
  shared_spherical,  ///< one σ² I
  identity,          ///< I: nearest centroid
};

/// How parameters follow from sums. The last three are under a normal–inverse-Wishart prior: its joint mode, its mean,
/// and the multivariate t that comes of averaging over all parameters.
enum class Estimator { mle, unbiased, map, mean, predictive };

/// Shrinkage of a covariance Σ.
struct NoShrinkage {
  bool operator==(const NoShrinkage&) const = default;
};
/// Towards the columns' own variances (shared) or towards what the classes share (full, diagonal), as much as the sums
/// ask for: units of the columns do not matter. Nothing to do for the other structures.
struct AutoShrinkage {
  bool operator==(const AutoShrinkage&) const = default;
};
/// (1−λ) Σ + λ (tr Σ / d) I with λ in [0, 1], in the columns' own units.
struct FixedShrinkage {
  double lambda = 0;
  bool operator==(const FixedShrinkage&) const = default;
};
/// The same with the λ of Ledoit and Wolf; needs fourth moments. Full and shared only.
struct LedoitWolfShrinkage {
  bool operator==(const LedoitWolfShrinkage&) const = default;
};
/// The same with the λ of the oracle approximation. Full and shared only.
struct OasShrinkage {
  bool operator==(const OasShrinkage&) const = default;
};
/// Friedman's regularised discriminant analysis, with the structure full and the estimator mle:
/// A_c = ((1−α) S_c + α S_W) / ((1−α) n_c + α n), Σ_c = (1−γ) A_c + γ (tr A_c / d) I; α and γ in [0, 1].
struct RdaShrinkage {
  double alpha = 0;
  double gamma = 0;
  bool operator==(const RdaShrinkage&) const = default;
};
using Shrinkage =
    std::variant<NoShrinkage, AutoShrinkage, FixedShrinkage, LedoitWolfShrinkage, OasShrinkage, RdaShrinkage>;

/// The normal–inverse-Wishart prior of map, mean and predictive: Σ ~ IW(ν₀, S₀), μ_c | Σ ~ N(m₀, Σ/κ₀). What is left
/// out has the default of MODELS §3: for map and mean κ₀ = 0, ν₀ = d + 2, S₀ = diag S_W / (n − C); for predictive κ₀ =
/// 0, ν₀ = −1 (shared: −C), S₀ = 0. m₀ is the mean of all rows.
struct GaussianPrior {
  std::optional<double> kappa = {};                  ///< κ₀ ≥ 0
  std::optional<double> nu = {};                     ///< ν₀
  std::optional<std::vector<double>> mean = {};      ///< m₀, one number per feature
  std::optional<std::vector<double>> variance = {};  ///< the diagonal of S₀, one number per feature, none negative

  bool operator==(const GaussianPrior&) const = default;
};

/// Fisher's discriminant as a classifier: distances in the plane of the first discriminant axes.
struct FisherAxes {
  std::size_t count = 0;  ///< 0: all of them, min(C−1, d), which is linear discriminant analysis
  bool operator==(const FisherAxes&) const = default;
};

/// The class prior (MODELS §2).
struct EmpiricalPrior {
  bool operator==(const EmpiricalPrior&) const = default;
};
/// (n_c + 1) / (n + C), the posterior mean under a flat Dirichlet.
struct SmoothedPrior {
  bool operator==(const SmoothedPrior&) const = default;
};
struct UniformPrior {
  bool operator==(const UniformPrior&) const = default;
};
/// Every label named, probabilities summing to 1 within 1e-9; zeros are legal.
struct GivenPrior {
  std::map<std::string, double> probability;
  bool operator==(const GivenPrior&) const = default;
};
using ClassPrior = std::variant<EmpiricalPrior, SmoothedPrior, UniformPrior, GivenPrior>;

struct EstimateOptions {
  Structure structure = Structure::shared;
  Estimator estimator = Estimator::mle;
  Shrinkage shrinkage = NoShrinkage{};
  double ridge = 0;  ///< ρ ≥ 0 of Σ + ρ I, after everything else
  ClassPrior class_prior = EmpiricalPrior{};
  GaussianPrior gaussian_prior = {};
  std::optional<FisherAxes> fisher = {};  ///< with the structure shared

  bool operator==(const EstimateOptions&) const = default;
};

/// Error (usage) when the options cannot be meant together, or a number is out of its range.
void check_estimate_options(const EstimateOptions& options);

/// The names of models in the CLI and in the model file: lda, qda, gaussian-nb, diagonal-lda, spherical,
/// shared-spherical, centroid, rda, fisher.
const std::vector<std::string>& model_names();
std::string model_name(const EstimateOptions& options);
/// Sets the structure, and clears or prepares what only one model has (rda: α = γ = 0; fisher: all axes).
/// Error (usage) naming the nearest when there is no such model.
void set_model(EstimateOptions& options, const std::string& name);

/// The spelling of options in the CLI and in the model file; the parsers throw Error (usage) and name the choices.
Estimator parse_estimator(const std::string& text);     ///< mle | unbiased | map | mean | predictive
Shrinkage parse_shrinkage(const std::string& text);     ///< none | auto | ledoit-wolf | oas | LAMBDA
RdaShrinkage parse_rda(const std::string& text);        ///< ALPHA,GAMMA
double parse_ridge(const std::string& text);            ///< a number of at least 0
ClassPrior parse_class_prior(const std::string& text);  ///< empirical | smoothed | uniform | LABEL=P,… | "LABEL"=P,…
std::string to_text(Estimator estimator);
std::string to_text(const Shrinkage& shrinkage);  ///< rda: "rda ALPHA,GAMMA"

}  // namespace suffice
