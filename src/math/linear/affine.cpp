#include "math/linear/affine.hpp"

#include <algorithm>
#include <numeric>

#include "math/kernels/panel_product.hpp"

namespace suffice {

namespace {

PanelLayout all_columns(std::span<const double> centre) {
  std::vector<std::size_t> columns(centre.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return panel_layout(columns, {centre.begin(), centre.end()});
}

}  // namespace

AffineMap::AffineMap(std::span<const double> centre, std::span<const double> matrix, std::span<const double> offset)
    : layout_(all_columns(centre)), transposed_(matrix.size()), offset_(offset.begin(), offset.end()) {
  for (std::size_t j = 0; j < inputs(); ++j) {
    for (std::size_t k = 0; k < outputs(); ++k) {
      transposed_[k * inputs() + j] = matrix[j * outputs() + k];
    }
  }
}

void AffineMap::apply(const Batch& rows, double* out) const {
  Panel panel;
  std::vector<PanelColumn> mapped(outputs());
  for (std::size_t first = 0; first < rows.rows; first += panel_rows) {
    const std::size_t count = std::min(panel_rows, rows.rows - first);
    pack_panel(rows.slice(first, count), layout_, panel);
    multiply(transposed_, offset_, panel.wanted(), mapped);
    unpack_panel(mapped, count, out + first * outputs());
  }
}

}  // namespace suffice
