// Sum memory: what adding rows needs memory for, which accumulators can use one after the other.
#pragma once

#include <vector>

#include "suffice/summary.hpp"
#include "summary/moments/moment_chain.hpp"

namespace suffice {

/// Of no use but to swap_memory().
struct SumMemory {
  std::vector<MomentChain::Workspace> blocks = {};
};

/// Exchanges the memory of an accumulator of one thread. What several have in turn stays in the cache, where that of
/// each would not.
void swap_memory(Accumulator& sums, SumMemory& memory);

}  // namespace suffice
