#include "summary/values/pair_counter.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "math/system/parallel.hpp"
#include "suffice/summary.hpp"

namespace suffice {

namespace {

// Values of a part of the rows, one column after the other, the rows of a class standing together. The values of a
// column are numbered among themselves, in the order of their numbers among all; after them comes what is missing.
template <typename Code, typename Count>
struct RowsByClass {
  std::vector<std::size_t> starts;  // of each class: its first row; and how many rows there are
  std::vector<std::uint32_t> order;
  std::vector<Code> codes;     // columns × rows
  std::vector<Count> weights;  // of rows; empty: every row weighs 1

  [[nodiscard]] std::size_t rows() const { return starts.back(); }

  void group(const CategoryBatch& part, const RowClasses& classes) {
    starts.assign(classes.classes + 1, 0);
    for (std::size_t i = 0; i < part.rows; ++i) {
      if (part.weight(i) > 0) {
        ++starts[classes[i] + 1];
      }
    }
    for (std::size_t c = 0; c < classes.classes; ++c) {
      starts[c + 1] += starts[c];
    }
    order.resize(rows());
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    for (std::size_t i = 0; i < part.rows; ++i) {
      if (part.weight(i) > 0) {
        order[next[classes[i]]++] = static_cast<std::uint32_t>(i);
      }
    }
    weights.clear();
    for (std::size_t r = 0; !part.weights.empty() && r < rows(); ++r) {
      weights.push_back(static_cast<Count>(part.weights[order[r]]));
    }
    codes.resize(rows() * part.columns);
  }
};

// The values of one column that a batch may have.
struct ColumnCodes {
  std::vector<std::uint32_t> numbers;   // ascending
  std::vector<std::uint32_t> of_codes;  // for each code of the dictionary, and what is missing: its place among these

  ColumnCodes(const std::vector<std::uint32_t>& number_of_code, std::size_t values) : numbers(number_of_code) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    while (!numbers.empty() && numbers.back() >= values) {
      numbers.pop_back();  // codes without rows have no number
    }
    for (const std::uint32_t number : number_of_code) {
      of_codes.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(numbers, number) - numbers.begin()));
    }
    of_codes.push_back(size());
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(numbers.size()); }
  // A missing value has a place of its own.
  [[nodiscard]] std::size_t width() const { return numbers.size() + 1; }
};

// table(u, v) += weight for rows of one class. Rows take turns at two tables, since a count that was just written is
// slow to read.
template <typename Code, typename Count>
void count_pairs(const Code* first, const Code* second, const Count* weights, std::size_t rows, std::size_t width,
                 std::size_t cells, Count* tables) {
  Count* even = tables;
  Count* odd = tables + cells;
  std::size_t r = 0;
  if (weights != nullptr) {
    for (; r < rows; ++r) {
      even[first[r] * width + second[r]] += weights[r];
    }
    return;
  }
  for (; r + 2 <= rows; r += 2) {
    ++even[first[r] * width + second[r]];
    ++odd[first[r + 1] * width + second[r + 1]];
  }
  if (r < rows) {
    ++even[first[r] * width + second[r]];
  }
}

std::size_t pairs_of(std::size_t columns) { return columns * (columns - (columns > 0 ? 1 : 0)) / 2; }

}  // namespace

void PairCounter::make_room(std::size_t values, std::size_t classes) {
  if (values <= stride_ && classes <= classes_) {
    return;
  }
  // Room for more values than there are, so that it is seldom made; not for more than there may ever be.
  const std::size_t wanted = values <= stride_ ? stride_ : std::min(std::max(values, 2 * stride_), most_pair_values);
  const std::size_t more = std::max(classes, classes_);
  const std::size_t stride = more * wanted * wanted <= most_pair_numbers ? wanted : values;
  std::vector<double> wider(more * stride * stride);
  for (std::size_t k = 0; k < classes_ * stride_; ++k) {
    const std::size_t c = k / stride_;
    const std::size_t a = k % stride_;
    if (a < stride) {  // beyond it there is room alone
      std::copy_n(&counts_[k * stride_], std::min(stride_, stride), &wider[(c * stride + a) * stride]);
    }
  }
  counts_ = std::move(wider);
  stride_ = stride;
  classes_ = more;
}

