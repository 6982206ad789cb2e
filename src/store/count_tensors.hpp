// The sums of terms, values and amounts as named tensors, and back.
#pragma once

#include "store/tensors.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Adds the tensors of sums, as views into `summary`.
void add_terms(const Summary& summary, TensorList& list);
void add_values(const Summary& summary, TensorList& list);
void add_amounts(const Summary& summary, TensorList& list);

/// Fill in the sums; `summary` has its schema and labels. Error (bad_model) unless types and shapes are as these ask
/// for. What the numbers mean is for check_summary() to say.
TermCounts read_terms(const TensorMap& tensors, const Summary& summary);
ValueCounts read_values(const TensorMap& tensors, const Summary& summary);
AmountSums read_amounts(const TensorMap& tensors, const Summary& summary);

}  // namespace suffice
