// The options of estimate(): how sums are read. They are stored beside the sums and never change them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace suffice {

/// What p(x | c) is made of.
enum class Family {
  gaussian,     ///< one Gaussian for all features, of some structure (MODELS §3)
  categorical,  ///< a table of values for each column (MODELS §5)
  bernoulli,    ///< each term is there or not (MODELS §6)
  multinomial,  ///< each token is a draw from the terms
  complement,   ///< scores from the tokens of the other classes; not a density
  poisson,      ///< a factor for each column (MODELS §7)
  exponential,
  geometric,  ///< on 0, 1, 2, …
  gamma,
};

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

/// How parameters follow from sums. The last three are under the conjugate prior: its joint mode, its mean, and what
/// comes of averaging over all parameters (a multivariate t, a Dirichlet–multinomial, a negative binomial, …).
/// `unbiased` is for Gaussians alone.
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

/// A pseudocount for some classes, features and values: an empty text stands for all. For term models the feature is
/// the term and the value is empty; for Poisson, exponential, geometric and Gamma the feature is the column.
struct PseudocountRule {
  std::string label = {};
  std::string feature = {};
  std::string value = {};
  double count = 0;
  bool operator==(const PseudocountRule&) const = default;
};

/// β of the Dirichlet or Beta prior of map, mean and predictive (MODELS §5); for Poisson, exponential, geometric and
/// Gamma the number of pseudo-rows at the column's mean over all classes (MODELS §7). Of the rules that fit, the one
/// that names the most counts, a label before a feature before a value; where none fits, `all`.
struct Pseudocount {
  /// Not negative. Nothing: 2 for map, else 1; with rules, nothing for what no rule names, which is an Error when met.
  std::optional<double> all = {};
  std::vector<PseudocountRule> rules = {};
  bool operator==(const Pseudocount&) const = default;
};

/// What becomes of a term or a value that the model does not know, when rows are scored.
enum class Unseen {
  ignore,   ///< it has no say
  reserve,  ///< one more term or value stands for all of them; for terms it holds what was left out of the vocabulary
};

/// Which terms a model knows, and what their tokens weigh: a reading of the sums (MODELS §6).
struct TermReading {
  double min_documents = 0;                                 ///< terms of fewer documents, summed weights, are left out
  std::uint64_t max_terms = 0;                              ///< the terms of most tokens, ties in byte order; 0: all
  std::optional<std::vector<std::string>> vocabulary = {};  ///< these and no others, in byte order, each once
  bool boolean = false;                                     ///< a term counts once in a document (not for bernoulli)
  bool tf_idf = false;      ///< tokens of term k count idf_k = ln((1+n)/(1+df_k)) + 1 times (not for bernoulli)
  bool normalised = false;  ///< complement: weights divided by the sum of their magnitudes

  bool operator==(const TermReading&) const = default;
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

/// Left alone, this is linear discriminant analysis; options_for() has what each model's name stands for.
struct EstimateOptions {
  Family family = Family::gaussian;
  Structure structure = Structure::shared;
  Estimator estimator = Estimator::mle;
  Shrinkage shrinkage = NoShrinkage{};
  double ridge = 0;  ///< ρ ≥ 0 of Σ + ρ I, after everything else
  ClassPrior class_prior = EmpiricalPrior{};
  GaussianPrior gaussian_prior = {};
  std::optional<FisherAxes> fisher = {};  ///< with the structure shared
  Pseudocount pseudocount = {};           ///< every family but gaussian
  Unseen unseen = Unseen::ignore;         ///< categorical, bernoulli, multinomial, complement
  TermReading terms = {};                 ///< bernoulli, multinomial, complement

  bool operator==(const EstimateOptions&) const = default;
};

/// Error (usage) when the options cannot be meant together, or a number is out of its range.
void check_estimate_options(const EstimateOptions& options);

/// The names of models in the CLI and in the model file: lda, qda, gaussian-nb, diagonal-lda, spherical,
/// shared-spherical, centroid, rda, fisher, categorical-nb, bernoulli-nb, multinomial-nb, boolean-nb, complement-nb,
/// poisson-nb, exponential-nb, geometric-nb, gamma-nb.
const std::vector<std::string>& model_names();
std::string model_name(const EstimateOptions& options);
/// Sets family and structure, and clears or prepares what only some models have (rda: α = γ = 0; fisher: all axes; the
/// estimator where the family changes between Gaussian, mle, and the others, mean). What the new family has no use for
/// is cleared. Error (usage) naming the nearest when there is no such model.
void set_model(EstimateOptions& options, const std::string& name);
/// The defaults of a model (MODELS §12): set_model on EstimateOptions{}.
EstimateOptions options_for(const std::string& model);

/// The spelling of options in the CLI and in the model file; the parsers throw Error (usage) and name the choices.
Estimator parse_estimator(const std::string& text);  ///< mle | unbiased | map | mean | predictive
Shrinkage parse_shrinkage(const std::string& text);  ///< none | auto | ledoit-wolf | oas | LAMBDA
RdaShrinkage parse_rda(const std::string& text);     ///< ALPHA,GAMMA
double parse_ridge(const std::string& text);         ///< a number of at least 0
Unseen parse_unseen(const std::string& text);        ///< ignore | reserve
/// A number, or a CSV table with the header label,feature,value,pseudocount (columns may be left out), as rules.
Pseudocount parse_pseudocount(const std::string& text);
ClassPrior parse_class_prior(const std::string& text);  ///< empirical | smoothed | uniform | LABEL=P,… | "LABEL"=P,…
std::string to_text(Estimator estimator);
std::string to_text(const Shrinkage& shrinkage);  ///< rda: "rda ALPHA,GAMMA"

}  // namespace suffice
