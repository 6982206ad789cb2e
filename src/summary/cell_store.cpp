#include "summary/cell_store.hpp"

#include "math/huge_pages.hpp"

namespace suffice {

void CellStore::reserve(std::size_t classes) {
  const std::size_t most_arrays = most_cells_ / std::max<std::size_t>(columns_, 1);
  const std::size_t arrays = std::min(classes, most_arrays);
  if (arrays > array_count_) {
    resize_in_huge_pages(cells_, arrays * columns_);
    array_count_ = arrays;
  }
  if (classes > most_arrays && tables_.empty()) {
    tables_.resize(parts_);
  }
}

}  // namespace suffice
