// Steps of long work, told one at a time.
#pragma once

#include <cstddef>
#include <mutex>

#include "suffice/fit.hpp"

namespace suffice {

/// Work of one step begins.
inline void tell(const StepProgress& steps, const char* what) {
  if (steps) steps(what, 0, 0);
}

/// Counts steps that threads do, and tells of each.
class Steps {
 public:
  /// `all` 0: it is not known how many there are. `told` outlives this object.
  Steps(const StepProgress& told, const char* what, std::size_t all = 0) : tell_(told), what_(what), all_(all) {
    if (tell_) tell_(what_, 0, all_);
  }

  void add(std::size_t steps = 1) {
    const std::scoped_lock lock(mutex_);
    done_ += steps;
    if (tell_) tell_(what_, done_, all_);
  }

 private:
  const StepProgress& tell_;
  const char* what_;
  std::size_t all_;
  std::size_t done_ = 0;
  std::mutex mutex_;
};

}  // namespace suffice
