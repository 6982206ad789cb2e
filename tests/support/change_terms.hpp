// change_terms: sums whose counts of terms, in the first block, are changed in one way, for tests of what is then wrong
// or kept.
#pragma once

#include <utility>
#include <variant>

#include "suffice/summary.hpp"

namespace suffice {

template <typename Change>
void change_terms(Summary& summary, const Change& change) {
  TermCounts counts = *std::get<Shared<TermCounts>>(summary.sums[0]);
  change(counts);
  summary.sums[0] = std::move(counts);
}

}  // namespace suffice
