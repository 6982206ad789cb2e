// Model: an estimated classifier. Immutable and cheap to copy; one object may serve many threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// log p(c | x) = coefficients[c]ᵀ x + intercepts[c] + a term that is the same for every class.
struct LinearForm {
  std::vector<double> coefficients;  ///< C × d, row-major: β_c
  std::vector<double> intercepts;    ///< C: γ_c
};

/// log p(c | x) = xᵀ A_c x + b_cᵀ x + k_c + a term that is the same for every class.
struct QuadraticForm {
  std::vector<double> matrices;      ///< C × d × d, row-major: A_c, symmetric
  std::vector<double> coefficients;  ///< C × d, row-major: b_c
  std::vector<double> intercepts;    ///< C: k_c
};

/// Rows drawn from a model.
struct Sample {
  std::vector<double> values;         ///< n × d, row-major
  std::vector<std::uint32_t> labels;  ///< n class indices
};

struct ScoreOptions {
  unsigned threads = 0;  ///< 0: as many as the machine has; never changes a bit of the result
};

/// The class index of a row that is not decided.
inline constexpr std::uint32_t no_decision = UINT32_MAX;

class Density;
class OutlierBounds;

/// How a posterior becomes a decision.
struct Decision {
  std::vector<double> cost = {};  ///< C × C: cost[c′·C + c] of deciding c′ where c is true; empty: 1 for each mistake
  double reject_below = 0;        ///< no decision when the largest posterior is below this
  std::shared_ptr<const OutlierBounds> outliers = {};  ///< no decision for what Model::outlier_bounds calls an outlier
};

/// Everything here follows from one quantity, the log joint log p(x, y=c) (MODELS §1). Results go to the caller's
/// buffers; rows must have schema().features.size() columns, in that order, else Error (bad_data). NaN is a missing
/// value: the row is scored by the density of its other features. An infinite value is an Error (bad_data).
class Model {
 public:
  Model(Schema schema, std::vector<std::string> labels, std::vector<double> class_prior,
        std::shared_ptr<const Density> density, std::vector<double> shrinkage, std::vector<std::string> notes);

  [[nodiscard]] const Schema& schema() const { return schema_; }
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
  [[nodiscard]] const std::vector<double>& class_prior() const { return class_prior_; }
  /// The shrinkage λ that was applied, from 0 (none) to 1 (all): one number, or one for each class where covariances
  /// are shrunk apart. Empty where the structure leaves nothing to shrink.
  [[nodiscard]] const std::vector<double>& shrinkage() const { return shrinkage_; }
  /// What the user should know about the estimate: constant columns, a single class.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  /// rows × C: log p(x, y=c). Cost O(rows · (d² + C·d)); full covariances O(rows · C·d²), diagonal ones O(rows · C·d).
  void log_joint(const Batch& rows, std::span<double> out, ScoreOptions options = {}) const;
  /// rows: log p(x), the log density of the row under the whole model. Cost as log_joint.
  void log_evidence(const Batch& rows, std::span<double> out, ScoreOptions options = {}) const;
  /// rows × C: log p(y=c | x). Cost as log_joint, or O(rows · C·d) where the posterior is linear.
  void log_posterior(const Batch& rows, std::span<double> out, ScoreOptions options = {}) const;
  void log_posterior(const Batch& rows, std::span<float> out, ScoreOptions options = {}) const;
  /// rows × C: p(y=c | x). Cost as log_posterior.
  void posterior(const Batch& rows, std::span<double> out, ScoreOptions options = {}) const;
  void posterior(const Batch& rows, std::span<float> out, ScoreOptions options = {}) const;
  /// rows: the class index of the largest log joint; ties go to the lowest index. Cost as log_posterior.
  void predict(const Batch& rows, std::span<std::uint32_t> out, ScoreOptions options = {}) const;
  /// rows: the class index c′ of the least expected cost Σ_c cost(c′, c) p(c|x), ties to the lowest, or no_decision.
  /// Error (usage) when the cost matrix is not C × C and finite, or outliers are those of another model.
  void decide(const Batch& rows, const Decision& decision, std::span<std::uint32_t> out,
              ScoreOptions options = {}) const;
  /// rows × C: squared Mahalanobis distances (x−μ_c)ᵀ Σ_c⁻¹ (x−μ_c) over the features that are not missing.
  void squared_distances(const Batch& rows, std::span<double> out, ScoreOptions options = {}) const;

  /// Whether the posterior is a softmax of linear functions.
  [[nodiscard]] bool is_linear() const;
  /// Whether it is one of quadratic functions; every linear model is that too.
  [[nodiscard]] bool is_quadratic() const;
  /// In the columns' own units. Error (usage) where the model is not linear.
  [[nodiscard]] LinearForm linear_form() const;
  /// In the columns' own units. Error (usage) where the model is not quadratic.
  [[nodiscard]] QuadraticForm quadratic_form() const;

  /// y ~ class prior, then x ~ p(x | y): rows first, …, first + n − 1 of the endless sequence that the seed stands for.
  /// Error (usage) for Fisher's discriminant on fewer axes than there are.
  [[nodiscard]] Sample sample(std::size_t n, std::uint64_t seed, std::uint64_t first = 0) const;
  /// The q-quantile of log p(x) over 10,000 rows drawn from the model: below it a row without missing values is an
  /// outlier. Error (usage) unless q is between 0 and 1, and where sample() has one.
  [[nodiscard]] double evidence_quantile(double q, std::uint64_t seed = 0, ScoreOptions options = {}) const;
  /// What outliers are below: evidence_quantile, and for a row with missing values the q-quantile over 1,000 rows drawn
  /// from the model with the same values missing, as densities of other features are on other scales. Each pattern of
  /// missing values costs decide() that once, as a thousand rows do: make this once for many calls, on any threads.
  /// Nothing for q = 0: no row is an outlier. Errors as evidence_quantile.
  [[nodiscard]] std::shared_ptr<const OutlierBounds> outlier_bounds(double q, std::uint64_t seed = 0,
                                                                    ScoreOptions options = {}) const;

 private:
  Schema schema_;
  std::vector<std::string> labels_;
  std::vector<double> class_prior_;
  std::vector<double> log_prior_;
  std::shared_ptr<const Density> density_;
  std::vector<double> shrinkage_;
  std::vector<std::string> notes_;
};

}  // namespace suffice
