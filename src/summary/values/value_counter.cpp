#include "summary/values/value_counter.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "encode/check_rows.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/values/pair_layout.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_value_counts = std::size_t{1} << 27U;
constexpr std::uint32_t no_number = UINT32_MAX;

// Tables of counts of one batch: for each class and column its codes, and one place for what is missing.
struct BatchTables {
  std::vector<std::uint32_t> sizes;  // of the dictionaries
  std::vector<std::size_t> starts;   // C × d
  std::size_t size = 0;              // all counts

  BatchTables(const CategoryBatch& rows, std::size_t classes) : starts(classes * rows.columns) {
    for (const Texts& values : rows.values) {
      sizes.push_back(static_cast<std::uint32_t>(values.size()));
    }
    for (std::size_t k = 0; k < starts.size(); ++k) {
      starts[k] = size;
      size += sizes[k % rows.columns] + std::size_t{1};
    }
  }
  // How many counts there would be.
  static double size_for(const CategoryBatch& rows, std::size_t classes) {
    double values = static_cast<double>(rows.columns);
    for (const Texts& names : rows.values) {
      values += static_cast<double>(names.size());
    }
    return values * static_cast<double>(classes);
  }
};

// Counts rows first, …, last − 1. Returns whether every code is one of its dictionary, or missing.
template <typename Count>
bool count_rows(const CategoryBatch& rows, const RowClasses& classes, const BatchTables& tables, std::size_t first,
                std::size_t last, Count* counts) {
  const std::size_t d = rows.columns;
  const std::uint32_t* sizes = tables.sizes.data();
  unsigned strange = 0;
  for (std::size_t i = first; i < last; ++i) {
    const double weight = rows.weight(i);
    if (!(weight > 0)) {
      continue;
    }
    const std::size_t* starts = &tables.starts[classes[i] * d];
    const std::uint32_t* codes = rows.codes + i * d;
    const auto w = static_cast<Count>(weight);
    for (std::size_t j = 0; j < d; ++j) {
      const std::uint32_t place = std::min(codes[j], sizes[j]);
      strange |= static_cast<unsigned>(place == sizes[j]) & static_cast<unsigned>(codes[j] != missing_category);
      counts[starts[j] + place] += w;
    }
  }
  return strange == 0;
}

void check_value_size(std::string_view value, std::string_view column) {
  if (value.size() >= UINT32_MAX) {
    throw Error(ErrorCode::bad_data, "a value of 4 GiB is too long to be counted",
                column.empty() ? std::string() : "column " + quoted(column));
  }
}

}  // namespace

void check_value_limit(std::size_t values, std::size_t classes) {
  if (classes > 0 && values > most_value_counts / classes) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("{} values in {} classes are too many: {} counts are the most. Drop columns that hold names "
                    "or numbers of single rows, or join classes",
                    values, classes, most_value_counts),
        {}, {Remedy{"drop", {"COL"}}});
  }
}

ValueCounter::ValueCounter(const Block& block, std::size_t declared_classes, unsigned threads, bool pairs)
    : threads_(threads), places_(block.features.size()), declared_classes_(declared_classes) {
  std::size_t declared = 0;
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    declared += known_values(block, j).size();
  }
  check_value_limit(declared, std::max<std::size_t>(declared_classes, 1));
  if (!pairs) {
    return;
  }
  check_pair_limit(block.features.size(), declared, std::max<std::size_t>(declared_classes, 1));
  pairs_.emplace(threads);
  for (std::size_t j = 0; j < block.declared_values.size(); ++j) {
    for (const std::string& value : block.declared_values[j]) {
      values_.add(value, static_cast<std::uint32_t>(j));
    }
  }
}

void ValueCounter::check_limits(std::size_t values, std::size_t classes) const {
  check_value_limit(values, classes);
  if (pairs_) {
    check_pair_limit(places_.size(), values, std::max(classes, declared_classes_));
  }
}

void ValueCounter::check(const CategoryBatch& rows, const Block& block, std::size_t first, NewValues& found) const {
  check_codes(rows, block, first, threads_);
  for (std::size_t j = 0; j < rows.columns; ++j) {
    found.most += rows.values[j].size();
    for (std::size_t code = 0; code < rows.values[j].size(); ++code) {
      check_value_size(rows.values[j][code], block.features[j]);
    }
  }
}

bool ValueCounter::can_pass_limit(const NewValues& found, std::size_t classes) const {
  const std::size_t most = values_.size() + found.most;
  return most > most_value_counts / std::max<std::size_t>(classes, 1) ||
         (pairs_ && !fits_pairs(places_.size(), most, std::max(classes, declared_classes_)));
}

