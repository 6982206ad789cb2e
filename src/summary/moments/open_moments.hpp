// Open moments: the moments of dense rows while more may come, complete rows and incomplete ones apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "summary/moments/class_chain.hpp"
#include "summary/moments/column_sums.hpp"
#include "summary/moments/pattern_sums.hpp"

namespace suffice {

struct OpenMoments {
  ClassChain complete;   ///< rows that have every value
  PatternSums patterns;  ///< the others, where moments are matrices
  ColumnSums columns;    ///< the others, where they are not

  explicit OpenMoments(const MomentShape& shape) : complete(shape), patterns(shape), columns(shape.columns) {}

  /// Rows of positive weight.
  [[nodiscard]] std::uint64_t rows() const { return complete.rows() + incomplete_rows(); }
  [[nodiscard]] std::uint64_t incomplete_rows() const { return patterns.rows() + columns.rows(); }

  /// The moments of all rows so far, class k being order[k]; a class may be without rows. The sums are used up.
  Moments close(std::span<const std::size_t> order) &&;
};

}  // namespace suffice
