// Patterns of missing values as tensors: the sums of one pattern after the other.
#pragma once

#include "store/tensors.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// The tensors pattern_columns, pattern_rows, pattern_weight, mean and scatter. Not what the patterns have `completed`.
void add_patterns(const Summary& summary, TensorList& list);

/// The tensors completed_mean and completed_scatter: moments of the kind pooled or full, with nothing missing.
void add_completed(const Moments& completed, const ClassCounts& classes, TensorList& list);

/// With what they have `completed`, if that is there. Schema, labels and kind of the summary are known. Error
/// (bad_model) where a tensor is missing or misshapen.
PatternMoments read_patterns(const TensorMap& tensors, const Summary& summary);

}  // namespace suffice
