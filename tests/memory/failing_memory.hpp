// Failing memory: malloc and its kin, and with them operator new, in a program that can say which allocations fail.
#pragma once

#include <cstddef>

namespace suffice {

/// Allocations are counted from 1; `at` and, where `later`, every one after it fails, on all threads.
struct MemoryFault {
  long at = 0;  ///< 0: none fails
  bool later = false;
};

/// Counts allocations from now on and lets them fail.
void start_faults(MemoryFault fault);
/// Allocations succeed again; how many there were since start_faults().
long stop_faults();
/// Blocks that were allocated and not freed, since the program began.
long live_blocks();

}  // namespace suffice
