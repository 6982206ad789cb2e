// The sums of a summary as named tensors, and back. Those of block b have names that begin with its number: "0.mean";
// patterns of missing values stand one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// "0." of block or reading 0.
std::string tensor_prefix(std::size_t number);

/// Adds the tensors of classes and sums, as views into `summary`.
void add_sums(const Summary& summary, TensorList& list);

/// The rows and weights of the classes, which have their labels. Error (bad_model) unless tensors, types and shapes are
/// as these ask for.
void read_classes(const TensorMap& tensors, ClassCounts& classes);
/// The sums of block b, of so many classes; `name` is what sums_name() said of it. Error (bad_model) as above, and
/// where the name is not one of sums of the block's kind.
Sums read_sums(const TensorMap& tensors, std::size_t b, const Block& block, std::uint64_t classes,
               const std::string& name);

/// What is kept of a block, as the model file spells it: "full", "pooled", "diagonal" or "pooled_diagonal" of moments,
/// "terms", "compacted_terms", "values", "amounts".
std::string sums_name(const Sums& sums);

/// The names of tensors, without prefix, that the sums of a kind of block have, and may have.
struct TensorNames {
  std::vector<std::string_view> required;
  std::vector<std::string_view> optional;
};
TensorNames tensor_names(Kind kind);

/// Of the second moments of a kind.
TensorShape scatter_shape(MomentKind kind, std::uint64_t classes, std::uint64_t features);

/// Adds tensors whose names begin with `prefix`, as views into the sums where these have no patterns.
void add_moments(const MomentBlock& block, const std::string& prefix, TensorList& list);

/// Error (bad_model) unless tensors, types and shapes are as the kind, the classes and the features ask for. What the
/// numbers mean is for check_summary() to say.
Moments read_moments(const TensorMap& tensors, const std::string& prefix, MomentKind kind, std::uint64_t classes,
                     std::uint64_t features);

}  // namespace suffice
