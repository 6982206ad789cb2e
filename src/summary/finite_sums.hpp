// Finite sums: rows of finite numbers whose sums overflow are refused.
#pragma once

#include "suffice/summary.hpp"

namespace suffice {

/// Error (bad_data) naming the class and the column, word or bucket, and saying what to do, where a weight, a count or
/// a sum of amounts is not finite, or their sum over all classes is not. Moments are for the estimates to judge, but
/// for the weights of their classes.
void check_finite_sums(const Summary& summary, unsigned threads);

}  // namespace suffice
