// What calibration did to the scores of a model, in words.
#pragma once

#include <string>

#include "console.hpp"
#include "suffice/model.hpp"
#include "suffice/store.hpp"

namespace suffice::cli {

/// "scores    the numbers are counted 0.29 times: they repeat each other", class offsets, and how many rows that was
/// fitted at where the sums hold another number now. Nothing where the model is not calibrated.
std::string describe_calibration(const Stored& stored, const Model& model);

/// Says so where the calibration that a model had is gone.
void note_lost_calibration(const Stored& before, const Stored& after, const Console& console);

}  // namespace suffice::cli
