// The first half of the hot loop: rows are read once, centred, checked, summed and packed into a panel.
#pragma once

#include <cstddef>
#include <cstdint>

namespace suffice {

/// Rows whose values lie next to each other; Number is float or double.
template <typename Number>
struct DenseRows {
  const Number* values = nullptr;
  std::ptrdiff_t row_stride = 0;
  std::size_t columns = 0;
  const double* weights = nullptr;  ///< of each row, finite and not negative, or null: all weigh 1
  /// While row k of a selection is summed, the row k rows after this number of `values` is fetched into the
  /// second-level cache: memory is read in its order, which is fastest, whatever the order of the selection.
  std::ptrdiff_t ahead = 0;
};

/// Some of these rows, that have one shift.
struct RowSelection {
  const std::uint32_t* rows;
  const std::uint32_t* places;  ///< the row of each in the panel
  std::size_t count;
};

/// What becomes of rows, with u = x − shift. Arrays have padded_columns(columns) numbers; those of `shift` beyond the
/// columns are zeros.
struct CentredSums {
  const double* shift;
  double* first;         ///< += w u
  double* second;        ///< += w u² where there is no panel
  double* panel;         ///< null, or a panel (math/kernels/scatter.hpp): its row `place` becomes √w u
  std::size_t capacity;  ///< of the panel
};

/// Takes the rows in order. Returns whether the sums `first` are finite: they cannot be once a value is not. Each
/// number enters a sum by itself, so that the instruction set does not change a bit.
bool centre_rows(const DenseRows<double>& rows, const RowSelection& selection, const CentredSums& sums);
bool centre_rows(const DenseRows<float>& rows, const RowSelection& selection, const CentredSums& sums);

/// The same, plainly: what every kernel must agree with to the last bit.
bool centre_rows_reference(const DenseRows<double>& rows, const RowSelection& selection, const CentredSums& sums);
bool centre_rows_reference(const DenseRows<float>& rows, const RowSelection& selection, const CentredSums& sums);

}  // namespace suffice
