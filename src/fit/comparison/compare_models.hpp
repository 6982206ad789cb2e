// The models that compare() compares, and what each loses on rows that it has not seen.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rival/feature_rows.hpp"
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

/// Generative models, each before its partner unless a model before has the same one.
class ComparedModels {
 public:
  /// The table outlives this object. `roles` say by which families columns are read.
  ComparedModels(const Table& rows, const Labels& labels, const Schema& schema, std::span<const ColumnRole> roles,
                 unsigned threads);

  /// Fits discriminative models on all rows where that leaves a search: fits on a good part of them start there.
  void prepare(unsigned threads);

  [[nodiscard]] const std::vector<ComparedModel>& models() const { return models_; }
  /// Of all rows.
  [[nodiscard]] const Summary& summary() const { return summary_; }
  /// The class of each row.
  [[nodiscard]] const std::vector<std::uint32_t>& classes() const { return classes_; }
  /// One for each model: fitted on some rows, scored on others. Serves many threads.
  [[nodiscard]] std::vector<SplitLoss> losses(std::span<const std::size_t> training,
                                              std::span<const std::size_t> test) const;

 private:
  /// A discriminative model's features.
  struct Features {
    FeatureReader reader;
    FeatureRows rows;                                   // all of them
    std::shared_ptr<const LogisticSearch> search = {};  // of the fit on all of them
  };

  void add_pair(const Options& generative);
  [[nodiscard]] std::size_t partner_of(const Options& generative);
  [[nodiscard]] SplitLoss loss_of(const Features& features, const Rival& rival, std::span<const std::size_t> training,
                                  std::span<const std::size_t> test) const;

  const Table* table_;
  Labels labels_;
  Summary summary_;
  std::vector<std::uint32_t> classes_;
  std::vector<ComparedModel> models_;
  std::map<std::size_t, Features> features_;  // by the place of their model
};

}  // namespace suffice
