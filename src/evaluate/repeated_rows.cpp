#include "evaluate/repeated_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

#include "evaluate/folds/reordered_rows.hpp"

namespace suffice {

namespace {

// Of equal neighbours in order: their number, and that of the pairs they make.
struct Ties {
  std::size_t members = 0;
  double pairs = 0;
};

template <typename Value>
Ties count_ties(std::vector<Value> values) {
  std::ranges::sort(values);
  Ties ties;
  for (auto first = values.begin(); first != values.end();) {
    const auto last = std::upper_bound(first, values.end(), *first);
    const auto count = last - first;
    if (count > 1) ties.members += static_cast<std::size_t>(count);
    ties.pairs += static_cast<double>(count) * static_cast<double>(count - 1) / 2;
    first = last;
  }
  return ties;
}

// The share of pairs of rows that have the same number in one column; a missing number is one like any other.
template <typename NumberAt>
double share_of_pairs(std::size_t rows, const NumberAt& number_at) {
  std::vector<double> numbers(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const double number = number_at(i);
    numbers[i] = std::isnan(number) ? INFINITY : number;
  }
  const auto n = static_cast<double>(rows);
  return count_ties(std::move(numbers)).pairs / (n * (n - 1) / 2);
}

// The share of pairs of rows that would be alike by chance, were the columns of numbers independent.
double expected_share(const Table& table) {
  double share = 1;
  for (const Column& column : table.columns) {
    if (std::holds_alternative<TextColumn>(column)) return 0;
    if (const auto* const one = std::get_if<NumberColumn>(&column)) {
      share *= share_of_pairs(table.rows, [&](std::size_t i) {
        if (!one->valid(i)) return static_cast<double>(NAN);
        return std::visit(
            [&](const auto* start) { return static_cast<double>(start[static_cast<std::ptrdiff_t>(i) * one->stride]); },
            one->values);
      });
    } else if (const auto* const matrix = std::get_if<NumberMatrix>(&column)) {
      for (std::size_t j = 0; j < matrix->columns; ++j) {
        share *= share_of_pairs(table.rows, [&](std::size_t i) {
          return std::visit(
              [&](const auto* start) {
                return static_cast<double>(start[static_cast<std::ptrdiff_t>(i) * matrix->row_stride +
                                                 static_cast<std::ptrdiff_t>(j) * matrix->column_stride]);
              },
              matrix->values);
        });
      }
    }
  }
  return share;
}

}  // namespace

std::size_t repeated_rows(const Table& rows, const Labels& labels) {
  constexpr std::size_t fewest = 20;  // of which one is worth a word
  std::vector<std::uint64_t> hashes = row_hashes(rows);
  for (std::size_t i = 0; i < rows.rows; ++i) hashes[i] += labels.codes[i] * 0x9e3779b97f4a7c15U;
  const Ties ties = count_ties(std::move(hashes));
  if (fewest * ties.members < rows.rows || ties.members < fewest) return 0;
  const auto n = static_cast<double>(rows.rows);
  constexpr double clearly = 10;
  const bool is_likely = clearly * expected_share(rows) * n * (n - 1) / 2 >= ties.pairs;
  return is_likely ? 0 : ties.members;
}

}  // namespace suffice
