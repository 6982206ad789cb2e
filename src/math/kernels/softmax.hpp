// Softmax over the columns of a panel: log Σ exp for each of its rows, and what is normalised by it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "math/kernels/panel.hpp"

namespace suffice {

/// Each of these is computed row by row from differences to the row's largest number, so that nothing overflows. A row
/// of nothing but −∞ has the log sum −∞, and stays −∞ or becomes 0. Numbers are finite or −∞.

/// log Σ_k exp(columns[k]) of each row in two parts, so that differences to the largest number are taken first: they
/// are exact where it matters, even between numbers far from zero.
struct LogNormalisers {
  PanelColumn references;  ///< the largest number of the row, or 0 where that is −∞
  PanelColumn logs;        ///< the rest, 0 or more

  [[nodiscard]] double normalised(double number, std::size_t r) const { return number - references[r] - logs[r]; }
};
void log_normalisers(std::span<const PanelColumn> columns, LogNormalisers& out);
/// columns[k] −= log Σ_k exp(columns[k]).
void log_normalise(std::span<PanelColumn> columns);
/// columns[k] = exp(columns[k]) / Σ_k exp(columns[k]), within 2 units in the last place of the exact exponential.
void softmax(std::span<PanelColumn> columns);
/// out = log Σ_k exp(columns[k]).
void log_sum_exp(std::span<const PanelColumn> columns, PanelColumn& out);

/// out = the index of the largest number of the row, the lowest among equals.
void largest_columns(std::span<const PanelColumn> columns, std::array<std::uint32_t, panel_rows>& out);

}  // namespace suffice
