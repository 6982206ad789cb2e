// The options of estimate(): how sums are read. They are stored beside the sums and never change them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "suffice/error.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// What p(x | c) is for terms (MODELS §6).
enum class TermFamily {
  bernoulli,    ///< each term is there or not
  multinomial,  ///< each token is a draw from the terms
  complement,   ///< scores from the tokens of the other classes; not a density
};

/// The factor of each column of amounts (MODELS §7).
enum class AmountFamily {
  poisson,
  exponential,
  geometric,  ///< on 0, 1, 2, …
  gamma,
};

/// What a categorical column depends on beside the class (MODELS §13).
enum class Dependence {
  none,  ///< nothing: naive Bayes
  one,   ///< each other column in turn, averaged: AODE
  tree,  ///< its parent in the tree of columns with the most conditional mutual information: TAN
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
/// What regularised discriminant analysis shrinks A_c towards.
enum class RdaTarget {
  spheres,    ///< (tr A_c / d) I, as Friedman has it
  variances,  ///< diag A_c, so that units of the columns do not matter; S_W is shrunk too, as AutoShrinkage does
};
/// Friedman's regularised discriminant analysis, with the structure full and the estimator mle:
/// A_c = ((1−α) S_c + α S_W) / ((1−α) n_c + α n), Σ_c = (1−γ) A_c + γ T(A_c), T the target; α and γ in [0, 1].
struct RdaShrinkage {
  double alpha = 0;
  double gamma = 0;
  RdaTarget target = RdaTarget::spheres;
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

  /// `all`, or what stands in its place where there are no rules.
  [[nodiscard]] double usual(Estimator estimator) const { return all.value_or(estimator == Estimator::map ? 2 : 1); }
  bool operator==(const Pseudocount&) const = default;
};

/// How scores are made probabilities that hold on new rows (MODELS §13).
enum class Calibrate {
  none,         ///< as the model says
  temperature,  ///< each kind of reading counts so many times; class offsets where they help
  isotonic,     ///< two classes: a monotone function of the log odds
};

/// What becomes of a term or a value that the model does not know, when rows are scored.
enum class Unseen {
  ignore,   ///< it is ignored
  reserve,  ///< one more term or value stands for all of them; for terms it holds what the vocabulary does not have
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

/// Measurements: one Gaussian for all features of the reading, of some structure (MODELS §3). Left alone, linear
/// discriminant analysis.
struct GaussianOptions {
  Structure structure = Structure::shared;
  Estimator estimator = Estimator::mle;
  Shrinkage shrinkage = NoShrinkage{};
  double ridge = 0;                       ///< ρ ≥ 0 of Σ + ρ I, after everything else
  GaussianPrior prior = {};               ///< its vectors have one number for each feature of the reading
  std::optional<FisherAxes> fisher = {};  ///< with the structure shared

  bool operator==(const GaussianOptions&) const = default;
};

/// Counts and text: which terms a model knows, and what their tokens weigh (MODELS §6).
struct TermOptions {
  TermFamily family = TermFamily::multinomial;
  Estimator estimator = Estimator::mean;
  Pseudocount pseudocount = {};
  Unseen unseen = Unseen::ignore;                           ///< multinomial, complement
  double min_documents = 0;                                 ///< terms of fewer documents, summed weights, are dropped
  std::uint64_t max_terms = 0;                              ///< the terms of most tokens, ties in byte order; 0: all
  std::optional<std::vector<std::string>> vocabulary = {};  ///< these and no others, in byte order, each once
  bool boolean = false;                                     ///< a term counts once in a document (not for bernoulli)
  bool tf_idf = false;      ///< tokens of term k count idf_k = ln((1+n)/(1+df_k)) + 1 times (not for bernoulli)
  bool normalised = false;  ///< complement: weights divided by the sum of their magnitudes

  bool operator==(const TermOptions&) const = default;
};

/// How neighbouring bins of a column are joined into fewer.
enum class CutRule {
  mdl,              ///< by class entropy, while that shortens the description of the labels (Fayyad and Irani 1993)
  equal_width,      ///< bins of nearly equal width, between the first edge of the schema and the last
  equal_frequency,  ///< bins of nearly equally many rows
};

struct Cuts {
  CutRule rule = CutRule::mdl;
  std::size_t bins = 0;  ///< of equal width or frequency, 2 to 1,024; 0 of mdl, which finds how many

