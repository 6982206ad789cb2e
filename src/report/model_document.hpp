// The members of a JSON document that say what a model is.
#pragma once

#include <cstddef>
#include <span>

#include "report/json_writer.hpp"
#include "suffice/model.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// An array of rows, each an array of `columns` numbers.
void write_matrix(JsonWriter& json, std::span<const double> values, std::size_t columns);

/// Rows, labels, options, kind of sums, classes, columns, notes: what fit and inspect both say.
void write_model(JsonWriter& json, const Stored& stored, const Model& model);

/// The sums bit for bit, in the shapes of the model file; of terms their totals for each class.
void write_sums(JsonWriter& json, const Stored& stored);

/// What follows from the model: the linear or quadratic form of its posterior, and Fisher's axes. A model of text has
/// too many coefficients to be written.
void write_forms(JsonWriter& json, const Stored& stored, const Model& model);

}  // namespace suffice
