// The sums of a summary as named tensors, and back. Those of block b have names that begin with its number: "0.mean".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "store/container/tensors.hpp"
#include "suffice/summary.hpp"

namespace suffice {

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

}  // namespace suffice
