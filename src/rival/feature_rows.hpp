// Feature rows: rows of tables as the features that a rival weighs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "encode/encoder.hpp"
#include "model/linear/feature_map.hpp"
#include "rival/linear_rows.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Rows written out, dense or sparse; NaN where a number is missing.
struct FeatureRows {
  bool dense = true;
  std::size_t features = 0;
  std::vector<double> values = {};          ///< dense: rows × features, row-major; sparse: of the entries
  std::vector<std::uint64_t> offsets = {};  ///< sparse
  std::vector<std::uint32_t> indices = {};  ///< sparse
  std::vector<std::uint32_t> classes = {};
  std::vector<double> weights = {};

  [[nodiscard]] std::size_t size() const { return classes.size(); }
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] LinearRows view() const { return view(weights); }
  /// With other weights, one for each row.
  [[nodiscard]] LinearRows view(std::span<const double> other_weights) const;
  void clear();
};

/// The rows of some places, in their order.
FeatureRows selected_rows(const FeatureRows& rows, const std::vector<std::size_t>& places);

/// use(rows, labels) for all rows of an input, in the same order and pieces whenever it is called.
using EachTable = std::function<void(const std::function<void(const Table&, const Labels&)>& use)>;

/// From the tables of a schema to the features of the readings, for rows that a summary has taken: their numbers are
/// not checked again where they are the features as they are.
class FeatureReader {
 public:
  /// The readings take all columns of the schema of the summary.
  FeatureReader(const Summary& summary, const Options& options, unsigned threads);

  /// Those of tables, in the order that the readings take them.
  [[nodiscard]] std::vector<std::string> columns() const { return columns_of(schema_); }
  [[nodiscard]] std::size_t features() const { return features_; }
  [[nodiscard]] FeatureRows no_rows() const;
  /// Error (bad_data) for rows that do not fit, or a label that the summary does not have.
  void append(const Table& rows, const Labels& labels, FeatureRows& out) const;
  /// The problem of a table: a view of it where features are its numbers as they lie in memory, else of rows that are
  /// written out to `held`. Both outlive the problem.
  [[nodiscard]] LinearProblem problem(const Table& rows, const Labels& labels, FeatureRows& held) const;
  /// The problem of all rows, held in memory (in `held`, which outlives it) where they take no more than that many
  /// bytes, else written out again in each pass.
  [[nodiscard]] LinearProblem problem(const EachTable& each, std::size_t most_bytes, FeatureRows& held) const;
  /// The problem of rows that were written out, which outlive it.
  [[nodiscard]] LinearProblem problem(const FeatureRows& rows) const { return problem(rows, rows.weights, means_); }
  /// The same with other weights, which outlive it: rows of weight 0 are none, and what stands for a missing number is
  /// its mean over the others.
  [[nodiscard]] LinearProblem problem(const FeatureRows& rows, std::span<const double> weights) const {
    return problem(rows, weights, means_of(rows, weights));
  }

 private:
  [[nodiscard]] LinearProblem problem(const FeatureRows& rows, std::span<const double> weights,
                                      std::vector<double> means) const;
  // Without rows; `means` of the features that have one stand for missing ones.
  [[nodiscard]] LinearProblem empty_problem(std::vector<double> means) const;
  [[nodiscard]] std::vector<double> means_of(const FeatureRows& rows, std::span<const double> weights) const;
  // Rows of weight 0 are of any class: their label may be no other row's.
  [[nodiscard]] std::vector<std::uint32_t> classes_of(const Table& rows, const Labels& labels) const;
  // Where the only features are dense numbers as they are.
  [[nodiscard]] std::optional<Batch> plain_rows(const Table& rows, EncodeBuffer& buffer) const;

  std::vector<FeatureMap> maps_;
  Schema schema_;
  Encoder encoder_;
  std::size_t features_ = 0;
  bool dense_ = true;
  std::vector<double> means_;   // of all rows; 0 of a feature that is 0 where it is missing
  std::vector<bool> has_mean_;  // of each feature
  std::vector<double> class_weight_;
  std::unordered_map<std::string, std::uint32_t> class_of_label_;
};

}  // namespace suffice
