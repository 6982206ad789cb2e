// Read block: the block that a reading takes, with the features of the reading alone, and the sums of these.
#pragma once

#include <optional>
#include <type_traits>
#include <variant>

#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// The summary outlives this object, which outlives the views that of() gives. A reading of all features copies
/// nothing.
class ReadBlock {
 public:
  ReadBlock(const Summary& summary, const Reading& reading)
      : classes_(summary.classes),
        whole_block_(summary.schema.blocks[reading.block]),
        whole_sums_(summary.sums[reading.block]) {
    if (!reading.features.empty() && reading.features != whole_block_.features) {
      block_ = restricted(whole_block_, reading.features);
      sums_ = restricted(whole_block_, classes_, whole_sums_, *block_);
    }
  }

  /// Whether the reading takes all features of its block.
  [[nodiscard]] bool is_whole() const { return !block_; }
  [[nodiscard]] const Block& block() const { return block_ ? *block_ : whole_block_; }
  [[nodiscard]] const Sums& sums() const { return sums_ ? *sums_ : whole_sums_; }
  /// The sums of a kind; std::bad_variant_access where these are others.
  template <typename SumsOfKind>
  [[nodiscard]] BlockSums<SumsOfKind> of() const {
    using Held = std::conditional_t<std::is_same_v<SumsOfKind, TermCounts>, Shared<TermCounts>, SumsOfKind>;
    return {block(), classes_, sums_in(std::get<Held>(sums()))};
  }

 private:
  const ClassCounts& classes_;
  const Block& whole_block_;
  const Sums& whole_sums_;
  std::optional<Block> block_;
  std::optional<Sums> sums_;
};

}  // namespace suffice
