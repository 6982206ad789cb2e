// Outlier bounds: how likely a row must be, given which of its values are missing and how long its documents are.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "model/draws.hpp"
#include "model/model_parts.hpp"
#include "model/sampled_rows.hpp"
#include "model/scoring.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// The value below which a share q of the values lie, q in [0, 1]; there is one at least.
double quantile(std::vector<double> values, double q);

/// Documents of n terms with 2^(b/2) ≤ n < 2^((b+1)/2) are of similar length, and have the bucket b; one without terms
/// has the bucket −1.
int length_bucket(double terms);
/// The lengths of a bucket that some length has.
LengthRange bucket_lengths(int bucket);

/// What decides the bound of a row.
struct RowPattern {
  std::vector<std::size_t> missing = {};  ///< columns of the model, ascending
  std::vector<int> buckets = {};  ///< where text stands beside other columns: of each reading that has a given length

  auto operator<=>(const RowPattern&) const = default;
};

/// Bounds of log p(x), of text alone log p(x) / terms: q-quantiles over rows drawn from a model, with the same values
/// missing and documents of similar length. Serves many threads.
class OutlierBounds {
 public:
  /// `complete` is the bound where nothing is missing and no document stands beside other columns; `draws` are the rows
  /// for other patterns, one at least.
  OutlierBounds(std::shared_ptr<const ModelParts> model, double q, std::uint64_t seed, double complete,
                SampledRows draws);

  /// The log evidence that row i of a chunk must reach, once it is scored. Once for each pattern O(draws · a row's
  /// cost); a thousand are remembered.
  [[nodiscard]] double least(std::span<const ReadRows> readings, std::size_t i) const;
  /// The share of the rows drawn with the pattern of row i that are no more likely than its log evidence.
  [[nodiscard]] double share_up_to(std::span<const ReadRows> readings, std::size_t i, double log_evidence) const;
  /// The bound for rows of a pattern.
  [[nodiscard]] double bound(const RowPattern& pattern) const;

  [[nodiscard]] bool is_of(const ModelParts& model) const { return model_.get() == &model; }

 private:
  using Scores = std::shared_ptr<const std::vector<double>>;

  [[nodiscard]] RowPattern pattern_of(std::span<const ReadRows> readings, std::size_t i) const;
  /// The outlier_scores() of rows drawn with a pattern.
  [[nodiscard]] std::vector<double> drawn_scores(const RowPattern& pattern) const;
  [[nodiscard]] Scores ascending_scores(const RowPattern& pattern) const;
  [[nodiscard]] SampledRows draws_of(const std::vector<int>& buckets) const;

  std::shared_ptr<const ModelParts> model_;
  double q_;
  std::uint64_t seed_;
  double complete_;
  SampledRows draws_;
  mutable std::mutex mutex_;
  mutable std::map<RowPattern, double> found_;
  mutable std::map<RowPattern, Scores> ascending_;
};

/// For each row log p(x), of text alone log p(x) / terms: what bounds are compared with.
std::vector<double> outlier_scores(const ModelParts& model, const Table& rows, const ScoreOptions& options);

}  // namespace suffice
