// Proportion: a share of rows with its Wilson interval.
#pragma once

#include "suffice/evaluate.hpp"

namespace suffice {

/// right / total with its 95 % Wilson score interval, total the number of trials. Of none the value is NaN and the
/// interval is all of 0 … 1.
Proportion wilson_interval(double right, double total);

}  // namespace suffice
