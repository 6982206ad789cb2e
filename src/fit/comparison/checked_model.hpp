// Checked model: the density of a stored model, refitted and drawn from again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/resemblance/resemblance.hpp"
#include "model/draws.hpp"
#include "model/model_parts.hpp"
#include "model/sampled_rows.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// Rows and what is known of them.
struct LabelledTable {
  Table table;
  std::vector<std::uint32_t> classes;  ///< of the model, one a row
};

/// What is compared of rows and of draws from the model that was fitted to them, or to others.
struct Resemblance {
  std::vector<ColumnDistance> columns = {};
  double correlation = 0;  ///< the largest difference
  double evidence = 0;     ///< Kolmogorov and Smirnov's distance of log p(x)
};

/// Rows that were drawn, with their labels.
struct DrawnTable {
  SampledRows rows;
  std::vector<std::uint32_t> classes;
};

class CheckedModel {
 public:
  /// The readings that the density is of, pools left out. Errors as checked_schema().
  CheckedModel(const Stored& stored, unsigned threads);

  /// A block for each reading.
  [[nodiscard]] const Schema& schema() const { return schema_; }
  [[nodiscard]] const ModelParts& parts() const { return *parts_; }
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
  /// Rows of each class that the model was fitted on; a row that weighs 2 is two.
  [[nodiscard]] const std::vector<std::size_t>& fitted_rows() const { return fitted_rows_; }
  /// About 100 ns each: what drawing a row and comparing it takes.
  [[nodiscard]] double row_cost(std::span<const RowForm> forms) const;

  /// The label, the missing values and the lengths of the documents of each row.
  [[nodiscard]] std::vector<RowForm> forms_of(const LabelledTable& rows) const;
  /// Whether all of its values are missing and its documents have no terms: draws like it are so too.
  [[nodiscard]] bool is_empty(const RowForm& form) const;
  [[nodiscard]] static DrawnTable draw(const ModelParts& parts, std::span<const RowForm* const> forms,
                                       std::uint64_t seed);
  /// The model of other rows, fitted as this one was: what was chosen (knots, bins, given pseudocounts) is held. Errors
  /// as estimate().
  [[nodiscard]] std::shared_ptr<const ModelParts> refitted(std::span<const DrawnTable* const> tables) const;

  /// In groups by class, or in one.
  [[nodiscard]] CheckedRows checked(const Table& table, std::span<const std::uint32_t> classes, bool by_class) const;
  /// log p(x); where documents are all that rows have, by term.
  static std::vector<double> evidence(const ModelParts& parts, const Table& table, unsigned threads);

 private:
  Schema schema_;
  Options options_;
  std::vector<Keep> keep_;
  std::shared_ptr<const ModelParts> parts_;
  std::vector<std::string> labels_;
  std::vector<std::size_t> fitted_rows_;
  CountsOnce counts_once_;
  std::vector<double> all_words_;  // of each reading whose rows draw every word they know; else 0
};

}  // namespace suffice
