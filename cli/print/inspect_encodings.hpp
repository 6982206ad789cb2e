// Inspect: what encodings make of columns, as tables: the knots of normal scores, and the intervals of bins.
#pragma once

#include <string>
#include <vector>

#include "suffice/report.hpp"
#include "suffice/schema.hpp"

namespace suffice::cli {

/// For each column that enters by its normal score a few quantiles of the sample that its knots were made from; empty
/// where none does.
std::string scores_table(const Schema& schema, const std::vector<ScoreQuantiles>& scores);

/// For each column of bins the intervals that the reading has of it, with the rows and the probability that each class
/// has in them; empty where no column has bins.
std::string interval_tables(const std::vector<Intervals>& columns, const std::vector<std::string>& labels);

}  // namespace suffice::cli