void PairCounter::add(const CategoryBatch& rows, const RowClasses& classes,
                      std::span<const std::vector<std::uint32_t>> numbers, bool exact) {
  // Tables of counts are worth it where there are more pairs in the rows than in the tables.
  const double met = static_cast<double>(rows.rows) * static_cast<double>(pairs_of(rows.columns));
  const double cells = static_cast<double>(classes.classes) * static_cast<double>(stride_ * stride_);
  if (!exact || met < cells) {
    count_in_order(rows, classes, numbers);
  } else if (rows.weights.empty()) {
    count_by_columns<std::uint32_t>(rows, classes, numbers);
  } else {
    count_by_columns<double>(rows, classes, numbers);
  }
}

template <typename Count>
void PairCounter::count_by_columns(const CategoryBatch& rows, const RowClasses& classes,
                                   std::span<const std::vector<std::uint32_t>> numbers) {
  using Code = std::uint16_t;
  static_assert(most_pair_values < std::numeric_limits<Code>::max());
  constexpr std::size_t part_rows = std::size_t{1} << 16U;
  std::vector<ColumnCodes> columns;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t k = 0; k < rows.columns; ++k) {
    columns.emplace_back(numbers[k], stride_);
    for (std::size_t j = 0; j < k; ++j) {
      pairs.emplace_back(j, k);
    }
  }
  RowsByClass<Code, Count> grouped;
  for (std::size_t first = 0; first < rows.rows; first += part_rows) {
    const std::size_t count = std::min(part_rows, rows.rows - first);
    const CategoryBatch part{rows.codes + first * rows.columns, count, rows.columns, rows.values,
                             rows.weights.empty() ? rows.weights : rows.weights.subspan(first, count)};
    const RowClasses part_classes = classes.slice(first, count);
    grouped.group(part, part_classes);
    constexpr std::size_t stretch = 1024;  // rows that are turned at a time
    parallel_for(threads_, (grouped.rows() + stretch - 1) / stretch, [&](std::size_t task, unsigned /*worker*/) {
      const std::size_t last = std::min((task + 1) * stretch, grouped.rows());
      for (std::size_t j = 0; j < rows.columns; ++j) {
        const std::uint32_t* of_codes = columns[j].of_codes.data();
        const auto missing = static_cast<std::uint32_t>(columns[j].of_codes.size() - 1);
        Code* to = grouped.codes.data() + j * grouped.rows();
        for (std::size_t r = task * stretch; r < last; ++r) {
          to[r] = static_cast<Code>(of_codes[std::min(part.codes[grouped.order[r] * rows.columns + j], missing)]);
        }
      }
    });
    parallel_for(threads_, pairs.size(), [&](std::size_t task, unsigned /*worker*/) {
      const ColumnCodes& one = columns[pairs[task].first];
      const ColumnCodes& other = columns[pairs[task].second];
      const std::size_t cells = one.width() * other.width();
      std::vector<Count> tables(2 * cells);
      for (std::size_t c = 0; c < classes.classes; ++c) {
        const std::size_t start = grouped.starts[c];
        const std::size_t in_class = grouped.starts[c + 1] - start;
        if (in_class == 0) {
          continue;
        }
        std::ranges::fill(tables, Count{0});
        count_pairs(&grouped.codes[pairs[task].first * grouped.rows() + start],
                    &grouped.codes[pairs[task].second * grouped.rows() + start],
                    grouped.weights.empty() ? nullptr : &grouped.weights[start], in_class, other.width(), cells,
                    tables.data());
        for (std::size_t u = 0; u < one.size(); ++u) {
          double* to = &counts_[(c * stride_ + one.numbers[u]) * stride_];
          for (std::size_t v = 0; v < other.size(); ++v) {
            const std::size_t cell = u * other.width() + v;
            to[other.numbers[v]] += static_cast<double>(tables[cell]) + static_cast<double>(tables[cells + cell]);
          }
        }
      }
    });
  }
}

void PairCounter::count_in_order(const CategoryBatch& rows, const RowClasses& classes,
                                 std::span<const std::vector<std::uint32_t>> numbers) {
  std::vector<std::uint32_t> present;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const double weight = rows.weight(i);
    if (!(weight > 0)) {
      continue;
    }
    present.clear();
    for (std::size_t j = 0; j < rows.columns; ++j) {
      if (const std::uint32_t code = rows.codes[i * rows.columns + j]; code != missing_category) {
        present.push_back(numbers[j][code]);
      }
    }
    double* of_class = &counts_[classes[i] * stride_ * stride_];
    for (std::size_t a = 0; a + 1 < present.size(); ++a) {
      double* to = of_class + present[a] * stride_;
      for (std::size_t b = a + 1; b < present.size(); ++b) {
        to[present[b]] += weight;
      }
    }
  }
}

}  // namespace suffice
