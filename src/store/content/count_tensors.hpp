// The sums of terms, values and amounts as named tensors, and back.
#pragma once

#include <cstdint>
#include <string>

#include "store/container/tensors.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// Add the tensors of a block's sums, whose names begin with `prefix`, as views into the sums.
void add_terms(const TermBlock& block, const std::string& prefix, TensorList& list);
void add_values(const ValueBlock& block, const std::string& prefix, TensorList& list);
void add_amounts(const AmountBlock& block, const std::string& prefix, TensorList& list);

/// The sums of a block of so many classes. Error (bad_model) unless types and shapes are as these ask for. What the
/// numbers mean is for check_summary() to say.
TermCounts read_terms(const TensorMap& tensors, const std::string& prefix, const Block& block, std::uint64_t classes);
ValueCounts read_values(const TensorMap& tensors, const std::string& prefix, const Block& block, std::uint64_t classes);
AmountSums read_amounts(const TensorMap& tensors, const std::string& prefix, const Block& block, std::uint64_t classes);

}  // namespace suffice
