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

/// Rows drawn from a model.
struct Sample {
  std::vector<double> values;         ///< n × d, row-major
  std::vector<std::uint32_t> labels;  ///< n class indices
};

struct ScoreOptions {
  unsigned threads = 0;  ///< 0: as many as the machine has; never changes a bit of the result
};

class SharedGaussian;

/// Everything here follows from one quantity, the log joint log p(x, y=c) (MODELS §1). Results go to the caller's
/// buffers; rows must have schema().features.size() columns, in that order, and finite values, else Error (bad_data).
class Model {
 public:
  Model(Schema schema, std::vector<std::string> labels, std::vector<double> class_prior,
        std::shared_ptr<const SharedGaussian> density, double shrinkage, std::vector<std::string> notes);

  [[nodiscard]] const Schema& schema() const { return schema_; }
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
  [[nodiscard]] const std::vector<double>& class_prior() const { return class_prior_; }
  /// The shrinkage λ that was applied: 0 none, 1 all.
  [[nodiscard]] double shrinkage() const { return shrinkage_; }
  /// What the user should know about the estimate: constant columns, a single class.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  /// rows × C: log p(x, y=c). Cost O(rows · (d² + C·d)).
  void log_joint(const Batch& rows, std::span<double> out, ScoreOptions options = {}) const;
  /// rows: log p(x), the log density of the row under the whole model. Cost as log_joint.
  void log_evidence(const Batch& rows, std::span<double> out, ScoreOptions options = {}) const;
  /// rows × C: log p(y=c | x). Cost O(rows · C·d).
  void log_posterior(const Batch& rows, std::span<double> out, ScoreOptions options = {}) const;
  /// rows: the class index of the largest log joint; ties go to the lowest index. Cost O(rows · C·d).
  void predict(const Batch& rows, std::span<std::uint32_t> out, ScoreOptions options = {}) const;

  /// The posterior as a softmax of linear functions, in the columns' own units.
  [[nodiscard]] LinearForm linear_form() const;
  /// y ~ class prior, then x ~ p(x | y): rows first, …, first + n − 1 of the endless sequence that the seed stands for.
  [[nodiscard]] Sample sample(std::size_t n, std::uint64_t seed, std::uint64_t first = 0) const;

 private:
  void add_log_prior(std::size_t rows, double* out) const;
  void relative_log_joint(const Batch& rows, double* out) const;

  Schema schema_;
  std::vector<std::string> labels_;
  std::vector<double> class_prior_;
  std::vector<double> log_prior_;
  std::shared_ptr<const SharedGaussian> density_;
  double shrinkage_;
  std::vector<std::string> notes_;
};

}  // namespace suffice
