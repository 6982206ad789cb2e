// Model: an estimated classifier. Immutable and cheap to copy; one object may serve many threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "suffice/schema.hpp"
#include "suffice/shared.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// log p(c | x) = coefficients[c]ᵀ t(x) + intercepts[c] + a term that is the same for every class. t(x) is x itself for
/// Gaussian models, and what the family's log odds are linear in for the others (MODELS §7).
struct LinearForm {
  std::vector<double> coefficients;     ///< C × names.size(), row-major: β_c; −∞ for what a class cannot have
  std::vector<double> intercepts;       ///< C: γ_c
  std::vector<std::string> names = {};  ///< of t(x): features, terms, "column=value", "log column"
};

/// The weights of a rival: scores Σ_j w_cj t_j(x) + a_c.
struct LinearWeights {
  std::vector<double> coefficients = {};  ///< C × features, row-major: of one reading after the other
  std::vector<double> intercepts = {};    ///< C
  /// Only where features lie far from 0. C: what rounding took off the intercepts, which are intercept + remainder.
  std::vector<double> intercept_remainder = {};

  [[nodiscard]] bool empty() const { return intercepts.empty(); }
  bool operator==(const LinearWeights&) const = default;
};

/// log p(c | x) = tᵀ A_c t + b_cᵀ t + k_c + a term that is the same for every class, with t(x) as in LinearForm. A_c
/// has a block on its diagonal for each reading, of zeros where that is linear and not Gaussian.
struct QuadraticForm {
  std::vector<double> matrices;         ///< C × d × d, row-major: A_c, symmetric
  std::vector<double> coefficients;     ///< C × d, row-major: b_c
  std::vector<double> intercepts;       ///< C: k_c
  std::vector<std::string> names = {};  ///< d: of t(x)
};

/// Rows drawn from a model, column by column: those of Model::schema(), in its order.
struct Sample {
  std::vector<std::uint32_t> labels;  ///< n class indices
  /// n numbers where the column is numeric, else n texts: names of values, or documents, words in the order drawn.
  std::vector<std::variant<std::vector<double>, std::vector<std::string>>> columns;
};

/// What scoring met in the rows and ignored.
struct ScoreCounts {
  std::uint64_t unseen = 0;         ///< terms or values that the model does not know
  std::uint64_t invalid_bytes = 0;  ///< of text: not part of well-formed UTF-8
  std::uint64_t missing = 0;        ///< numbers that are NaN, of columns that enter a model as they are; categories
};

struct ScoreOptions {
  unsigned threads = 0;           ///< 0: as many as the machine has; never changes a bit of the result
  ScoreCounts* counts = nullptr;  ///< where given, what was met is added
};

/// What one feature of a row says: the value it has, and log p(value | c) for each class, or its part of a score.
struct Contribution {
  std::string feature;  ///< a column, a term, or columns together: "4 numbers together"
  std::string value;    ///< of the column, or how often the term occurs
  std::vector<double> scores;
  std::size_t reading = 0;  ///< the number of the reading that says it
};

/// Two classes that are compared, by their indices.
struct ClassPair {
  std::size_t first = 0;
  std::size_t second = 0;
};

/// Why a row is scored as it is: log_joint = base + Σ contributions, summed in their order, all at the temperatures of
/// the model and with its class offsets. Features that are ignored are not among them.
struct Explanation {
  std::vector<Contribution> contributions;  ///< by column, or by the first place of the term in the document
  /// C: class prior and offsets, what contamination changes, and what every row has (words that are absent).
  std::vector<double> base;
  std::vector<double> log_joint;           ///< C: the score, before a map of log odds
  std::vector<double> log_posterior = {};  ///< C: after it, as Model::log_posterior gives it
  std::vector<double> contamination = {};  ///< C: what of the base, and of log_posterior, is its change; or empty
};

/// A map of log odds of two classes: through the points (from, to), linear between them, held at the first and the last
/// beyond. Empty: every number stays as it is.
struct OddsMap {
  std::vector<double> from = {};  ///< finite, strictly ascending
  std::vector<double> to = {};    ///< finite, never descending, one for each of `from`

