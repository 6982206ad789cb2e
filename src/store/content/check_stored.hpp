// What a model file may hold: options, sums and fitted parts that can be meant together. Saving and loading check
// alike.
#pragma once

#include "suffice/store.hpp"

namespace suffice {

/// The options as a model file has them: a reading for each block where there is none, and no features where they are
/// all of those of the block, so that open columns may become more. Error (bad_model) unless they are sound for the
/// schema and the labels, as checked() and estimate() want them.
Options sound_options(const Options& options, const Schema& schema, const ClassCounts& classes);
/// Error (bad_model) unless the sums of the blocks that are read have the moments that the readings need.
void check_sums_serve(const Options& options, const Summary& summary);
/// Error (bad_model) unless nothing was fitted, or a temperature of at least 0 for each of so many readings, offsets
/// for each class or none, and a map of log odds only for two classes.
void check_fitted(const Fitted& fitted, std::size_t readings, std::size_t classes);

/// sound_options(), all of that holding. Error (bad_model) unless schema and sums are sound too.
Options check_stored(const Stored& stored);

}  // namespace suffice
