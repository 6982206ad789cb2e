#include "fit/choice/column_sample.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ranges>
#include <set>
#include <string_view>

#include "encode/encoder.hpp"
#include "model/row_values.hpp"

namespace suffice {

namespace {

// `says` gives what the column has in a row. A class of fewer rows may agree by chance.
template <typename Says>
bool follows_from(std::span<const std::uint32_t> classes, const Says& says) {
  constexpr std::size_t fewest_rows = 5;
  std::map<std::uint32_t, decltype(says(0))> of_class;
  std::map<std::uint32_t, std::size_t> rows;
  std::set<decltype(says(0))> different;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (of_class.emplace(classes[i], says(i)).first->second != says(i)) return false;
    ++rows[classes[i]];
    different.insert(says(i));
  }
  return different.size() > 1 && std::ranges::min(rows | std::views::values) >= fewest_rows;
}

}  // namespace

ColumnSample::ColumnSample(const Schema& schema, const Table& rows, const Labels& labels)
    : classes_(labels.codes.begin(), labels.codes.end()), weights_(rows.weights.begin(), rows.weights.end()) {
  const auto rows_in = [&](std::size_t i) { return std::max(1.0, rows.weight(i)); };
  const Encoder encoder(schema);
  encoder.check(rows);
  for (std::size_t b = 0; b < schema.blocks.size(); ++b) {
    const Block& block = schema.blocks[b];
    EncodeBuffer buffer;
    if (block.kind == Kind::measurements) {
      const BlockRows read = encoder.rows(rows, b, buffer);
      std::vector<double> row(block.features.size());
      for (const std::string& name : block.features) columns_[name].numbers.reserve(rows.rows);
      std::vector<SampledColumn*> columns;
      for (const std::string& name : block.features) columns.push_back(&columns_[name]);
      for (std::size_t i = 0; i < rows.rows; ++i) {
        copy_row(read, i, row.data());
        for (std::size_t j = 0; j < row.size(); ++j) {
          columns[j]->numbers.push_back(row[j]);
          columns[j]->missing += std::isnan(row[j]) ? rows_in(i) : 0;
        }
      }
      for (SampledColumn* const column : columns) {
        column->repeats_label =
            column->missing == 0 && follows_from(classes_, [&](std::size_t i) { return column->numbers[i]; });
      }
    } else if (block.kind == Kind::categories) {
      const auto read = std::get<CategoryBatch>(encoder.rows(rows, b, buffer));
      for (std::size_t j = 0; j < block.features.size(); ++j) {
        SampledColumn& column = columns_[block.features[j]];
        std::map<std::string_view, double> counts;
        for (std::size_t i = 0; i < rows.rows; ++i) {
          const std::uint32_t code = read.codes[i * read.columns + j];
          if (code == missing_category) {
            column.missing += rows_in(i);
          } else {
            counts[read.values[j][code]] += rows_in(i);
          }
        }
        for (const auto& [value, count] : counts) {
          column.values.emplace_back(value);
          column.counts.push_back(count);
        }
        column.repeats_label = column.missing == 0 &&
                               follows_from(classes_, [&](std::size_t i) { return read.codes[i * read.columns + j]; });
      }
    }
  }
}

std::vector<double> ColumnSample::numbers(const std::string& column) const {
  std::vector<double> numbers;
  std::ranges::copy_if(of(column).numbers, std::back_inserter(numbers), [](double x) { return !std::isnan(x); });
  return numbers;
}

RankedNumbers ColumnSample::ranked(const std::string& column) const {
  return RankedNumbers(of(column).numbers, weights_);
}

const std::vector<std::string>& ColumnSample::values(const std::string& column) const { return of(column).values; }

std::vector<std::string> ColumnSample::common_values(const std::string& column, std::size_t rows) const {
  const SampledColumn& own = of(column);
  std::vector<std::string> values;
  for (std::size_t m = 0; m < own.values.size(); ++m) {
    if (own.counts[m] >= static_cast<double>(rows)) values.push_back(own.values[m]);
  }
  return values;
}

