// A model of numbers, categories and documents, to draw rows from.
#pragma once

#include "suffice/estimate.hpp"
#include "support/term_sums.hpp"
#include "unit/categories_by_hand.hpp"

namespace suffice {

/// Of two classes.
inline Model model_of_three_kinds() {
  Summary sums =
      word_sums({{"no", "a a b"}, {"no", "a"}, {"no", "b b"}, {"yes", "b c c"}, {"yes", "c d"}, {"yes", "b"}});
  const Summary values = hand_values();
  sums.classes = values.classes;
  sums.schema.blocks.push_back(values.schema.blocks[0]);
  sums.sums.push_back(values.sums[0]);
  sums.schema.blocks.push_back({.features = {"p", "q"}});
  sums.sums.emplace_back(Moments{MomentKind::pooled, {0, 1, 2, 3}, {3, 1, 1, 4}, {}, {}});
  return estimate(sums);
}

}  // namespace suffice
