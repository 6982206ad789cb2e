#include "summary/column_counter.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "math/huge_pages.hpp"
#include "math/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/column_parts.hpp"

namespace suffice {

namespace {

struct ClassRow {
  std::size_t row;
  std::size_t class_index;
  double weight;
};

// Rows that weigh something, in groups of classes and each group in order: threads add to different classes.
struct RowGroups {
  std::vector<ClassRow> rows;
  std::vector<std::size_t> ends;  // of each group in `rows`

  [[nodiscard]] std::span<const ClassRow> operator[](std::size_t group) const {
    const std::size_t first = group == 0 ? 0 : ends[group - 1];
    return std::span(rows).subspan(first, ends[group] - first);
  }
  [[nodiscard]] std::size_t largest() const {
    std::size_t most = 0;
    for (std::size_t group = 0; group < ends.size(); ++group) {
      most = std::max(most, (*this)[group].size());
    }
    return most;
  }
};

// Groups are runs of classes with about as many rows each.
template <typename View>
RowGroups group_rows(const View& rows, std::size_t count, const RowClasses& classes, std::size_t groups) {
  std::vector<std::size_t> rows_of(classes.classes);
  for (std::size_t i = 0; i < count; ++i) {
    if (rows.weight(i) > 0) {
      ++rows_of[classes[i]];
    }
  }
  const std::size_t total = std::accumulate(rows_of.begin(), rows_of.end(), std::size_t{0});
  RowGroups result{std::vector<ClassRow>(total), std::vector<std::size_t>(groups)};
  std::vector<std::size_t> group_of(classes.classes);
  std::vector<std::size_t> next(groups);
  std::size_t before = 0;
  for (std::size_t c = 0; c < classes.classes; ++c) {
    group_of[c] = (2 * before + rows_of[c]) * groups / (2 * std::max<std::size_t>(total, 1) + 1);
    before += rows_of[c];
    result.ends[group_of[c]] = before;
  }
  std::inclusive_scan(result.ends.begin(), result.ends.end(), result.ends.begin(), std::ranges::max);
  std::copy(result.ends.begin(), result.ends.end() - 1, next.begin() + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (const double weight = rows.weight(i); weight > 0) {
      result.rows[next[group_of[classes[i]]]++] = {i, classes[i], weight};
    }
  }
  return result;
}

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

// The numbers of some rows in the columns first, …, last − 1, row by row: visit(row, count_numbers), which is called
// back as count_numbers(take, expect), and takes every number as take(column, x), some time after expect(column) was
// called, or was not; zeros may be left out.
template <typename Visitor>
void visit_rows(const Batch& rows, std::span<const ClassRow> some, std::size_t first, std::size_t last,
                const Visitor& visit) {
  for (const ClassRow& row : some) {
    rows.visit_row(row.row, [&](const auto* values) {
      visit(row, [&](const auto& take, const auto& /*expect*/) {
        for (std::size_t j = first; j < last; ++j) {
          take(j, static_cast<double>(values[static_cast<std::ptrdiff_t>(j) * rows.column_stride]));
        }
      });
    });
  }
}

template <typename Visitor>
void visit_rows(const SparseBatch& rows, std::span<const ClassRow> some, std::size_t first, std::size_t last,
                const Visitor& visit) {
  constexpr std::size_t ahead = 3;  // rows of one group are apart
  constexpr std::ptrdiff_t distance = 16;
  constexpr std::size_t line = 64;
  const auto fetch = [](const auto* start, const auto* end) {
    for (; start < end; start += line / sizeof(*start)) {
      __builtin_prefetch(start);
    }
  };
  std::visit(
      [&](const auto* values) {
        for (std::size_t k = 0; k < some.size(); ++k) {
          if (k + ahead < some.size()) {
            const std::size_t coming = rows.offsets[some[k + ahead].row];
            const std::size_t after = rows.offsets[some[k + ahead].row + 1];
            fetch(rows.indices.data() + coming, rows.indices.data() + after);
            fetch(values + coming, values + after);
          }
          const std::uint32_t* end = rows.indices.data() + rows.offsets[some[k].row + 1];
          const std::uint32_t* index = rows.indices.data() + rows.offsets[some[k].row];
          index = first == 0 ? index : std::lower_bound(index, end, first);
          end = last == rows.columns ? end : std::lower_bound(index, end, last);
          visit(some[k], [&](const auto& take, const auto& expect) {
            const auto* value = values + (index - rows.indices.data());
            std::for_each(index, std::min(index + distance, end), expect);
            for (const std::uint32_t* at = index; at != end; ++at, ++value) {
              if (end - at > distance) {
                expect(at[distance]);
              }
              take(std::size_t{*at}, static_cast<double>(*value));
            }
          });
        }
      },
      rows.values);
}

// take(row, column) for all numbers that are missing.
template <typename View, typename Taker>
void visit_missing(const View& rows, std::span<const ClassRow> some, std::size_t columns, const Taker& take) {
  visit_rows(rows, some, 0, columns, [&](const ClassRow& row, const auto& numbers) {
    const auto take_missing = [&](std::size_t j, double x) {
      if (std::isnan(x)) {
        take(row, j);
      }
    };
    numbers(take_missing, [](std::size_t) {});
  });
}

// Returns whether the number is missing.
inline bool count(CountCell& cell, double x, double weight) {
  if (x > 0) {
    cell.tokens += weight * x;
    cell.documents += weight;
  }
  return std::isnan(x);
}

}  // namespace

template <typename View>
void ColumnCounter::add_view(const View& rows, std::size_t row_count, const RowClasses& classes) {
  const std::size_t columns = cells_.columns();
  const bool fits = columns * classes.classes <= cells_.most_cells();
  const RowGroups groups = group_rows(rows, row_count, classes, fits ? std::size_t{2} * std::max(threads_, 1U) : 1);
  if (!fits) {
    visit_missing(rows, groups.rows, columns, [&](const ClassRow& row, std::size_t j) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("row {} misses column {}: with {} columns and {} classes missing values cannot be "
                              "counted; give a number, or leave rows with gaps out",
                              row.row + 1, j + 1, columns, classes.classes));
    });
  }
  cells_.reserve(classes.classes);

  constexpr std::size_t worth_a_thread = std::size_t{1} << 14U;
  std::vector<std::size_t> cuts;  // of the columns: where classes are too few or uneven
  if (cells_.has_tables()) {
    for (std::size_t part = 0; part <= cells_.parts(); ++part) {
      cuts.push_back(cells_.first_column(part));
    }
  } else {
    const std::size_t threads =
        std::clamp<std::size_t>(std::min(columns, number_count(rows) / worth_a_thread), 1, threads_);
    const std::size_t rows_each = groups.rows.size() / threads + 1;
    cuts = even_cuts(rows, std::clamp<std::size_t>((groups.largest() + rows_each - 1) / rows_each, 1, threads));
  }
  const std::size_t parts = cuts.size() - 1;
  std::atomic<bool> any_missing = false;
  parallel_for(threads_, groups.ends.size() * parts, [&](std::size_t task, unsigned) {
    const std::size_t part = task % parts;
    bool misses = false;
    visit_rows(rows, groups[task / parts], cuts[part], cuts[part + 1], [&](const ClassRow& row, const auto& numbers) {
      if (CountCell* array = cells_.array(row.class_index)) {
        numbers([&, weight = row.weight](std::size_t j, double x) { misses |= count(array[j], x, weight); },
                [array](std::size_t j) { __builtin_prefetch(array + j, 1); });
      } else {
        const auto take = [&](std::size_t j, double x) {
          if (x > 0) {
            count(cells_.table_cell(row.class_index, static_cast<std::uint32_t>(j), part), x, row.weight);
          }
          misses |= std::isnan(x);
        };
        numbers(take, [](std::size_t) {});
      }
    });
    if (misses) {
      any_missing = true;
    }
  });
  if (any_missing) {
    missing_.resize(std::max(missing_.size(), classes.classes));
    visit_missing(rows, groups.rows, columns, [&](const ClassRow& row, std::size_t j) {
      missing_[row.class_index].resize(columns);
      missing_[row.class_index][j] += row.weight;
    });
  }
}

