// Grouped rows: a block of rows copied group by group, so that each group can go its own way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "math/system/aligned.hpp"
#include "summary/moments/row_plan.hpp"

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

}  // namespace suffice
