#include "summary/terms/column_counter.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "math/system/huge_pages.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/class_rows.hpp"
#include "summary/row_parts.hpp"

namespace suffice {

namespace {

// Where to divide the columns so that about as many numbers are on either side.
std::vector<std::size_t> even_cuts(const Batch& rows, std::size_t parts) {
  std::vector<std::size_t> cuts(parts + 1);
  for (std::size_t part = 0; part <= parts; ++part) {
    cuts[part] = rows.columns * part / parts;
  }
  return cuts;
}

std::vector<std::size_t> even_cuts(const SparseBatch& rows, std::size_t parts) {
  constexpr std::size_t sample_size = 4096;
  const std::size_t numbers = number_count(rows);
  std::vector<std::uint32_t> sample(std::min(sample_size, numbers));
  for (std::size_t k = 0; k < sample.size(); ++k) {
    sample[k] = rows.indices[rows.offsets.front() + numbers * k / sample.size()];
  }
  std::sort(sample.begin(), sample.end());
  std::vector<std::size_t> cuts(parts + 1, rows.columns);
  cuts.front() = 0;
  for (std::size_t part = 1; part < parts; ++part) {
    cuts[part] = sample[sample.size() * part / parts];
  }
  return cuts;
}

// take(row, column) for all numbers that are missing.
template <typename View, typename Taker>
void visit_missing(const View& rows, std::span<const ClassRow> some, std::size_t columns, const Taker& take) {
  visit_parts(rows, some, 0, columns, [&](const ClassRow& row, auto part) {
    part.visit([&](std::size_t j, double x) {
      if (std::isnan(x)) {
        take(row, j);
      }
    });
  });
}

// body(rows of one class) for all of some rows.
template <typename Body>
void for_classes(std::span<const ClassRow> some, const Body& body) {
  for (std::size_t first = 0, last = 0; first < some.size(); first = last) {
    while (last < some.size() && some[last].class_index == some[first].class_index) {
      ++last;
    }
    body(some.subspan(first, last - first));
  }
}

// Makes a number that threads share at least so large.
void lift(std::uint32_t& number, std::uint32_t least) {
  const std::atomic_ref shared(number);
  for (std::uint32_t now = shared; now < least && !shared.compare_exchange_weak(now, least);) {
  }
}

// The entries of the columns of a part, whose offsets are known; columns come in any order.
void put_in_places(const CellStore& cells, std::size_t part, std::span<const std::size_t> order, TermCounts& result) {
  const std::size_t first = cells.first_column(part);
  const std::uint64_t* offsets = result.offsets.data() + first;
  std::vector<std::uint64_t> next(offsets, offsets + (cells.first_column(part + 1) - first));
  cells.visit_part(part, order, [&](std::size_t j, std::size_t c, const CountCell& cell) {
    if (cell.documents > 0) {
      const std::size_t entry = next[j - first]++;
      result.classes[entry] = static_cast<std::uint32_t>(c);
      result.tokens[entry] = cell.tokens;
      result.documents[entry] = cell.documents;
    }
  });
}

// put_in_places() where columns ascend: an entry that is empty is overwritten by the next that is not.
void put_in_order(const CellStore& cells, std::size_t part, std::span<const std::size_t> order, TermCounts& result) {
  std::size_t entry = result.offsets[cells.first_column(part)];
  const std::size_t end = result.offsets[cells.first_column(part + 1)];
  cells.visit_part(part, order,
                   [&entry, end, classes = result.classes.data(), tokens = result.tokens.data(),
                    documents = result.documents.data()](std::size_t, std::size_t c, const CountCell& cell) {
                     if (entry < end) {
                       classes[entry] = static_cast<std::uint32_t>(c);
                       tokens[entry] = cell.tokens;
                       documents[entry] = cell.documents;
                       entry += cell.documents > 0 ? 1U : 0U;
                     }
                   });
}

}  // namespace

template <typename View>
std::vector<std::size_t> ColumnCounter::column_cuts(const View& rows, const ClassRows& by_class) const {
  std::vector<std::size_t> cuts;
  if (cells_.has_tables()) {
    for (std::size_t part = 0; part <= cells_.parts(); ++part) {
      cuts.push_back(cells_.first_column(part));
    }
    return cuts;
  }
  constexpr std::size_t worth_a_thread = std::size_t{1} << 14U;
  const std::size_t threads =
      std::clamp<std::size_t>(std::min(cells_.columns(), number_count(rows) / worth_a_thread), 1, threads_);
  const std::size_t rows_each = by_class.rows.size() / threads + 1;
  return even_cuts(rows, std::clamp<std::size_t>((by_class.largest + rows_each / 2) / rows_each, 1, threads));
}

// All rows of one class, in some columns. Small whole numbers are packed until others come, and then added to what was
// packed: every sum is that of its rows in order. Returns what was found among the numbers.
template <typename View>
ColumnCounter::Found ColumnCounter::count_class(const View& rows, std::span<const ClassRow> some,
                                                const ColumnRange& range, Checked checked) {
  constexpr std::uint32_t most_tokens = 1023;  // to be packed
  const std::size_t c = some.front().class_index;
  const bool has_arrays = cells_.has_arrays(c);
  PackedCell* packed = has_arrays && is_packed_[c] != 0 ? cells_.packed(c) : nullptr;
  CountCell* cells = has_arrays && packed == nullptr ? cells_.cells(c) : nullptr;
  Found found{.load = loads_[c]};
  visit_parts(rows, some, range.first, range.last, [&](const ClassRow& row, auto part) {
    if (checked == Checked::offsets && !part.is_sound(cells_.columns())) {
      found.wrong = true;
      return;
    }
    const auto largest = packed != nullptr && row.weight == 1 ? part.largest_count(most_tokens) : std::nullopt;
    if (packed != nullptr && !(largest && found.load.has_room(*largest))) {
      cells_.unpack(c, range.first, range.last);
      found.load = {};
    }
    if (largest) {
      found.load.add(*largest);
      part.visit([packed](std::size_t j, double x) { packed[j].add(x); });
      return;
    }
    if (packed != nullptr) {
      cells = cells_.cells(c);
      packed = nullptr;
      found.unpacked = true;
    }
    part.visit([&](std::size_t j, double x) {
      if (x > 0) {
        CountCell& cell = has_arrays ? cells[j] : cells_.table_cell(c, static_cast<std::uint32_t>(j), range.part);
        cell.tokens += row.weight * x;
        cell.documents += row.weight;
      }
      found.missing |= std::isnan(x);
      found.wrong |= x < 0 || x > std::numeric_limits<double>::max();
    });
  });
  return found;
}

template <typename View>
void ColumnCounter::check_missing_in(const View& rows, const RowClasses& classes, std::size_t first) const {
  const std::size_t columns = cells_.columns();
  if (columns * classes.classes <= cells_.most_cells()) {
    return;
  }
  const ClassRows by_class = rows_by_class(rows, row_count(rows), classes, row_count(rows), threads_);
  visit_missing(rows, by_class.rows, columns, [&](const ClassRow& row, std::size_t j) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the value of column {} is missing: with {} columns and {} classes missing values cannot "
                            "be counted; fill it in, or skip incomplete rows",
                            j + 1, columns, classes.classes),
                fmt::format("row {}", first + row.row));
  });
}

