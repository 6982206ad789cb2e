// Read block: the block of a summary as one reading takes it, and the sums of its features.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "data/schema/binding.hpp"
#include "estimate/values/cut_points.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"
#include "summary/wider_sums.hpp"
#include "summary/zero_columns.hpp"

namespace suffice {

inline bool reads_all(const Block& block, const Reading& reading) {
  return reading.features.empty() || reading.features == block.features;
}

/// The features of a block that a reading takes, those it names or all, without the indicators of values that no row
/// has, and with bins joined as its options say. The summary outlives this object, which outlives the views that of()
/// gives. Nothing is copied where the features are those of the block.
class ReadBlock {
 public:
  /// Open columns are as if the rows had zeros up to the column `columns`; 0 for those of the summary.
  ReadBlock(const Summary& summary, const Reading& reading, std::size_t columns = 0)
      : classes_(summary.classes),
        whole_block_(summary.schema.blocks[reading.block]),
        whole_sums_(summary.sums[reading.block]) {
    if (!reads_all(whole_block_, reading)) {
      block_ = restricted(whole_block_, reading.features);
      sums_ = restricted(whole_block_, classes_, whole_sums_, *block_);
    } else if (whole_block_.open_columns && columns > whole_block_.features.size()) {
      block_ = widened(whole_block_, columns);
      sums_ = widen(whole_block_, classes_, whole_sums_, columns);
    }
    const auto* const gaussian = std::get_if<GaussianOptions>(&reading.options);
    const bool has_prior =
        gaussian != nullptr && (gaussian->prior.mean || gaussian->prior.variance);  // of each feature
    if (std::holds_alternative<Moments>(sums()) && !has_prior) {
      if (std::optional<Block> met = without_zero_indicators(of<Moments>())) {
        Sums fewer = restricted(block(), classes_, sums(), *met);
        block_ = std::move(met);
        sums_ = std::move(fewer);
      }
    }
    const auto* const values = std::get_if<ValueOptions>(&reading.options);
    if (values != nullptr && !values->cuts.empty()) {
      JoinedBins joined = join_bins(of<ValueCounts>(), *values);
      block_ = std::move(joined.block);
      sums_ = std::move(joined.sums);
    }
  }

  /// Whether features and bins are those of the block.
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