void ColumnCounter::add(const Batch& rows, const RowClasses& classes) { add_view(rows, rows.rows, classes); }
void ColumnCounter::add(const SparseBatch& rows, const RowClasses& classes) { add_view(rows, rows.rows(), classes); }

TermCounts ColumnCounter::counts(std::span<const std::size_t> order) const {
  const std::size_t columns = cells_.columns();
  TermCounts result;
  result.offsets.assign(columns + 1, 0);
  parallel_for(threads_, cells_.parts(), [&](std::size_t part, unsigned) {
    cells_.visit_part(part, order, [&](std::size_t j, std::size_t, const CountCell& cell) {
      if (!std::isfinite(cell.tokens)) {
        throw Error(ErrorCode::bad_data,
                    fmt::format("the numbers of column {} are too large: their sum overflows. Use a larger unit "
                                "for this column, so that the numbers are smaller, or give smaller weights",
                                j + 1));
      }
      ++result.offsets[j + 1];
    });
  });
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  resize_in_huge_pages(result.classes, result.offsets.back());
  resize_in_huge_pages(result.tokens, result.offsets.back());
  resize_in_huge_pages(result.documents, result.offsets.back());
  parallel_for(threads_, cells_.parts(), [&](std::size_t part, unsigned) {
    const auto first = result.offsets.begin() + static_cast<std::ptrdiff_t>(cells_.first_column(part));
    std::vector<std::uint64_t> next(
        first, result.offsets.begin() + static_cast<std::ptrdiff_t>(cells_.first_column(part + 1)));
    cells_.visit_part(part, order, [&](std::size_t j, std::size_t c, const CountCell& cell) {
      const std::size_t entry = next[j - cells_.first_column(part)]++;
      result.classes[entry] = static_cast<std::uint32_t>(c);
      result.tokens[entry] = cell.tokens;
      result.documents[entry] = cell.documents;
    });
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
