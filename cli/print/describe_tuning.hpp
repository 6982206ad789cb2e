// How options were searched, in words.
#pragma once

#include <string>

#include "suffice/fit.hpp"

namespace suffice::cli {

/// "tuned     log loss 0.12 -> 0.1 by leave-one-out on 150 rows", and for each option that was searched its best
/// values; --json has all trials.
std::string describe_tuning(const Tuning& tuning);

}  // namespace suffice::cli