  bool operator==(const Cuts&) const = default;
};

/// Categories: a table of values for each column (MODELS §5), or for each value of another one (MODELS §13).
struct ValueOptions {
  Estimator estimator = Estimator::mean;
  Pseudocount pseudocount = {};
  Unseen unseen = Unseen::ignore;
  Dependence dependence = Dependence::none;  ///< other than none: with the estimate mean, from sums that have pairs
  /// For features of bins, by name, how the bins are joined: chosen from the counts whenever a model is estimated.
  std::map<std::string, Cuts> cuts = {};

  bool operator==(const ValueOptions&) const = default;
};

/// Amounts: a factor for each column (MODELS §7).
struct AmountOptions {
  AmountFamily family = AmountFamily::poisson;
  Estimator estimator = Estimator::mean;
  Pseudocount pseudocount = {};

  bool operator==(const AmountOptions&) const = default;
};

/// How a block is read: by Gaussians if it has measurements, by terms if counts or text, and so on.
using FamilyOptions = std::variant<GaussianOptions, TermOptions, ValueOptions, AmountOptions>;

/// How the sums of one block, or of some of its features, become a factor of p(x | c).
struct Reading {
  std::size_t block = 0;                   ///< of the schema
  std::vector<std::string> features = {};  ///< of the block, in its order; empty: all of them
  FamilyOptions options = {};
  /// 0: a factor of p(x | c). 1: of a second opinion on columns that these have, 2: of a third, and so on: it has a
  /// part in posteriors where a temperature was fitted for it, else none, and none in densities and samples.
  std::size_t opinion = 0;

  [[nodiscard]] bool pooled() const { return opinion != 0; }
  bool operator==(const Reading&) const = default;
};

/// How the linear scores of a rival of the generative models are fitted (MODELS §8).
enum class RivalLoss {
  logistic,       ///< the conditional likelihood of the labels is maximised
  perceptron,     ///< weights move with each mistake, and are averaged
  least_squares,  ///< on one-hot targets: a function of the sums
};

/// A linear model that is fitted to tell the classes apart, whatever p(x | c) may be. Its features are those in which
/// the log odds of the readings are linear: numbers, values of categories, terms; with a covariance for each class
/// squares too, or squares and products.
struct Rival {
  RivalLoss loss = RivalLoss::logistic;
  /// ρ ≥ 0. logistic: the penalty ½ ρ Σ_c ‖w_c‖² beside the summed loss, of two classes ½ ρ ‖w_1 − w_0‖²;
  /// least_squares: what is added to the diagonal of the total scatter.
  double ridge = 0;

  bool operator==(const Rival&) const = default;
};

/// p(x | c) is the product of the readings. Without readings, each block is read by the defaults of its kind.
struct Options {
  ClassPrior class_prior = EmpiricalPrior{};
  std::vector<Reading> readings = {};
  std::optional<Rival> rival = {};  ///< given: the readings say what is read, and this how it is scored

