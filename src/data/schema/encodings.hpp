// Encodings: how a column enters a block other than as it is: normal scores, fills, indicators, bins, missing values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suffice/error.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// "column=value", the name of an indicator.
std::string indicator_name(const std::string& column, const std::string& value);

/// For each feature the column that it is made of.
std::vector<std::string> feature_columns(const Block& block);

/// Whether a column of the block enters it in any way but as it is.
bool has_encodings(const Block& block);

/// Whether feature j has bins; whether a missing value of it is a value.
bool has_bins(const Block& block, std::size_t j);
bool has_missing_value(const Block& block, std::size_t j);

/// The values that feature j of a block of categories has without a row: its bins in their order, then the missing one;
/// else those declared and the missing one in byte order.
std::vector<std::string> known_values(const Block& block, std::size_t j);

/// Adds what sums or a model know of the columns of a block that are categories: `values` of its features, and those
/// of its indicators.
void add_known_values(const Block& block, std::span<const std::vector<std::string>> values,
                      std::vector<ColumnValues>& to);

/// Whether every segment between knots has a slope that is a finite number above 0: another one would make of a number
/// something that is no score, or no density.
bool has_slopes(const NormalScore& score);

/// Error (bad_model) unless the encodings of a block fit its kind and features; see check_schema().
void check_encodings(const Block& block);

/// Gives `fewer`, which has the features j of `block` with kept[j] = 1, the encodings of these.
void restrict_encodings(const Block& block, std::span<const std::uint8_t> kept, Block& fewer);

/// Error (bad_data) naming a column that enters the blocks in different ways; feature j of the first is feature
/// matched[j] of the second.
void check_same_encodings(const Block& first, const Block& second, std::span<const std::size_t> matched,
                          const std::vector<Remedy>& remedies);

/// Whether columns enter the two blocks in the same ways; both have the same features, in any order.
bool have_same_encodings(const Block& first, const Block& second);

}  // namespace suffice
