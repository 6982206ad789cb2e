// change_terms: sums whose counts of terms are changed in one way, for tests of what is then wrong or kept.
#pragma once

#include <utility>

#include "suffice/summary.hpp"

namespace suffice {

template <typename Change>
void change_terms(Summary& summary, const Change& change) {
  TermCounts counts = summary.terms();
  change(counts);
  summary.sums = std::move(counts);
}

}  // namespace suffice
