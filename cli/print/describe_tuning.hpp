// How options were searched, in words.
#pragma once

#include <string>

#include "console.hpp"
#include "options/option_table.hpp"
#include "suffice/fit.hpp"

namespace suffice::cli {

/// "tuned     log loss 0.12 -> 0.1 by leave-one-out on 150 rows", and for each option that was searched its best
/// values, reading by reading where there are several; --json has all trials.
std::string describe_tuning(const Tuning& tuning, const Options& options);
/// Says that folds were left out where single rows were wanted.
void note_folds(const Tuning& tuning, const Arguments& arguments, const Console& console);

}  // namespace suffice::cli
