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

/// How much is said of a model.
struct Detail {
  bool sums = false;  ///< the sums bit for bit, in the shapes of the model file; of terms their totals for each class;
                      ///< and Fisher's axes
  std::size_t top = 0;  ///< with `sums`: for each class so many of its strongest terms or values
};

/// Rows, labels, options, kind of sums, classes, columns, notes: what fit and inspect both say; with detail.sums the
/// sums and what follows from the model too, the linear or quadratic form of its posterior (null where a form has too
/// many coefficients to be written). A model of one reading has the members of that reading beside its own; one of
/// several has "readings", an object for each.
void write_model(JsonWriter& json, const Stored& stored, const Model& model, const Detail& detail = {});

}  // namespace suffice
