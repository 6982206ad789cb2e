#include "summary/cell_store.hpp"

#include <new>

#include "math/huge_pages.hpp"

namespace suffice {

void CellStore::reserve(std::size_t classes) {
  const std::size_t most_arrays = most_cells_ / std::max<std::size_t>(columns_, 1);
  const std::size_t arrays = std::min(classes, most_arrays);
  if (const std::size_t before = arrays_.size(); arrays > before) {
    blocks_.reserve(blocks_.size() + 1);
    arrays_.reserve(arrays);
    const std::size_t cells = (arrays - before) * columns_;
    auto* block = static_cast<CountCell*>(std::calloc(std::max<std::size_t>(cells, 1), sizeof(CountCell)));
    if (block == nullptr) {
      throw std::bad_alloc();
    }
    blocks_.emplace_back(block);
    advise_huge_pages(block, cells * sizeof(CountCell));
    for (; arrays_.size() < arrays; block += columns_) {
      arrays_.push_back(block);
    }
  }
  if (classes > most_arrays && tables_.empty()) {
    tables_.resize(parts_);
  }
}

void CellStore::clear() { *this = CellStore(columns_, most_cells_); }

}  // namespace suffice