void ValueCounter::find(const CategoryBatch& rows, NewValues& found) const {
  for (std::size_t j = 0; j < rows.columns; ++j) {
    std::vector<std::uint8_t> is_used(rows.values[j].size());
    for (std::size_t i = 0; i < rows.rows; ++i) {
      const std::uint32_t code = rows.codes[i * rows.columns + j];
      if (code != missing_category && rows.weight(i) > 0) {
        is_used[code] = 1;
      }
    }
    const auto tag = static_cast<std::uint32_t>(j);
    for (std::size_t code = 0; code < is_used.size(); ++code) {
      if (is_used[code] != 0 && !values_.find(rows.values[j][code], tag)) {
        found.values.add(rows.values[j][code], tag);
      }
    }
  }
}

void ValueCounter::check_limit(const NewValues& found, std::size_t classes) const {
  check_limits(values_.size() + found.values.size(), classes);
}

void ValueCounter::add(const CategoryBatch& rows, const RowClasses& classes, const Block& block, bool exact) {
  ++batches_;
  for (std::size_t j = 0; j < rows.columns; ++j) {
    places_[j].resize(std::max(places_[j].size(), rows.values[j].size()));
  }
  // Tables for each batch are worth it where they are small beside the rows.
  const double cells = static_cast<double>(rows.rows) * static_cast<double>(rows.columns);
  const bool small = 2 * BatchTables::size_for(rows, classes.classes) <= cells;
  if (!small || !exact) {
    count_in_order(rows, classes, block);
  } else if (rows.weights.empty() && rows.rows < UINT32_MAX) {
    count_apart<std::uint32_t>(rows, classes, block);
  } else {
    count_apart<double>(rows, classes, block);
  }
  if (pairs_) {
    pairs_->make_room(values_.size(), classes.classes);
    pairs_->add(rows, classes, numbers_of(rows), exact);
  }
}

std::vector<std::vector<std::uint32_t>> ValueCounter::numbers_of(const CategoryBatch& rows) const {
  std::vector<std::vector<std::uint32_t>> numbers(rows.columns);
  for (std::size_t j = 0; j < rows.columns; ++j) {
    for (std::size_t code = 0; code < rows.values[j].size(); ++code) {
      const Place& place = places_[j][code];
      numbers[j].push_back(place.batch == batches_ ? place.number : no_number);
    }
  }
  return numbers;
}

template <typename Count>
void ValueCounter::count_apart(const CategoryBatch& rows, const RowClasses& classes, const Block& block) {
  const BatchTables tables(rows, classes.classes);
  constexpr std::size_t least_cells = 1U << 15U;  // worth a thread
  const std::size_t cells = rows.rows * rows.columns;
  const std::size_t parts = std::clamp<std::size_t>(cells / std::max(least_cells, 2 * tables.size), 1, threads_);
  std::vector<std::vector<Count>> counts(parts);
  std::atomic<bool> sound = true;
  parallel_for(threads_, parts, [&](std::size_t part, unsigned) {
    std::vector<Count> own(tables.size);
    const std::size_t first = rows.rows * part / parts;
    const std::size_t last = rows.rows * (part + 1) / parts;
    if (!count_rows(rows, classes, tables, first, last, own.data())) {
      sound = false;
    }
    counts[part] = std::move(own);
  });
  if (!sound) {
    check_codes(rows, block, 0, 1);
  }
  for (std::size_t part = 1; part < parts; ++part) {
    std::ranges::transform(counts[0], counts[part], counts[0].begin(), std::plus<>());
  }

  // visit(column, code, class, count > 0)
  const auto visit_counts = [&](const auto& visit) {
    for (std::size_t k = 0; k < tables.starts.size(); ++k) {
      const std::size_t j = k % rows.columns;
      for (std::uint32_t code = 0; code < tables.sizes[j]; ++code) {
        if (const Count count = counts[0][tables.starts[k] + code]; count > 0) {
          visit(j, code, k / rows.columns, static_cast<double>(count));
        }
      }
    }
  };
  std::vector<Fresh> fresh;
  visit_counts([&](std::size_t j, std::uint32_t code, std::size_t, double) { look_up(rows, j, code, fresh); });
  make_room(rows, classes.classes, fresh);
  visit_counts([&](std::size_t j, std::uint32_t code, std::size_t c, double count) { counts_of(j, code)[c] += count; });
}