void ColumnCounter::check_missing(const Batch& rows, const RowClasses& classes, std::size_t first) const {
  check_missing_in(rows, classes, first);
}
void ColumnCounter::check_missing(const SparseBatch& rows, const RowClasses& classes, std::size_t first) const {
  check_missing_in(rows, classes, first);
}

template <typename View>
bool ColumnCounter::add_view(const View& rows, const RowClasses& classes, Checked checked) {
  const std::size_t columns = cells_.columns();
  const bool fits = columns * classes.classes <= cells_.most_cells();
  constexpr std::size_t groups_a_thread = 32;
  const ClassRows by_class = rows_by_class(rows, row_count(rows), classes,
                                           row_count(rows) / (fits ? groups_a_thread * threads_ : 1), threads_);
  check_missing_in(rows, classes, 0);
  cells_.reserve(classes.classes);
  is_packed_.resize(std::max(is_packed_.size(), classes.classes), 1);
  loads_.resize(is_packed_.size());
  const std::vector<std::size_t> cuts = column_cuts(rows, by_class);
  const std::size_t parts = cuts.size() - 1;
  if (checked == Checked::offsets && (parts > 1 || by_class.rows.size() < row_count(rows))) {
    return false;
  }
  std::vector<std::uint8_t> unpacked(classes.classes);
  std::vector<PackedLoad> loads(classes.classes);
  std::atomic<bool> any_missing = false;
  std::atomic<bool> any_wrong = false;
  parallel_for(threads_, by_class.ends.size() * parts, [&](std::size_t task, unsigned) {
    const std::size_t part = task % parts;
    for_classes(by_class.group(task / parts), [&](std::span<const ClassRow> some) {
      const Found found = count_class(rows, some, {part, cuts[part], cuts[part + 1]}, checked);
      any_missing = any_missing || found.missing;
      any_wrong = any_wrong || found.wrong;
      const std::size_t c = some.front().class_index;
      lift(loads[c].used, found.load.used);
      if (found.unpacked) {
        std::atomic_ref(unpacked[c]).store(1, std::memory_order_relaxed);
      }
    });
  });
  for (std::size_t c = 0; c < classes.classes; ++c) {
    loads_[c] = loads[c].used > 0 ? loads[c] : loads_[c];
    if (unpacked[c] != 0) {
      cells_.unpack(c, 0, columns);
      is_packed_[c] = 0;
    }
  }
  if (any_wrong) {
    return false;
  }
  if (any_missing) {
    missing_.resize(std::max(missing_.size(), classes.classes));
    visit_missing(rows, by_class.rows, columns, [&](const ClassRow& row, std::size_t j) {
      missing_[row.class_index].resize(columns);
      missing_[row.class_index][j] += row.weight;
    });
  }
  return true;
}

