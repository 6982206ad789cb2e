// Panel: some rows of a batch, turned so that each column lies in one piece and every row has a vector lane.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "math/kernels/batch.hpp"

namespace suffice {

/// A panel has this many rows; those that a batch does not fill are zero.
inline constexpr std::size_t panel_rows = 32;

/// One number for each row of a panel.
struct alignas(64) PanelColumn {
  std::array<double, panel_rows> values = {};

  double& operator[](std::size_t row) { return values[row]; }
  const double& operator[](std::size_t row) const { return values[row]; }
};

/// Which columns of a batch are wanted, and what is subtracted from them.
struct PanelLayout {
  std::vector<std::size_t> slots;  ///< for each column of a batch its place in the panel; `columns`: not wanted
  std::vector<double> centre;      ///< for each column of a batch
  std::size_t columns = 0;         ///< of the panel
  /// While a panel is packed, the next one is fetched into the cache: all of it, or the first half, where whoever
  /// multiplies fetches the rest. Memory answers at its own pace, and is best asked all the time.
  bool fetches_half = false;
};

/// A layout of the given columns of a batch, in ascending order.
PanelLayout panel_layout(std::span<const std::size_t> columns, std::vector<double> centre);

struct Panel {
  std::vector<PanelColumn> columns;  ///< those of the layout, and one more for what is not wanted
  std::size_t rows = 0;
  bool moderate = true;              ///< every value of the batch is finite and below 2³⁰⁰ in magnitude, wanted or not
  std::vector<PanelColumn> spare;    ///< room for whoever reads the panel
  std::span<const std::byte> ahead;  ///< what was not fetched of the next panel; its place is a guess

  [[nodiscard]] std::span<const PanelColumn> wanted() const { return std::span(columns).first(columns.size() - 1); }
};

/// panel(slot of j, r) = value (r, j) − centre[j] for at most panel_rows rows.
void pack_panel(const Batch& rows, const PanelLayout& layout, Panel& panel);

/// out(r, k) = columns[k][r], row-major, for the first `rows` rows.
void unpack_panel(std::span<const PanelColumn> columns, std::size_t rows, double* out);

}  // namespace suffice
