#include "summary/terms/cell_store.hpp"

#include <new>

#include "math/system/huge_pages.hpp"

namespace suffice {

template <typename Cell>
CellStore::Zeros<Cell> CellStore::make_zeros(std::size_t size) {
  Zeros<Cell> zeros(static_cast<Cell*>(std::calloc(std::max<std::size_t>(size, 1), sizeof(Cell))));
  if (zeros == nullptr) {
    throw std::bad_alloc();
  }
  advise_huge_pages(zeros.get(), size * sizeof(Cell));
  return zeros;
}

void CellStore::reserve(std::size_t classes) {
  const std::size_t most_arrays = most_cells_ / std::max<std::size_t>(columns_, 1);
  const std::size_t arrays = std::min(classes, most_arrays);
  if (const std::size_t before = packed_.size(); arrays > before) {
    packed_.reserve(arrays);
    cells_.reserve(arrays);
    blocks_.push_back(make_zeros<PackedCell>((arrays - before) * columns_));
    for (std::size_t c = before; c < arrays; ++c) {
      packed_.push_back(blocks_.back().get() + (c - before) * columns_);
      cells_.emplace_back();
    }
  }
  if (classes > most_arrays && tables_.empty()) {
    tables_.resize(parts_);
  }
}

std::vector<CellStore::ClassArrays> CellStore::arrays_of(std::span<const std::size_t> order) const {
  std::vector<ClassArrays> arrays;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (has_arrays(order[k])) {
      arrays.push_back({k, packed_[order[k]], cells_[order[k]].get()});
    }
  }
  return arrays;
}

void CellStore::count_entries(std::size_t part, std::span<const std::size_t> order, std::uint64_t* entries) const {
  const std::vector<ClassArrays> arrays = arrays_of(order);
  const bool packed_alone = std::ranges::all_of(arrays, [](const ClassArrays& some) { return some.cells == nullptr; });
  if (has_tables() || !packed_alone) {
    visit_part(part, order, [entries](std::size_t j, std::size_t, const CountCell& cell) {
      entries[j] += cell.documents > 0 ? 1U : 0U;
    });
    return;
  }
  const std::size_t first = first_column(part);
  const std::size_t last = first_column(part + 1);
  for (const ClassArrays& of_class : arrays) {
    const PackedCell* packed = of_class.packed;
    for (std::size_t j = first; j < last; ++j) {
      entries[j] += packed[j].empty() ? 0U : 1U;
    }
  }
}

void CellStore::clear() { *this = CellStore(columns_, most_cells_); }

CountCell* CellStore::cells(std::size_t c) {
  const std::scoped_lock lock(*making_cells_);
  if (cells_[c] == nullptr) {
    cells_[c] = make_zeros<CountCell>(columns_);
  }
  return cells_[c].get();
}

void CellStore::unpack(std::size_t c, std::size_t first, std::size_t last) {
  CountCell* to = cells(c);
  for (std::size_t j = first; j < last; ++j) {
    if (PackedCell& packed = packed_[c][j]; !packed.empty()) {
      const CountCell cell = packed.unpacked();
      to[j].tokens += cell.tokens;
      to[j].documents += cell.documents;
      packed = {};
    }
  }
}

}  // namespace suffice
