// The models that compare() compares, and what each loses on rows that it has not seen.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "rival/feature_rows.hpp"
#include "suffice/compare.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// The mean loss of a model on the rows of a split, and its share of errors; NaN where it has no estimate.
struct SplitLoss {
  double log_loss = 0;
  double error = 0;
};

/// Generative models and their partners, in turn: model 2k + 1 is the partner of model 2k.
class ComparedModels {
 public:
  /// The table outlives this object.
  ComparedModels(const Table& rows, const Labels& labels, const Schema& schema, unsigned threads);

  [[nodiscard]] const std::vector<ComparedModel>& models() const { return models_; }
  /// Of all rows.
  [[nodiscard]] const Summary& summary() const { return summary_; }
  /// The class of each row.
  [[nodiscard]] const std::vector<std::uint32_t>& classes() const { return classes_; }
  /// One for each model: fitted on some rows, scored on others. Serves many threads.
  [[nodiscard]] std::vector<SplitLoss> losses(std::span<const std::size_t> training,
                                              std::span<const std::size_t> test) const;

 private:
  void add_pair(const Options& generative, std::string partner);

  const Table* table_;
  Labels labels_;
  Summary summary_;
  std::vector<std::uint32_t> classes_;
  std::vector<ComparedModel> models_;
  std::vector<FeatureReader> readers_;  // of the rivals
  std::vector<FeatureRows> features_;   // of all rows, likewise
};

}  // namespace suffice