  bool operator==(const Options&) const = default;
};

/// The defaults for a kind of block (MODELS §12): linear discriminant analysis, multinomial-nb, categorical-nb,
/// poisson-nb.
FamilyOptions default_options(Kind kind);

/// The options with a reading for each block where they have none, and features spelt out in the order of the block;
/// numbers of a prior move with their features. Error (usage) unless the readings fit the schema: kinds and features
/// that there are, no column that is read twice, nothing beside a complement model, as many numbers in a prior as
/// features, ledoit-wolf for whole blocks alone, options that can be meant together and numbers within their ranges.
/// What is stored should be the options as they were given: a reading of all features takes those that open columns
/// add later.
Options checked(Options options, const Schema& schema);
/// The part of that which needs no schema.
void check_options(const FamilyOptions& options);

/// A row of the table of models: what a name in the CLI and in the model file stands for.
struct NamedModel {
  std::string name;
  std::string help;                   ///< one line
  Role role;                          ///< of columns that nothing is said of
  FamilyOptions options;              ///< its defaults
  std::vector<Estimator> estimators;  ///< those it has
  std::vector<std::string> takes;     ///< the options that mean something to it, by the names of model_options()
};
/// lda, qda, gaussian-nb, diagonal-lda, spherical, shared-spherical, centroid, rda, fisher, categorical-nb, aode,
/// tan, bernoulli-nb, multinomial-nb, boolean-nb, complement-nb, poisson-nb, exponential-nb, geometric-nb, gamma-nb.
/// naive-bayes, which reads every block by a naive family of its kind, is none of them.
const std::vector<NamedModel>& models();
/// Error (usage) naming the nearest when there is no such model.
const NamedModel& find_model(const std::string& name);
/// The name of what a reading's options say.
std::string model_name(const FamilyOptions& options);
/// The rival, or the names of all readings, each once, joined by " + ", those of other opinions after ", with ".
std::string model_name(const Options& options);
/// "second opinion" of 1, "third opinion" of 2.
std::string opinion_name(std::size_t opinion);
/// Whether blocks of a kind can be read by options of that alternative.
bool fits(const FamilyOptions& options, Kind kind);
/// Whether terms or values that the model does not know have a place reserved.
bool reserves_unseen(const FamilyOptions& options);

/// logistic, perceptron, least-squares: names of rivals, which are no rows of the table of models.
const std::vector<std::string>& rival_names();
std::string to_text(RivalLoss loss);
/// By one of these names; nothing for others. Logistic regression has the ridge 1.
std::optional<Rival> find_rival(std::string_view name);

/// The options that only some models take: estimate, shrinkage, rda, ridge, axes, pseudocount, unseen (of values), oov
/// (of terms), vocabulary, min-df, max-vocabulary, tf-idf, normalised, keep, compact.
const std::vector<std::string>& model_options();
/// Whether the model of a reading takes such an option; false for other names.
bool takes(const FamilyOptions& options, std::string_view option);
/// Error (usage) where no reading takes the option: names the models, why they do not, and what they have instead.
void check_taken(const Options& options, std::string_view option);

/// Turns options of the same alternative into those of a model, keeping what both have a use for (rda: α = γ = 0;
/// fisher: all axes); those of another alternative are replaced by the model's defaults. Error as find_model(); then
/// nothing has changed.
void set_model(FamilyOptions& options, const std::string& name);
/// The readings of a schema by a model: the blocks that it fits are read by it, the others by the defaults of their
/// kind. With naive-bayes, measurements are read by gaussian-nb; without a name, everything by the defaults. Columns of
/// the role gaussian are read by gaussian-nb. Amounts are read by the family of their role, one reading for each
/// family; those without a role by the model's family, or Poisson. Bins of the role mdl are joined by that rule, and so
/// are those of a column without a role that has more than 20 edges. A rival reads measurements as diagonal-lda does,
/// or for least squares as lda. A column that stands in several blocks is read in one of them, that fits the model if
/// one does. Error (usage) when no block fits the model, or one does not fit least squares.
Options options_for(const std::string& model, const Schema& schema, std::span<const ColumnRole> roles = {});

/// The spelling of options in the CLI and in the model file; the parsers throw Error (usage) and name the choices.
Estimator parse_estimator(const std::string& text);  ///< mle | unbiased | map | mean | predictive
Shrinkage parse_shrinkage(const std::string& text);  ///< none | auto | ledoit-wolf | oas | LAMBDA
RdaShrinkage parse_rda(const std::string& text);     ///< ALPHA,GAMMA[,spheres|,variances]
double parse_ridge(const std::string& text);         ///< a number of at least 0
Unseen parse_unseen(const std::string& text);        ///< ignore | reserve
Cuts parse_cuts(const std::string& text);            ///< mdl | equal-width:BINS | equal-frequency:BINS
Calibrate parse_calibrate(const std::string& text);  ///< none | temperature | isotonic
/// A number, or a CSV table with the header label,feature,value,pseudocount (columns may be omitted), as rules.
Pseudocount parse_pseudocount(const std::string& text);
ClassPrior parse_class_prior(const std::string& text);  ///< empirical | smoothed | uniform | LABEL=P,… | "LABEL"=P,…
std::string to_text(Estimator estimator);
std::string to_text(const ClassPrior& prior);  ///< empirical | smoothed | uniform | given
std::string to_text(const Cuts& cuts);
std::string to_text(const Shrinkage& shrinkage);  ///< rda: "rda ALPHA,GAMMA"

}  // namespace suffice
