// The sums of a summary as named tensors, and back.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "store/safetensors.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// The tensors in the order of the file, as views into `summary`: class_rows, class_weight, mean, scatter, and with
/// fourth moments third and fourth.
std::vector<NamedTensor> sum_tensors(const Summary& summary);

/// Fills in the sums; `summary` has its schema, its labels and the kind of its moments. Error (bad_model) unless types
/// and shapes are as these ask for. Every name of sum_tensors but the optional two must be there.
void read_sums(const std::map<std::string, Tensor>& tensors, Summary& summary);

/// The kind that to_text gave this name. Error (bad_model) when there is no such kind.
MomentKind read_moment_kind(const std::string& name);

}  // namespace suffice