void ValueCounter::count_in_order(const CategoryBatch& rows, const RowClasses& classes, const Block& block) {
  check_codes(rows, block, 0, 1);
  // visit(column, code, class, weight)
  const auto visit_cells = [&](const auto& visit) {
    for (std::size_t i = 0; i < rows.rows; ++i) {
      const double weight = rows.weight(i);
      for (std::size_t j = 0; weight > 0 && j < rows.columns; ++j) {
        const std::uint32_t code = rows.codes[i * rows.columns + j];
        if (code != missing_category) {
          visit(j, code, classes[i], weight);
        }
      }
    }
  };
  std::vector<Fresh> fresh;
  visit_cells([&](std::size_t j, std::uint32_t code, std::size_t, double) { look_up(rows, j, code, fresh); });
  make_room(rows, classes.classes, fresh);
  visit_cells(
      [&](std::size_t j, std::uint32_t code, std::size_t c, double weight) { counts_of(j, code)[c] += weight; });
}

void ValueCounter::look_up(const CategoryBatch& rows, std::size_t column, std::uint32_t code,
                           std::vector<Fresh>& fresh) {
  Place& place = places_[column][code];
  if (place.batch == batches_) {
    return;
  }
  const std::string_view value = rows.values[column][code];
  check_value_size(value, {});
  const auto tag = static_cast<std::uint32_t>(column);
  const bool same =
      place.number < values_.size() && values_.tag(place.number) == tag && values_.word(place.number) == value;
  if (!same) {
    place.number = values_.find(value, tag).value_or(no_number);
  }
  place.batch = batches_;
  if (place.number == no_number) {
    fresh.push_back({column, code});
  }
}

void ValueCounter::make_room(const CategoryBatch& rows, std::size_t classes, const std::vector<Fresh>& fresh) {
  if (classes > 0 && (pairs_ || values_.size() + fresh.size() > most_value_counts / classes)) {
    WordTable once;  // a dictionary may name a value twice
    for (const Fresh& value : fresh) {
      once.add(rows.values[value.column][value.code], static_cast<std::uint32_t>(value.column));
    }
    check_limits(values_.size() + once.size(), classes);
  }
  if (classes > stride_) {
    const std::size_t stride = std::max(classes, std::min(2 * stride_, classes + 64));
    std::vector<double> wider(values_.size() * stride);
    for (std::size_t k = 0; k < values_.size(); ++k) {
      std::copy_n(counts_.data() + k * stride_, stride_, &wider[k * stride]);
    }
    counts_ = std::move(wider);
    stride_ = stride;
  }
  for (const Fresh& value : fresh) {
    places_[value.column][value.code].number =
        values_.add(rows.values[value.column][value.code], static_cast<std::uint32_t>(value.column));
  }
  counts_.resize(values_.size() * stride_);
}

ValueCounts ValueCounter::counts(std::span<const std::size_t> order, const Block& block) const {
  struct FoundValues {
    std::vector<std::string> values;
    std::vector<std::uint32_t> numbers;
  };
  std::vector<FoundValues> columns(block.features.size());
  for (std::uint32_t number = 0; number < values_.size(); ++number) {
    FoundValues& column = columns[values_.tag(number)];
    column.values.emplace_back(values_.word(number));
    column.numbers.push_back(number);
  }
  ValueCounts result;
  std::vector<std::vector<std::uint32_t>> numbers(columns.size());  // in the order of the values
  for (std::size_t j = 0; j < columns.size(); ++j) {
    FoundValues& column = columns[j];
    const std::vector<std::string> known = known_values(block, j);
    for (const std::string& value : known) {
      if (!values_.find(value, static_cast<std::uint32_t>(j))) {
        column.values.push_back(value);
        column.numbers.push_back(no_number);
      }
    }
    result.values.emplace_back();
    for (const std::size_t k : has_bins(block, j) ? places_in(known, column.values) : label_order(column.values)) {
      result.values.back().push_back(column.values[k]);
      numbers[j].push_back(column.numbers[k]);
      for (const std::size_t c : order) {
        const bool counted = column.numbers[k] != no_number && c < stride_;
        result.counts.push_back(counted ? counts_[column.numbers[k] * stride_ + c] : 0.0);
      }
    }
  }
  if (pairs_) {
    result.pairs.reserve(PairLayout(result.values, order.size()).total());
    append_pairs(numbers, order, result.pairs);
  }
  return result;
}

void ValueCounter::append_pairs(std::span<const std::vector<std::uint32_t>> numbers, std::span<const std::size_t> order,
                                std::vector<double>& pairs) const {
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    for (std::size_t k = j + 1; k < numbers.size(); ++k) {
      for (const std::uint32_t a : numbers[j]) {
        for (const std::uint32_t b : numbers[k]) {
          std::ranges::transform(order, std::back_inserter(pairs),
                                 [&](std::size_t c) { return pairs_->count(c, a, b); });
        }
      }
    }
  }
}

}  // namespace suffice