  bool operator==(const OddsMap&) const = default;
};

/// How scores become posteriors: log p(c | x) = log π_c + b_c + Σ_r T_r log p_r(x | c) − log of the sum (MODELS §13).
/// Of two classes 0 and 1 a map m makes of the log likelihood ratio q = b_1 − b_0 + Σ_r T_r log(p_r(x | 1) / p_r(x |
/// 0)) the log odds log(π_1 / π_0) + m(q). What only one class can have is held as 10¹⁰⁰. Of a share ε of the rows the
/// values are taken to say nothing: the posterior is (1 − ε) p(c | x) + ε π_c then, unless no class can have the row.
struct Calibration {
  std::vector<double> temperatures = {};  ///< T_r ≥ 0, one for each reading; empty: all 1
  std::vector<double> offsets = {};       ///< b_c, C of them; empty: all 0
  OddsMap map = {};                       ///< two classes only; empty: none
  double contamination = 0;               ///< ε, less than 1; not beside a map

  bool operator==(const Calibration&) const = default;
};

/// What a term or a value of a column says about a class.
struct FeatureOdds {
  std::string feature;
  std::string value;    ///< empty for terms
  double log_odds = 0;  ///< log p(it | c) − log p(it | the other classes, by their prior)
  double count = 0;     ///< how often it occurs in the class: tokens, documents or rows, as the model counts
};

/// The class index of a row that is not decided.
inline constexpr std::uint32_t no_decision = UINT32_MAX;

class Conditional;
class OutlierBounds;
struct KnownRows;
struct ModelParts;

/// How a posterior becomes a decision.
struct Decision {
  std::vector<double> cost = {};  ///< C × C: cost[c′·C + c] of deciding c′ where c is true; empty: 1 for each mistake
  double reject_below = 0;        ///< no decision when the largest posterior is below this
  std::shared_ptr<const OutlierBounds> outliers = {};  ///< no decision for what Model::outlier_bounds calls an outlier
};

