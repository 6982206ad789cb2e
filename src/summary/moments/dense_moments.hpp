// Dense moments: dense rows enter the moments, complete rows and incomplete ones, grouped, each into sums of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "math/system/aligned.hpp"
#include "suffice/schema.hpp"
#include "summary/moments/missing_values.hpp"
#include "summary/moments/open_moments.hpp"
#include "summary/moments/row_plan.hpp"
#include "summary/open_labels.hpp"

namespace suffice {

/// Memory that is used again from block to block.
class GroupedRows {
 public:
  /// Rows of a block that is copied at a time: some MiB.
  static std::size_t block_rows(std::size_t columns);

  /// Copies rows, those of a group in order; where `zeros`, missing values become 0. groups[i] is no_group, or less
  /// than `group_count`. The rows themselves are not needed afterwards, but their class_of_code is.
  void take(const LabelledRows& rows, std::span<const std::uint32_t> groups, std::size_t group_count, bool zeros,
            unsigned threads);

  [[nodiscard]] LabelledRows group(std::size_t number) const;

 private:
  std::size_t columns_ = 0;
  bool weighted_ = false;
  std::vector<std::size_t> ends_;    // of each group
  std::vector<std::size_t> places_;  // of each row of the block, or no_place
  AlignedVector values_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> codes_;
  std::span<const std::uint32_t> class_of_code_;
};

/// Open moments of any kind, from dense rows. Which sums a row enters depends on the row alone.
class DenseMoments {
 public:
  DenseMoments(const MomentShape& shape, unsigned threads) : threads_(threads), sums_(shape) {}

  /// Rows of the block's shape whose labels and weights are sound; `class_count` classes are known then, those that
  /// were only declared included. Rows are checked while they are summed, where that is possible. Error (bad_data)
  /// where a value is infinite, or there are too many patterns of missing values; then nothing was added.
  void add(const Batch& rows, const RowClasses& classes, const Block& block, std::size_t class_count);

  /// add() in two passes over rows that may come in several parts. First `survey` of each part, whose first row is
  /// row `first` of what the caller gave, and `check` once; both throw the Errors of add. Then `add_checked` of each
  /// part.
  void survey(const Batch& rows, const Block& block, std::size_t first, MissingSurvey& found) const;
  void check(const MissingSurvey& found, std::size_t class_count) const;
  void add_checked(const Batch& rows, const RowClasses& classes, const MissingSurvey& found);

  [[nodiscard]] std::uint64_t rows() const { return sums_.rows(); }
  void swap_workspace(MomentChain::Workspace& other) { std::swap(workspace_, other); }
  [[nodiscard]] const OpenMoments& sums() const { return sums_; }
  /// The sums, where no more rows come.
  [[nodiscard]] OpenMoments take() && { return std::move(sums_); }

 private:
  [[nodiscard]] const MomentShape& shape() const { return sums_.complete.shape(); }
  bool add_at_once(const LabelledRows& rows);
  void add_by_group(const LabelledRows& rows);

  unsigned threads_;
  OpenMoments sums_;
  std::optional<ClassChain> before_;  // as the complete rows were before those of add_at_once
  MomentChain::Workspace workspace_;
  GroupedRows grouped_;
};

}  // namespace suffice
