// Finite sums: rows of finite numbers whose sums overflow, or underflow to 0, are refused.
#pragma once

#include "suffice/summary.hpp"

namespace suffice {

/// Error (bad_data) naming the class and the column, word or bucket, and saying what to do, where a weight, a count or
/// a sum of amounts is not finite, or their sum over all classes is not, or a term that occurs counts 0. Moments are
/// for the estimates to judge, but for the weights of their classes.
void check_finite_sums(const Summary& summary, unsigned threads);
/// The parts of that: weights of classes, and the sums of one block.
void check_finite_classes(const ClassCounts& classes);
void check_finite_sums(const Block& block, const ClassCounts& classes, const Sums& sums, unsigned threads);

/// Error (bad_data) naming the column where means or higher moments of measurements are not finite: the numbers are too
/// large to be squared, or to the fourth power. Estimates that need no such moments take them as they are, but no model
/// file does.
void check_finite_moments(const Summary& summary);

}  // namespace suffice
