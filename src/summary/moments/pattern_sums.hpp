// Pattern sums: moments of incomplete rows, a chain for each pattern of missing values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "summary/moments/class_chain.hpp"
#include "summary/moments/missing_values.hpp"

namespace suffice {

/// Open moments of matrices, of incomplete rows.
class PatternSums {
 public:
  /// Without third and fourth moments.
  explicit PatternSums(const MomentShape& shape) : shape_{{.moments = shape.keep.moments}, shape.columns} {}

  [[nodiscard]] const PatternTable& table() const { return table_; }
  [[nodiscard]] std::size_t size() const { return chains_.size(); }
  /// Makes room for patterns; those that are there already stay as they are.
  void open(std::span<const Presence> fresh);
  /// Rows of positive weight of one pattern, 0 where a value is missing.
  void add(std::size_t pattern, const LabelledRows& rows, unsigned threads, MomentChain::Workspace& workspace);

  [[nodiscard]] std::uint64_t rows() const;

  /// The patterns in no order, class k being order[k]. The sums are used up.
  std::vector<Pattern> close(std::span<const std::size_t> order) &&;

 private:
  MomentShape shape_;
  PatternTable table_;
  std::vector<ClassChain> chains_;  // of each pattern
};

}  // namespace suffice
