// The sums of a summary as named tensors, and back.
#pragma once

#include <string>

#include "store/tensors.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Adds the tensors of classes and sums, as views into `summary`.
void add_sums(const Summary& summary, TensorList& list);

/// Fills in the sums; `summary` has its schema, its labels and the kind of its sums. Error (bad_model) unless tensors,
/// types and shapes are as these ask for.
void read_sums(const TensorMap& tensors, Summary& summary);

/// The kind of sums as the model file spells it: that of moments, "terms", "compacted_terms", "values", "amounts".
std::string sums_name(const Summary& summary);
/// Empty sums of the kind of this name. Error (bad_model) when there is no such kind.
decltype(Summary::sums) read_sums_name(const std::string& name);
/// The same for moments alone.
MomentKind read_moment_kind(const std::string& name);

}  // namespace suffice
