// Cell store: two sums for each class and column, in arrays while they are of moderate size, else in tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "text/word_table.hpp"

namespace suffice {

struct CountCell {
  double tokens = 0;
  double documents = 0;
};

/// Tokens and documents of a cell in one word, while they are small whole numbers: the less memory the cells of a class
/// take, the more of them stay in the caches.
struct PackedCell {
  static constexpr std::uint32_t most_documents = (1U << 14U) - 1;
  static constexpr std::uint32_t most_tokens = (1U << 18U) - 1;

  std::uint32_t word;

  [[nodiscard]] bool empty() const { return word == 0; }
  void add(double tokens) { word += one_document + static_cast<std::uint32_t>(static_cast<std::int32_t>(tokens)); }
  [[nodiscard]] CountCell unpacked() const {
    const std::uint32_t documents = word / one_document;
    return {static_cast<double>(word % one_document), static_cast<double>(documents)};
  }

 private:
  static constexpr std::uint32_t one_document = most_tokens + 1;
};

/// How full packed cells may be. Rows are reckoned as if all their tokens were in one cell, as many as in the fullest.
struct PackedLoad {
  std::uint32_t used = 0;

  /// Whether a row still fits whose largest number of tokens that is.
  [[nodiscard]] bool has_room(std::uint32_t largest) const { return share(largest) <= PackedCell::most_tokens - used; }
  void add(std::uint32_t largest) { used += share(largest); }

 private:
  // A document takes as much of its room as so many tokens do of theirs.
  static constexpr std::uint32_t document_tokens = PackedCell::most_tokens / PackedCell::most_documents;
  static std::uint32_t share(std::uint32_t largest) { return std::max(largest, document_tokens); }
};

/// Columns are divided into parts, once for all; threads may work on different parts at the same time. The first
/// classes, up to `most_cells`, have arrays: one of packed cells, and one of others when it is first asked for. What a
/// class has is the sum of both. Classes beyond have tables, of the cells that were asked for.
class CellStore {
 public:
  CellStore(std::size_t columns, std::size_t most_cells)
      : columns_(columns), most_cells_(most_cells), parts_(std::clamp<std::size_t>(columns, 1, 64)) {}

  /// Makes room for that many classes.
  void reserve(std::size_t classes);
  /// Lets go of all cells.
  void clear();
  [[nodiscard]] bool empty() const { return packed_.empty() && tables_.empty(); }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::size_t most_cells() const { return most_cells_; }
  [[nodiscard]] std::size_t parts() const { return parts_; }
  /// Where a part begins, and the one before ends.
  [[nodiscard]] std::size_t first_column(std::size_t part) const { return columns_ * part / parts_; }
  [[nodiscard]] bool has_tables() const { return !tables_.empty(); }

  [[nodiscard]] bool has_arrays(std::size_t c) const { return c < packed_.size(); }
  /// The packed cells of all columns of a class that has arrays.
  [[nodiscard]] PackedCell* packed(std::size_t c) { return packed_[c]; }
  /// The other cells of it, made at the first call.
  CountCell* cells(std::size_t c);
  /// Moves what is packed to the other cells, for the columns first, …, last − 1.
  void unpack(std::size_t c, std::size_t first, std::size_t last);
  /// The cell of a class without arrays.
  CountCell& table_cell(std::size_t c, std::uint32_t column, std::size_t part) {
    Table& table = tables_[part];
    const std::uint32_t number = table.keys.add(key_of(column), static_cast<std::uint32_t>(c));
    if (number == table.cells.size()) {
      table.cells.emplace_back();
    }
    return table.cells[number];
  }

  /// visit(column, k, cell) for all cells of a part, of each column class order[k] after class order[k − 1]. Those that
  /// are empty may be skipped. Columns ascend where there are no tables.
  template <typename Visitor>
  void visit_part(std::size_t part, std::span<const std::size_t> order, const Visitor& visit) const {
    const std::vector<ClassArrays> arrays = arrays_of(order);
    if (has_tables()) {
      visit_tables(part, order, arrays, visit);
      return;
    }
    const std::size_t last = first_column(part + 1);
    for (std::size_t j = first_column(part); j < last; ++j) {
      for (const ClassArrays& of_class : arrays) {
        visit(j, of_class.k, of_class.cell(j));
      }
    }
  }

  /// entries[j] += how many of the classes have a cell of column j that is not empty, for the columns of a part.
  void count_entries(std::size_t part, std::span<const std::size_t> order, std::uint64_t* entries) const;

 private:
  struct Table {
    WordTable keys;  // columns, as words of four bytes, tagged by class
    std::vector<CountCell> cells;
  };
  // The bytes of a column's number; the view holds as long as the number.
  static std::string_view key_of(const std::uint32_t& column) {
    return {reinterpret_cast<const char*>(&column), sizeof column};
  }
  static std::size_t column_of(std::string_view key) {
    std::uint32_t column = 0;
    std::copy(key.begin(), key.end(), reinterpret_cast<char*>(&column));
    return column;
  }

  // The cells of class order[k].
  struct ClassArrays {
    std::size_t k;
    const PackedCell* packed;
    const CountCell* cells;  // or null

    [[nodiscard]] CountCell cell(std::size_t j) const {
      CountCell cell = packed[j].unpacked();
      if (cells != nullptr) {
        cell.tokens += cells[j].tokens;
        cell.documents += cells[j].documents;
      }
      return cell;
    }
  };
  // The arrays of those classes that have some.
  [[nodiscard]] std::vector<ClassArrays> arrays_of(std::span<const std::size_t> order) const;

  template <typename Visitor>
  void visit_tables(std::size_t part, std::span<const std::size_t> order, std::span<const ClassArrays> arrays,
                    const Visitor& visit) const {
    const TagOrder numbers = tag_order(tables_[part].keys, order.size());
    const std::size_t last = first_column(part + 1);
    auto next = arrays.begin();
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (next != arrays.end() && next->k == k) {
        for (std::size_t j = first_column(part); j < last; ++j) {
          visit(j, k, next->cell(j));
        }
        ++next;
      } else {
        for (const std::uint32_t number : numbers.of(order[k])) {
          visit(column_of(tables_[part].keys.word(number)), k, tables_[part].cells[number]);
        }
      }
    }
  }

  std::size_t columns_;
  std::size_t most_cells_;
  std::size_t parts_;
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  template <typename Cell>
  using Zeros = std::unique_ptr<Cell[], Free>;
  template <typename Cell>
  static Zeros<Cell> make_zeros(std::size_t size);

  std::vector<Zeros<PackedCell>> blocks_;  // of packed cells, one class after the other
  std::vector<PackedCell*> packed_;        // of each class that has arrays
  std::vector<Zeros<CountCell>> cells_;    // of each of these, or null
  std::unique_ptr<std::mutex> making_cells_ = std::make_unique<std::mutex>();
  std::vector<Table> tables_;
};

}  // namespace suffice