void ColumnCounter::add(const Batch& rows, const RowClasses& classes) { add_view(rows, classes, Checked::all); }
void ColumnCounter::add(const SparseBatch& rows, const RowClasses& classes) { add_view(rows, classes, Checked::all); }

bool ColumnCounter::add_first(const SparseBatch& rows, const RowClasses& classes) {
  if (!cells_.empty() || cells_.columns() * classes.classes > cells_.most_cells()) {
    return false;
  }
  const bool right = add_view(rows, classes, Checked::offsets);
  if (!right) {
    cells_.clear();
    is_packed_.clear();
    loads_.clear();
  }
  return right;
}

TermCounts ColumnCounter::counts(std::span<const std::size_t> order) const {
  const std::size_t columns = cells_.columns();
  TermCounts result;
  result.offsets.assign(columns + 1, 0);
  parallel_for(threads_, cells_.parts(),
               [&](std::size_t part, unsigned) { cells_.count_entries(part, order, result.offsets.data() + 1); });
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  const std::size_t entries = result.offsets.back();
  parallel_for(threads_, 3, [&](std::size_t which, unsigned) {
    which == 0   ? resize_in_huge_pages(result.tokens, entries)
    : which == 1 ? resize_in_huge_pages(result.documents, entries)
                 : resize_in_huge_pages(result.classes, entries);
  });
  parallel_for(threads_, cells_.parts(), [&](std::size_t part, unsigned) {
    cells_.has_tables() ? put_in_places(cells_, part, order, result) : put_in_order(cells_, part, order, result);
  });
  if (!missing_.empty()) {
    if (columns * order.size() > cells_.most_cells()) {
      throw Error(ErrorCode::bad_data, fmt::format("values are missing, which cannot be counted for {} columns and {} "
                                                   "classes",
                                                   columns, order.size()));
    }
    result.missing.assign(columns * order.size(), 0);
    for (std::size_t c = 0; c < order.size(); ++c) {
      if (order[c] < missing_.size()) {
        std::copy(missing_[order[c]].begin(), missing_[order[c]].end(),
                  result.missing.begin() + static_cast<std::ptrdiff_t>(c * columns));
      }
    }
  }
  return result;
}

}  // namespace suffice
