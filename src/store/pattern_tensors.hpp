// Patterns of missing values as tensors: the sums of one pattern after the other.
#pragma once

#include "store/tensors.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// The tensors pattern_columns, pattern_rows, pattern_weight, mean and scatter.
void add_patterns(const Summary& summary, TensorList& list);

/// Schema, labels and kind of the summary are known. Error (bad_model) where a tensor is missing or misshapen.
PatternMoments read_patterns(const TensorMap& tensors, const Summary& summary);

}  // namespace suffice
