// Dense moments: rows enter the moments, checked on the way, those that miss values by a way of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"
#include "summary/grouped_rows.hpp"
#include "summary/open_labels.hpp"
#include "summary/open_moments.hpp"

namespace suffice {

/// Open moments of any kind, from dense rows. Which sums a row enters depends on the row alone.
class DenseMoments {
 public:
  DenseMoments(const MomentShape& shape, unsigned threads) : threads_(threads), sums_(shape) {}

  /// Rows of the schema's shape whose labels and weights are sound; `class_count` classes are known then, those that
  /// were only declared included. Error (bad_data) where a value is infinite, or missing where third and fourth moments
  /// are kept, or there are too many patterns of missing values; then nothing was added.
  void add(const Batch& rows, const BatchClasses& classes, const Schema& schema, std::size_t class_count);

  [[nodiscard]] std::uint64_t rows() const { return sums_.rows(); }
  [[nodiscard]] const OpenMoments& sums() const { return sums_; }
  /// The sums, where no more rows come.
  [[nodiscard]] OpenMoments take() && { return std::move(sums_); }

 private:
  [[nodiscard]] const MomentShape& shape() const { return sums_.complete.shape(); }
  bool add_at_once(const LabelledRows& rows);
  void check(const Batch& rows, const GapSurvey& found, const Schema& schema, std::size_t class_count) const;
  void add_by_group(const LabelledRows& rows);

  unsigned threads_;
  OpenMoments sums_;
  MomentChain::Workspace workspace_;
  GroupedRows grouped_;
};

}  // namespace suffice
