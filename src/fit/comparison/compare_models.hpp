// The models that compare() compares, and what each loses on rows that it has not seen.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rival/logistic.hpp"
#include "suffice/compare.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// The mean loss of a model on the rows of a split, and its share of errors; NaN where it has no estimate.
struct SplitLoss {
  double log_loss = 0;
  double error = 0;
  std::string problem = {};  ///< why there is no estimate
};

/// Rows of some places of a table.
struct PlacedRows;

/// Generative models, each before its partner unless a model before has the same one.
class ComparedModels {
 public:
  /// The table outlives this object. `roles` say by which families columns are read.
  ComparedModels(const Table& rows, const Labels& labels, const Schema& schema, std::span<const ColumnRole> roles,
                 unsigned threads);

  /// Fits discriminative models on all rows where that leaves a search: fits on a good part of them start there. Error
  /// (bad_data) for a row that has no features.
  void prepare(unsigned threads);

  [[nodiscard]] const std::vector<ComparedModel>& models() const { return models_; }
  /// Of all rows.
  [[nodiscard]] const Summary& summary() const { return summary_; }
  /// The class of each row; any for one of weight 0.
  [[nodiscard]] const std::vector<std::uint32_t>& classes() const { return classes_; }
  /// One for each model: fitted on some rows, of each class, and on nothing else, and scored on others. Serves many
  /// threads.
  [[nodiscard]] std::vector<SplitLoss> losses(std::span<const std::size_t> training,
                                              std::span<const std::size_t> test) const;

 private:
  void add_pair(const Options& generative);
  [[nodiscard]] std::size_t partner_of(const Options& generative);
  /// Whether the sums that are kept have what the options read.
  [[nodiscard]] bool has_sums(const Options& options) const;
  [[nodiscard]] SplitLoss generative_loss(const Options& options, const Summary& sums, const PlacedRows& test) const;
  [[nodiscard]] SplitLoss rival_loss(std::size_t place, const Summary& sums, const PlacedRows& training,
                                     const PlacedRows& test) const;

  const Table* table_;
  Labels labels_;
  Summary summary_;
  std::vector<Keep> keep_;
  std::string no_covariances_ = {};  // why there are none; empty where there are
  std::vector<std::uint32_t> classes_;
  std::vector<ComparedModel> models_;
  std::map<std::size_t, std::shared_ptr<const LogisticSearch>> searches_;  // on all rows, by the place of their model
};

/// Why no model of full covariances is compared where there are too many products of columns; empty where it is.
std::string products_note(const Schema& schema);

}  // namespace suffice