/// p(x | c) is the product of conditionals, one for each reading: log p(x, y=c) = log π_c + Σ_r log p_r(x | c), the
/// first reading's density computed from the log prior, each later one from 0 and added. Everything here follows from
/// that quantity (MODELS §1). Decisions, posteriors, explanations and forms follow from the score log π_c + Σ_r T_r log
/// p_r(x | c), which is the same while the temperatures T_r are 1, or from what else calibration makes of it
/// (Calibration); log joint, evidence, likelihoods, samples and outliers never do. Results go to the caller's buffers;
/// tables must have columns_of(schema()), else Error (bad_data). NaN is a missing value: the row is scored by the
/// density of its other features. An infinite value is an Error (bad_data). A row that has zero probability under every
/// class is impossible: log joint, evidence and posterior are −∞, the posterior is 0, and predict and decide say
/// no_decision.
class Model {
 public:
  /// What is read: a block for each reading, with the features that it takes.
  [[nodiscard]] const Schema& schema() const;
  [[nodiscard]] std::size_t readings() const;
  /// T_r, one for each reading: 1 unless set.
  [[nodiscard]] const std::vector<double>& temperatures() const { return temperatures_; }
  /// The same model at other temperatures, none of them negative; one of 0 leaves its reading out of the score. Error
  /// (usage) unless there is one for each reading.
  [[nodiscard]] Model tempered(std::vector<double> temperatures) const;
  /// b_c, C of them, or empty: all are 0.
  [[nodiscard]] const std::vector<double>& offsets() const { return offsets_; }
  /// Empty unless set.
  [[nodiscard]] const OddsMap& odds_map() const { return map_; }
  /// ε, 0 unless set.
  [[nodiscard]] double contamination() const { return contamination_; }
  /// The same model calibrated so. Error (usage) unless there is a temperature of at least 0 for each reading, or none,
  /// a finite offset for each class, or none, a sound map, of two classes, or none, and 0 ≤ ε < 1,
  /// which is 0 beside a map.
  [[nodiscard]] Model calibrated(Calibration calibration) const;
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
  [[nodiscard]] const std::vector<double>& class_prior() const;
  /// The shrinkage λ that was applied to a reading of measurements, from 0 (none) to 1 (all): one number, or one for
  /// each class where covariances are shrunk apart. Empty where there is nothing to shrink.
  [[nodiscard]] const std::vector<double>& shrinkage(std::size_t reading = 0) const;
  /// Whether log_joint is that of a density; not so for complement and for rivals, whose scores have no evidence and no
  /// sample.
  [[nodiscard]] bool is_density() const;
  /// Whether rows have an evidence and can be drawn: not so for complement and rivals, and where a reading takes
  /// indicators, which have posteriors alone.
  [[nodiscard]] bool has_evidence() const;
  /// Whether scores are log posteriors before any calibration: not so for complement, and of rivals for logistic
  /// regression alone.
  [[nodiscard]] bool gives_probabilities() const;
  /// Whether posteriors are not those of the model's own densities or scores.
  [[nodiscard]] bool is_calibrated() const;
  /// Whether rows have squared distances: where a reading of measurements is no second opinion, and no rival scores it.
  [[nodiscard]] bool has_distances() const;
  /// For each column of categories the values that the model knows, those of indicators included; in several entries
  /// where it stands in several blocks.
  [[nodiscard]] std::vector<ColumnValues> known_values() const;
  /// What the user should know about the estimate: constant columns, a single class.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  /// rows × C: log p(x, y=c), of columns that enter by normal scores with the factor dz/dx, the same for all classes;
  /// beyond the last knots z is held, and the tails are log s − s |x − x_end|, s the end segment's slope. Cost O(rows ·
  /// (d² + C·d)); full covariances O(rows · C·d²), diagonal ones O(rows · C·d); other families O(C) for each column,
  /// term or number stored. Complement: scores, without a class prior.
  void log_joint(const Table& rows, std::span<double> out, ScoreOptions options = {}) const;
  /// rows: log p(x), the log density of the row under the whole model. Cost as log_joint. Error (usage) unless
  /// has_evidence().
  void log_evidence(const Table& rows, std::span<double> out, ScoreOptions options = {}) const;
  /// rows × C: log p(y=c | x). Cost as log_joint, or O(rows · C·d) where the posterior is linear.
  void log_posterior(const Table& rows, std::span<double> out, ScoreOptions options = {}) const;
  void log_posterior(const Table& rows, std::span<float> out, ScoreOptions options = {}) const;
  /// rows × C: p(y=c | x). Cost as log_posterior.
  void posterior(const Table& rows, std::span<double> out, ScoreOptions options = {}) const;
  void posterior(const Table& rows, std::span<float> out, ScoreOptions options = {}) const;
  /// rows: the class index of the largest log joint; ties go to the lowest index. Cost as log_posterior.
  void predict(const Table& rows, std::span<std::uint32_t> out, ScoreOptions options = {}) const;
  /// rows: the class index c′ of the least expected cost Σ_c cost(c′, c) p(c|x), ties to the lowest, or no_decision.
  /// Error (usage) when the cost matrix is not C × C and finite, or outliers are those of another model.
  void decide(const Table& rows, const Decision& decision, std::span<std::uint32_t> out,
              ScoreOptions options = {}) const;
  /// Why row i has no decision, where it has zero probability under every class: "column 'colour': no class has the
  /// value 'blue'". Nothing for rows that are possible.
  [[nodiscard]] std::optional<std::string> impossible(const Table& rows, std::size_t i) const;
  /// What each reading says, one after the other. Where Gaussians share a covariance, numbers are measured from the
  /// midpoint of the means of the classes `between`, so that their parts of those classes' log odds are what the values
  /// say and the base has the class prior alone; without them from the mean of all class means. Gaussians that are a
  /// multivariate t have one part for all of their columns.
  [[nodiscard]] Explanation explain(const Table& rows, std::size_t i, std::optional<ClassPair> between = {}) const;
  /// The terms or values of a reading that speak most for class c, the strongest first, ties in their own order. Error
  /// (usage) for readings of measurements and amounts.
  [[nodiscard]] std::vector<FeatureOdds> strongest(std::size_t c, std::size_t count, std::size_t reading = 0) const;
  /// strongest() of each of some classes, all of them in one pass over the terms or values: O(C · terms).
  [[nodiscard]] std::vector<std::vector<FeatureOdds>> strongest_of(std::span<const std::size_t> classes,
                                                                   std::size_t count, std::size_t reading = 0) const;
  /// rows × C: squared Mahalanobis distances (x−μ_c)ᵀ Σ_c⁻¹ (x−μ_c) over the features that are not missing, summed over
  /// the readings of measurements. Error (usage) unless has_distances().
  void squared_distances(const Table& rows, std::span<double> out, ScoreOptions options = {}) const;

