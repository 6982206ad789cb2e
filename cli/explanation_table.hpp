// Explanation table: what speaks for the label of a row, and against the runner-up, in numbers that add up.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "suffice/model.hpp"
#include "suffice/options.hpp"

namespace suffice::cli {

/// Numbers in units of the last decimal shown, rounded so that they sum to `total` rounded: each is off by less than
/// one unit. The numbers are finite and sum to `total`, to rounding.
std::vector<long long> rounded_parts(std::span<const double> parts, double total);

/// The table of a row that some class can have: the `top` contributions to the log odds of the most probable class
/// against the next, the strongest first, the others in one line, what every row has, and their sum. The first line
/// says which classes, after `title`.
std::string explanation_table(const std::string& title, const Explanation& explanation, const Model& model,
                              const Options& options, std::size_t top);

}  // namespace suffice::cli
