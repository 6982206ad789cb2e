#include "evaluate/folds/reordered_rows.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

double number_at(const Numbers& values, std::ptrdiff_t place) {
  return std::visit([place](const auto* start) { return static_cast<double>(start[place]); }, values);
}

std::ptrdiff_t at(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

/// missing_category where it is missing.
std::uint32_t code_at(const CategoryColumn& column, std::size_t i) {
  if (!column.valid(i)) return missing_category;
  return std::visit(
      [&]<typename Code>(const Code* codes) {
        const Code code = codes[at(i) * column.stride];
        const bool is_missing = code == std::numeric_limits<Code>::max() || (std::is_signed_v<Code> && code < Code{0});
        return is_missing ? missing_category : static_cast<std::uint32_t>(code);
      },
      column.codes);
}

/// Rows that are copied as they lie in memory are asked for so many bytes ahead: what is done to each between two reads
/// keeps the hardware from reading on by itself. Hints cannot fail, wherever they point.
void fetch_ahead(const void* row, std::size_t bytes) {
  constexpr std::size_t distance = 8192;
  constexpr std::size_t line = 64;
  const char* const start = static_cast<const char*>(row) + distance;
  for (std::size_t b = 0; b < bytes; b += line) __builtin_prefetch(start + b);
}

std::size_t offset_at(const SparseMatrix& matrix, std::size_t i) {
  return std::visit([i](const auto& offsets) { return static_cast<std::size_t>(offsets[i]); }, matrix.offsets);
}

/// FNV-1a over words, with a final mix.
class RowHash {
 public:
  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x100000001b3U;
    hash_ ^= hash_ >> 29U;
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number)); }
  void add(std::string_view text) {
    for (const char byte : text) add(std::uint64_t{static_cast<unsigned char>(byte)});
    add(std::uint64_t{text.size()});
  }
  [[nodiscard]] std::uint64_t value() const {
    std::uint64_t mixed = hash_ * 0x9e3779b97f4a7c15U;
    mixed ^= mixed >> 32U;
    return mixed * 0xd6e8feb86659fd93U;
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

void add_row(const NumberMatrix& matrix, std::size_t i, RowHash& hash) {
  for (std::size_t j = 0; j < matrix.columns; ++j) {
    hash.add(number_at(matrix.values, at(i) * matrix.row_stride + at(j) * matrix.column_stride));
  }
}
void add_row(const NumberColumn& column, std::size_t i, RowHash& hash) {
  hash.add(column.valid(i) ? number_at(column.values, at(i) * column.stride) : no_number);
}
void add_row(const SparseMatrix& matrix, std::size_t i, RowHash& hash) {
  for (std::size_t k = offset_at(matrix, i); k < offset_at(matrix, i + 1); ++k) {
    const double value = std::visit([k](const auto* values) { return static_cast<double>(values[k]); }, matrix.values);
    if (value == 0) continue;
    hash.add(std::uint64_t{matrix.indices[k]});
    hash.add(value);
  }
}
void add_row(const CategoryColumn& column, std::size_t i, RowHash& hash) {
  const std::uint32_t code = code_at(column, i);
  hash.add(code == missing_category ? std::string_view() : column.dictionary[code]);
}
void add_row(const TextColumn& column, std::size_t i, RowHash& hash) {
  hash.add(column.valid(i) ? column.documents[i] : std::string_view());
}

}  // namespace

Table select_columns(const Table& table, std::span<const std::size_t> places) {
  std::vector<std::size_t> starts{0};  // of what each column stands for
  for (const Column& column : table.columns) starts.push_back(starts.back() + column_count(column));
  Table selected{table.rows, {}, table.weights};
  for (std::size_t k = 0; k < places.size();) {
    const auto next = std::ranges::upper_bound(starts, places[k]);
    const auto c = static_cast<std::size_t>(next - starts.begin()) - 1;
    std::size_t count = 1;
    while (k + count < places.size() && places[k + count] == places[k] + count && places[k + count] < starts[c + 1]) {
      ++count;
    }
    Column column = table.columns[c];
    if (auto* const matrix = std::get_if<NumberMatrix>(&column)) {
      std::visit([&](auto*& values) { values += at(places[k] - starts[c]) * matrix->column_stride; }, matrix->values);
      matrix->columns = count;
    } else if (count != starts[c + 1] - starts[c]) {
      throw Error(ErrorCode::usage, "a part of a sparse matrix cannot be read alone");
    }
    selected.columns.push_back(column);
    k += count;
  }
  return selected;
}

