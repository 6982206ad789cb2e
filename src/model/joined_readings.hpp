// What the readings of a model give, side by side: forms of their scores, and explanations of a row.
#pragma once

#include <cstddef>
#include <vector>

#include "suffice/model.hpp"

namespace suffice {

/// Appends the form of another reading, times its temperature, to that of the readings before it, which is empty where
/// there is none: names one after the other, intercepts added, matrices as blocks on the diagonal. Error (usage) where
/// these are too large to be written down.
void append(LinearForm part, double temperature, std::size_t classes, LinearForm& whole);
void append(QuadraticForm part, double temperature, std::size_t classes, QuadraticForm& whole);

/// Appends what another reading says, at its temperature; what a pooled one says of a column is added to what was said
/// of it before.
void append(Explanation part, double temperature, bool pooled, Explanation& whole);
/// base + Σ contributions, in their order; −∞ where one is.
std::vector<double> sum_of(const Explanation& explanation);

}  // namespace suffice
