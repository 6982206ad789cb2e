// The members of a JSON document that say what a reading of terms, categories or amounts is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "estimate/read_block.hpp"
#include "report/json_writer.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/report.hpp"
#include "suffice/text.hpp"

namespace suffice {

/// terms, values or amounts.
std::string count_kind(const Sums& sums);

/// Pseudocounts, what becomes of the unknown, and which terms are read and how; nothing of measurements.
void write_count_options(JsonWriter& json, const FamilyOptions& options);

/// How documents become terms.
void write_text_options(JsonWriter& json, const TextOptions& options);

/// The sums of values and amounts; of terms how many there are and are kept, and their totals for each class; nothing
/// of measurements.
void write_counts(JsonWriter& json, const ReadBlock& read, const FamilyOptions& options);

/// How many coefficients for each class a reading has in the linear form of a model.
std::size_t coefficient_count(const ReadBlock& read, const FamilyOptions& options);

/// For each class the terms or values that speak most for it.
void write_strongest(JsonWriter& json, const std::vector<std::vector<FeatureOdds>>& strongest,
                     const std::vector<std::string>& labels);

/// The pairs of columns that depend on each other most, or all edges of the tree.
void write_pairs(JsonWriter& json, const std::vector<ColumnPair>& pairs, Dependence dependence);

}  // namespace suffice