std::vector<std::uint64_t> row_hashes(const Table& table) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i < table.rows; ++i) {
    RowHash hash;
    hash.add(table.weight(i));
    for (const Column& column : table.columns) std::visit([&](const auto& one) { add_row(one, i, hash); }, column);
    hashes.push_back(hash.value());
  }
  return hashes;
}

void ReorderedRows::assign(const Table& table, std::span<const std::size_t> order,
                           std::span<const std::size_t> copied) {
  numbers_.reset();
  offsets_.reset();
  codes_.reset();
  documents_.reset();
  valid_.reset();
  table_.rows = order.size();
  table_.columns.clear();
  table_.weights = {};
  for (const Column& column : table.columns) {
    if (const auto* const matrix = std::get_if<NumberMatrix>(&column)) {
      add(*matrix, order, copied);
    } else {
      std::visit(
          [&]<typename OfColumn>(const OfColumn& one) {
            if constexpr (!std::is_same_v<OfColumn, NumberMatrix>) add(one, order);
          },
          column);
    }
  }
  if (table.weights.empty()) return;
  weights_.resize(order.size());
  std::ranges::transform(order, weights_.begin(), [&](std::size_t i) { return table.weight(i); });
  table_.weights = weights_;
}

void ReorderedRows::add(const NumberMatrix& matrix, std::span<const std::size_t> order,
                        std::span<const std::size_t> copied) {
  HugeVector& copy = numbers_.next();
  copy.resize(std::max(copy.size(), order.size() * matrix.columns));
  std::visit(
      [&](const auto* values) {
        for (std::size_t n = 0; n < order.size(); ++n) {
          const std::size_t k = copied.empty() ? n : copied[n];
          const auto* const row = values + at(order[k]) * matrix.row_stride;
          double* const to = copy.data() + k * matrix.columns;
          if (matrix.column_stride == 1) {
            if (!copied.empty()) fetch_ahead(row, matrix.columns * sizeof(*row));
            std::copy_n(row, matrix.columns, to);
            continue;
          }
          for (std::size_t j = 0; j < matrix.columns; ++j) {
            to[j] = static_cast<double>(row[at(j) * matrix.column_stride]);
          }
        }
      },
      matrix.values);
  table_.columns.emplace_back(NumberMatrix{copy.data(), matrix.columns, at(matrix.columns)});
}

void ReorderedRows::add(const NumberColumn& column, std::span<const std::size_t> order) {
  HugeVector& copy = numbers_.next();
  copy.resize(order.size());
  std::ranges::transform(order, copy.begin(), [&](std::size_t i) {
    return column.valid(i) ? number_at(column.values, at(i) * column.stride) : no_number;
  });
  table_.columns.emplace_back(NumberColumn{copy.data()});
}

void ReorderedRows::add(const SparseMatrix& matrix, std::span<const std::size_t> order) {
  HugeVector& values = numbers_.next();
  std::vector<std::uint32_t>& indices = codes_.next();
  std::vector<std::uint64_t>& offsets = offsets_.next();
  values.clear();
  indices.clear();
  offsets.assign(1, 0);
  for (const std::size_t i : order) {
    for (std::size_t k = offset_at(matrix, i); k < offset_at(matrix, i + 1); ++k) {
      values.push_back(std::visit([k](const auto* from) { return static_cast<double>(from[k]); }, matrix.values));
      indices.push_back(matrix.indices[k]);
    }
    offsets.push_back(values.size());
  }
  table_.columns.emplace_back(
      SparseMatrix{values.data(), std::span<const std::uint64_t>(offsets), indices, matrix.columns});
}

void ReorderedRows::add(const CategoryColumn& column, std::span<const std::size_t> order) {
  std::vector<std::uint32_t>& codes = codes_.next();
  codes.resize(order.size());
  std::ranges::transform(order, codes.begin(), [&](std::size_t i) { return code_at(column, i); });
  table_.columns.emplace_back(CategoryColumn{codes.data(), column.dictionary});
}

void ReorderedRows::add(const TextColumn& column, std::span<const std::size_t> order) {
  std::vector<std::string_view>& documents = documents_.next();
  std::vector<std::uint8_t>& bits = valid_.next();
  documents.clear();
  bits.assign((order.size() + 7) / 8, 0);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool valid = column.valid(order[k]);
    documents.push_back(valid ? column.documents[order[k]] : std::string_view());
    if (valid) bits[k / 8] = static_cast<std::uint8_t>(bits[k / 8] | (1U << (k % 8)));
  }
  table_.columns.emplace_back(TextColumn{Texts(documents), Validity{bits.data()}});
}

}  // namespace suffice
