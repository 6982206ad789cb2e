// Softmax over the columns of a panel: log Σ exp for each of its rows, and what is normalised by it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "math/kernels/panel.hpp"

namespace suffice {

/// Each of these is computed row by row from differences to the row's largest number, so that nothing overflows. A row
/// of nothing but −∞ has the log sum −∞, and stays −∞ or becomes 0. Numbers are finite or −∞.

/// columns[k] −= log Σ_k exp(columns[k]).
void log_normalise(std::span<PanelColumn> columns);
/// columns[k] = exp(columns[k]) / Σ_k exp(columns[k]), within 2 units in the last place of the exact exponential.
void softmax(std::span<PanelColumn> columns);
/// out = log Σ_k exp(columns[k]).
void log_sum_exp(std::span<const PanelColumn> columns, PanelColumn& out);

/// out = the index of the largest number of the row, the lowest among equals.
void largest_columns(std::span<const PanelColumn> columns, std::array<std::uint32_t, panel_rows>& out);

}  // namespace suffice
