// Decisions from a panel of log joints: the largest posterior, the least expected cost, or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "math/kernels/panel.hpp"
#include "model/contamination.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// Error (usage) unless the cost matrix is empty or classes × classes and finite, and the threshold is not NaN.
void check_decision(const Decision& decision, std::size_t classes);

/// out: for each row the class of the largest score, the lowest among equals; no_decision where all are −∞.
void predict_panel(std::span<const PanelColumn> scores, std::size_t rows, std::uint32_t* out);

/// out: for each row the class of the least expected cost, or no_decision where the largest posterior is below
/// decision.reject_below or the row has zero probability under every class. The scores are relative log joints; they
/// may become posteriors, contaminated so.
void decide_panel(const Decision& decision, const Contamination& contamination, std::span<PanelColumn> scores,
                  std::size_t rows, std::uint32_t* out);

/// out: no_decision for each row whose log evidence, of these log joints, is below the least for that row.
void reject_outliers(std::span<const PanelColumn> log_joint, const PanelColumn& least, std::size_t rows,
                     std::uint32_t* out);

}  // namespace suffice
