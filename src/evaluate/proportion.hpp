// Proportion: a share of rows with its Wilson interval.
#pragma once

#include "suffice/evaluate.hpp"

namespace suffice {

/// right / total with its 95 % Wilson score interval; total > 0 is the number of trials.
Proportion wilson_interval(double right, double total);

}  // namespace suffice