bool ColumnSample::has_missing(const std::string& column) const { return of(column).missing > 0; }

double ColumnSample::mean(const std::string& column) const {
  const std::vector<double>& numbers = of(column).numbers;
  double mean = 0;
  double total = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double weight = std::isnan(numbers[i]) ? 0 : weights_.empty() ? 1 : weights_[i];
    if (!(weight > 0)) continue;
    total += weight;
    mean += (numbers[i] - mean) * weight / total;
  }
  return mean;
}

bool ColumnSample::separates(const std::string& column) const {
  constexpr std::size_t most_exceptions = 5;  // one for each fold
  constexpr std::size_t rows_of_exception = 10;
  const std::vector<double>& numbers = of(column).numbers;
  std::map<std::uint32_t, std::map<double, std::size_t>> counts;  // of the numbers of each class
  std::size_t exceptions = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isnan(numbers[i])) ++counts[classes_[i]][numbers[i]];
  }
  std::set<double> usual;
  std::size_t rows = 0;
  for (const auto& [c, of_class] : counts) {
    const auto most = std::ranges::max_element(of_class, {}, [](const auto& item) { return item.second; });
    usual.insert(most->first);
    for (const auto& [number, count] : of_class) {
      rows += count;
      exceptions += number == most->first ? 0 : count;
    }
  }
  return usual.size() > 1 && exceptions <= std::min(most_exceptions, rows / rows_of_exception);
}

bool ColumnSample::is_nearly_constant(const std::string& column) const {
  constexpr std::size_t few = 10;
  constexpr std::size_t rows_of_one = 20;
  const std::vector<double> there = numbers(column);
  std::map<double, std::size_t> counts;
  for (const double number : there) {
    if (++counts[number]; counts.size() > few) return false;
  }
  if (counts.size() < 2) return false;
  const std::size_t most = std::ranges::max(counts | std::views::values);
  return there.size() - most < std::min(few, there.size() / rows_of_one);
}

std::size_t ColumnSample::rows_without_mean(const std::string& column) const {
  if (!has_missing(column)) return 0;
  struct Rows {
    std::size_t with = 0;
    std::size_t without = 0;
  };
  std::map<std::uint32_t, Rows> rows_of;  // each class
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    Rows& rows = rows_of[classes_[i]];
    ++(std::isnan(of(column).numbers[i]) ? rows.without : rows.with);
  }
  std::size_t count = 0;
  for (const auto& [label, rows] : rows_of) count += rows.with < 2 && rows.without > 0 ? rows.with + rows.without : 0;
  return count;
}

std::size_t ColumnSample::patterns(std::span<const std::string> columns) const {
  std::vector<const SampledColumn*> incomplete;
  for (const std::string& name : columns) {
    if (has_missing(name)) incomplete.push_back(&of(name));
  }
  std::set<std::vector<bool>> patterns;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    std::vector<bool> pattern;
    for (const SampledColumn* column : incomplete) pattern.push_back(std::isnan(column->numbers[i]));
    patterns.insert(std::move(pattern));
  }
  return patterns.size();
}

Indicators indicators_of(const ColumnSample& sample, const std::string& column, std::size_t least_rows) {
  Indicators found{column, sample.common_values(column, least_rows)};
  std::ranges::set_difference(sample.values(column), found.values, std::back_inserter(found.without));
  if (sample.has_missing(column)) {
    const bool is_common = sample.missing_rows(column) >= static_cast<double>(least_rows);
    (is_common ? found.values : found.without).emplace_back(missing_value_name);
  }
  // An empty cell that is a value has no name: it stays unknown to the indicators, as missing ones do.
  std::erase(found.values, "");
  std::erase(found.without, "");
  return found;
}

}  // namespace suffice