  /// Whether the posterior is a softmax of linear functions. This, and what follows, is said of the scores before
  /// contamination or a map of log odds, where there is one.
  [[nodiscard]] bool is_linear() const;
  /// Whether it is one of quadratic functions; every linear model is that too.
  [[nodiscard]] bool is_quadratic() const;
  /// In the columns' own units, or in those of their normal scores, called "normal score of x". Error (usage) where the
  /// model is not linear.
  [[nodiscard]] LinearForm linear_form() const;
  /// In the same units. Error (usage) where the model is not quadratic.
  [[nodiscard]] QuadraticForm quadratic_form() const;

  /// y ~ class prior, then x ~ p(x | y): rows first, …, first + n − 1 of the endless sequence that the seed stands for.
  /// Documents have a number of terms that is Poisson about the mean over all rows. A column of bins is
  /// uniform within a bin, the first and the last of them taken to be as wide as their neighbours. Error (usage) unless
  /// has_evidence(), and for Fisher's discriminant on fewer axes than there are, and terms that are hash buckets or
  /// n-grams of text.
  [[nodiscard]] Sample sample(std::size_t n, std::uint64_t seed, std::uint64_t first = 0) const;
  /// The q-quantile of log p(x), of text alone log p(x) / terms, over 10,000 rows drawn from the model: below it a row
  /// without missing values is an outlier. Error (usage) unless q is between 0 and 1, and where sample() has one.
  [[nodiscard]] double evidence_quantile(double q, std::uint64_t seed = 0, ScoreOptions options = {}) const;
  /// What outliers are below: evidence_quantile, and for a row with missing values the q-quantile over 1,000 rows drawn
  /// from the model with the same values missing, as densities of other features are on other scales; where text stands
  /// beside other columns, over rows whose documents are of similar length. Each pattern of missing values, and each
  /// length, costs decide() that once, as a thousand rows do: make this once for many calls, on any threads.
  /// Nothing for q = 0: no row is an outlier. Errors as evidence_quantile.
  [[nodiscard]] std::shared_ptr<const OutlierBounds> outlier_bounds(double q, std::uint64_t seed = 0,
                                                                    ScoreOptions options = {}) const;
  /// 1,000 rows drawn from the model, for typicality(). Errors as sample().
  [[nodiscard]] std::shared_ptr<const OutlierBounds> typical_rows(std::uint64_t seed = 0) const;
  /// rows: the share of the typical rows that are no more likely than the row, of text alone by log p(x) / terms, with
  /// the same values missing and documents of similar length: near 0 for a row unlike all that the model describes.
  /// Costs as decide() with outliers. Error (usage) where the typical rows are those of another model.
  void typicality(const Table& rows, const OutlierBounds& typical, std::span<double> out,
                  ScoreOptions options = {}) const;

 private:
  friend Model make_model(std::shared_ptr<const ModelParts> parts, std::vector<std::string> labels,
                          std::vector<std::string> notes);
  friend void score_known_rows(const Model& model, const Table& rows, const KnownRows& known);
  Model(std::shared_ptr<const ModelParts> parts, std::vector<std::string> labels, std::vector<std::string> notes);

  void check_reading(std::size_t reading) const;
  [[nodiscard]] std::vector<double> base() const;
  template <typename Form>
  [[nodiscard]] Form join_forms(Form (Conditional::*form)() const) const;

  std::shared_ptr<const ModelParts> parts_;
  std::vector<std::string> labels_;
  std::vector<double> temperatures_;
  std::vector<double> offsets_;
  OddsMap map_;
  double contamination_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace suffice
