// The members of a JSON document that say what a model is.
#pragma once

#include <cstddef>
#include <span>

#include "report/json_writer.hpp"
#include "suffice/model.hpp"
#include "suffice/report.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// Rows, labels, options, kind of sums, classes, columns, notes: what fit and inspect both say. With the details of all
/// readings the sums too, bit for bit, in the shapes of the model file, of terms their totals for each class; and what
/// follows from the model, the linear or quadratic form of its posterior (null where a form has too many coefficients
/// to be written). A model of one reading has the members of that reading beside its own; one of several has
/// "readings", an object for each.
void write_model(JsonWriter& json, const Stored& stored, const Model& model,
                 std::span<const ReadingDetails> details = {});

}  // namespace suffice
