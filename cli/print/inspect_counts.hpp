// The tables of inspect for terms, categories and amounts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

/// For each class the terms or values of a reading that speak most for it, with their log odds, or their scores where
/// these are no log odds, and counts.
std::string top_tables(const Model& model, std::size_t reading, std::span<const std::vector<FeatureOdds>> strongest);
/// The pairs of columns that depend on each other most, or the tree; empty where there are none.
std::string dependence_table(const std::vector<ColumnPair>& pairs, Dependence dependence);
/// For each class and column of a reading the mean of the rows, and the parameters of its factor where the model has
/// them.
std::string amount_tables(const std::vector<std::string>& labels, const ReadingDetails& details);

}  // namespace suffice::cli
