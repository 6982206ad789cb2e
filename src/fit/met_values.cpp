#include "fit/met_values.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <iterator>
#include <set>
#include <string_view>
#include <type_traits>
#include <variant>

namespace suffice {

namespace {

template <std::floating_point Number>
bool is_none(Number number) {
  return std::isnan(number);
}
template <std::integral Number>
bool is_none(Number /*number*/) {
  return false;
}

// Calls found(j) for each number of the matrix that is missing, in column j.
template <typename Found>
void each_missing(const NumberMatrix& matrix, std::size_t rows, const Found& found) {
  std::visit(
      [&](const auto* numbers) {
        if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(*numbers)>>) {
          for (std::size_t i = 0; i < rows; ++i) {
            const auto* const row = numbers + static_cast<std::ptrdiff_t>(i) * matrix.row_stride;
            const auto at = [&](std::size_t j) { return row[static_cast<std::ptrdiff_t>(j) * matrix.column_stride]; };
            unsigned any = 0;  // without a branch, as most rows are complete
            for (std::size_t j = 0; j < matrix.columns; ++j) any |= at(j) != at(j) ? 1U : 0U;
            for (std::size_t j = 0; any != 0 && j < matrix.columns; ++j) {
              if (is_none(at(j))) found(j);
            }
          }
        }
      },
      matrix.values);
}

template <typename Found>
void each_missing(const NumberColumn& column, std::size_t rows, const Found& found) {
  std::visit(
      [&](const auto* numbers) {
        for (std::size_t i = 0; i < rows; ++i) {
          if (!column.valid(i) || is_none(numbers[static_cast<std::ptrdiff_t>(i) * column.stride])) found(0);
        }
      },
      column.values);
}

template <typename Found>
void each_missing(const CategoryColumn& column, std::size_t rows, const Found& found) {
  std::visit(
      [&](const auto* codes) {
        using Code = std::remove_cvref_t<decltype(*codes)>;
        for (std::size_t i = 0; i < rows; ++i) {
          const Code code = codes[static_cast<std::ptrdiff_t>(i) * column.stride];
          const bool is_missing = std::is_signed_v<Code> ? code < Code{0} : code == static_cast<Code>(-1);
          if (is_missing || !column.valid(i)) found(0);
        }
      },
      column.codes);
}

// Zeros are left out of sparse rows, not missing; an empty document is no missing one.
template <typename Found>
void each_missing(const SparseMatrix& /*matrix*/, std::size_t /*rows*/, const Found& /*found*/) {}
template <typename Found>
void each_missing(const TextColumn& /*column*/, std::size_t /*rows*/, const Found& /*found*/) {}

}  // namespace

void MetValues::add_values(const CategoryColumn& column, Met& met) const {
  constexpr std::size_t most_values = std::size_t{1} << 16U;
  const Texts& dictionary = column.dictionary;
  met.is_category = true;
  if (dictionary.size() < met.looked_at) met.looked_at = 0;  // it was begun anew
  for (; met.looked_at < dictionary.size() && met.values.size() < most_values; ++met.looked_at) {
    const std::string value(dictionary[met.looked_at]);
    if (met.known.insert(value).second) met.values.push_back(value);
  }
}

void MetValues::add(const Table& rows) {
  std::size_t first = 0;
  for (const Column& column : rows.columns) {
    const std::size_t count = column_count(column);
    for (std::size_t j = first; j < first + count; ++j) {
      met_[j].is_counted = !std::holds_alternative<TextColumn>(column);
    }
    std::visit(
        [&](const auto& own) { each_missing(own, rows.rows, [&](std::size_t j) { ++met_[first + j].missing; }); },
        column);
    if (const auto* const categories = std::get_if<CategoryColumn>(&column)) add_values(*categories, met_[first]);
    first += count;
  }
}

ValuesByColumn MetValues::values() const {
  ValuesByColumn values;
  for (std::size_t j = 0; j < met_.size(); ++j) {
    if (met_[j].is_category) values.emplace(columns_[j], met_[j].values);
  }
  return values;
}

std::map<std::string, std::uint64_t> MetValues::missing() const {
  std::map<std::string, std::uint64_t> missing;
  for (std::size_t j = 0; j < met_.size(); ++j) {
    if (met_[j].is_counted) missing.emplace(columns_[j], met_[j].missing);
  }
  return missing;
}

void know_values(const ValuesByColumn& values, Schema& schema) {
  for (Block& block : schema.blocks) {
    for (Indicators& own : block.indicators) {
      const auto met = values.find(own.column);
      if (met == values.end()) continue;
      std::set<std::string_view> known(own.values.begin(), own.values.end());
      known.insert(own.without.begin(), own.without.end());
      std::vector<std::string> others;
      std::ranges::copy_if(met->second, std::back_inserter(others),
                           [&](const std::string& value) { return !value.empty() && !known.contains(value); });
      std::ranges::sort(others);
      own.without.insert(own.without.end(), others.begin(), others.end());
    }
  }
}

}  // namespace suffice
