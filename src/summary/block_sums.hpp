// Block sums: the sums of one block beside its columns and the classes, which is what functions on sums take.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include "suffice/schema.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// A view: the block, the classes and the sums outlive it. It may be of classes other than those of a summary: of the
/// rows of one pattern, say.
template <typename SumsOfKind>
struct BlockSums {
  const Block& block;
  const ClassCounts& classes;
  const SumsOfKind& sums;

  [[nodiscard]] std::size_t features() const { return block.features.size(); }
};

using MomentBlock = BlockSums<Moments>;
using TermBlock = BlockSums<TermCounts>;
using ValueBlock = BlockSums<ValueCounts>;
using AmountBlock = BlockSums<AmountSums>;

/// An alternative of Sums as the sums themselves, which some share.
template <typename Held>
const auto& sums_in(const Held& held) {
  if constexpr (std::is_same_v<Held, Shared<TermCounts>>) {
    return *held;
  } else {
    return held;  // NOLINT(bugprone-return-const-ref-from-parameter): a view of what the caller holds
  }
}

/// visit(BlockSums<…>) with the sums of a block.
template <typename Visitor>
decltype(auto) visit_block(const Block& block, const ClassCounts& classes, const Sums& sums, Visitor&& visitor) {
  return std::visit(
      [&](const auto& held) -> decltype(auto) {
        const auto& of_kind = sums_in(held);
        return visitor(BlockSums<std::remove_cvref_t<decltype(of_kind)>>{block, classes, of_kind});
      },
      sums);
}
template <typename Visitor>
decltype(auto) visit_block(const Summary& summary, std::size_t block, Visitor&& visitor) {
  return visit_block(summary.schema.blocks[block], summary.classes, summary.sums[block],
                     std::forward<Visitor>(visitor));
}

/// The sums of a block of measurements, and so on; std::bad_variant_access where these are others.
inline MomentBlock moment_block(const Summary& summary, std::size_t block) {
  return {summary.schema.blocks[block], summary.classes, std::get<Moments>(summary.sums[block])};
}
inline TermBlock term_block(const Summary& summary, std::size_t block) {
  return {summary.schema.blocks[block], summary.classes, *std::get<Shared<TermCounts>>(summary.sums[block])};
}
inline ValueBlock value_block(const Summary& summary, std::size_t block) {
  return {summary.schema.blocks[block], summary.classes, std::get<ValueCounts>(summary.sums[block])};
}
inline AmountBlock amount_block(const Summary& summary, std::size_t block) {
  return {summary.schema.blocks[block], summary.classes, std::get<AmountSums>(summary.sums[block])};
}

/// The sums that a block of fewer features, in the same order, would have had: sub-matrices, patterns that coincide
/// merged, sub-tables. Third and fourth moments go where a column goes. Text is not divided.
Sums restricted(const Block& block, const ClassCounts& classes, const Sums& sums, const Block& fewer);

}  // namespace suffice
