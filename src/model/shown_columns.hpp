// Explanations of encoded blocks by the columns of the file: normal scores, bins and indicators are shown as the values
// that they were made from.
#pragma once

#include <cstddef>

#include "model/model_parts.hpp"
#include "suffice/model.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// The explanation of row i by a reading whose block is encoded: a column that enters by its normal score, or is filled
/// in, shows its own number; one of bins its number and the bin; the indicators of a column become one contribution,
/// their sum, that shows its category.
void show_columns(const ModelParts& model, const Table& rows, std::size_t reading, std::size_t i, Explanation& part);

}  // namespace suffice
