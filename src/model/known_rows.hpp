// Known rows: what a model says of the class that each row is known to have.
#pragma once

#include <cstdint>
#include <span>

#include "suffice/model.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Where the scores of rows go, a number for each row.
struct KnownRows {
  std::span<const std::uint32_t> classes;  ///< of each row, among those of the model
  std::span<double> log_posterior;         ///< of that class
  std::span<std::uint8_t> is_right;        ///< whether that class is the most probable one, the lowest among equals
  std::span<double> log_posteriors = {};   ///< rows × C of all classes, or empty
};

/// Scores rows on this thread. Errors as Model::log_posterior.
void score_known_rows(const Model& model, const Table& rows, const KnownRows& known);

}  // namespace suffice
